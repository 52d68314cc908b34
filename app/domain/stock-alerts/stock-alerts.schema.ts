import { forgotPasswordSchema } from "../accounts/accounts.schema";

/** An address that mail can be sent to; a form without an account's own address has no other field. */
export const stockAlertSchema = forgotPasswordSchema.pick({ email: true });
