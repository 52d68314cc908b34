import { addressKey, countTry } from "./rate-limit.server";

/**
 * Counts a try of a second factor before it is checked: by account and address, and by account alone.
 * @returns whether it may be tried, and a function to call after a success: only failures add up
 */
export const countFactor = (accountId: number, ip: string): ReturnType<typeof countTry> =>
  countTry([
    ["second-factor", `${addressKey(ip)}|${accountId}`],
    ["second-factor-account", String(accountId)],
  ]);
