import { forgotPasswordSchema } from "~/domain/people/accounts/accounts.schema";

/** The form of a guest, whose only field is an email address. */
export const stockAlertSchema = forgotPasswordSchema.pick({ email: true });
