/** What a visitor who forgot the password is to do next: open the mailed link, or log in with the new one. */
export const NEXT_STEPS = ["reset-sent", "password-set"] as const;
export type NextStep = (typeof NEXT_STEPS)[number];
