/** The next step of a visitor who forgot the password: open the mailed link, or log in with the new password. */
export const NEXT_STEPS = ["reset-sent", "password-set"] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
