/** RFC 2606: no mail can be sent to a name below .invalid. Of a customer of whom staff know a phone number alone. */
export const WITHOUT_EMAIL = "@no-email.invalid";

/** Whether mails can be sent to the address of an account. */
export const hasEmail = (email: string): boolean => !email.endsWith(WITHOUT_EMAIL);

/** The address of an account as people read it; empty where it has none. */
export const shownEmail = (email: string): string => (hasEmail(email) ? email : "");
