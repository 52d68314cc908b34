import { randomInt } from "node:crypto";

/** Wrong codes that an order takes. */
export const CODE_TRIES = 5;

/** The page of a mailed link. */
export const confirmationPath = (token: string): string => `/confirm-order?token=${token}`;

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** @param left tries that are left */
export const wrongCodeMessage = (left: number): string =>
  left > 0
    ? `This is not the code of this order. You can try ${left === 1 ? "once" : `${left} times`} more`
    : "This code is used up. Please open the link in our mail, or call the shop";
