import { addressKey, giveBackToLimit, type LimitAnswer, takeFromLimit } from "./rate-limit.server";

/**
 * Counts a try of a second factor before it is checked: by account and address, and by account alone.
 * @returns whether it may be tried, and a function to call after a success: only failures add up
 */
export async function countFactor(
  accountId: number,
  ip: string,
): Promise<{ answer: LimitAnswer; giveBack: () => Promise<void> }> {
  const counts = [
    ["second-factor", `${addressKey(ip)}|${accountId}`],
    ["second-factor-account", String(accountId)],
  ] as const;
  let answer: LimitAnswer = { allowed: true };
  for (const [name, key] of counts) {
    answer = await takeFromLimit(name, [key]);
    if (!answer.allowed) break;
  }
  return {
    answer,
    giveBack: async () => {
      for (const [name, key] of counts) await giveBackToLimit(name, [key]);
    },
  };
}
