import { forgotPasswordSchema } from "../accounts/accounts.schema";

/** The form of a guest, whose only field is an email address. */
export const stockAlertSchema = forgotPasswordSchema.pick({ email: true });
