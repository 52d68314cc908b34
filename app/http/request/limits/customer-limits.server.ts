import { addressKey, giveBackToLimit, takeFromLimit, waitAWhile } from "./rate-limit.server";
import type { LimitName } from "./rate-limits";

/**
 * What somebody does often only as a program. Each has a limit by account, or by the typed email address of a guest, and a
 * higher one by IP address, because schools, offices and mobile carriers share one.
 */
const WORDS = {
  order: "Many orders were placed from this account or network within the hour.",
  review: "Many reviews were written from this account or network within the hour.",
  return: "Many returns were asked for from this account or network within the hour.",
  wish: "The wishlist was changed very often within the hour.",
  contact: "Many messages were sent from this address or network within the hour.",
} satisfies Partial<Record<LimitName, string>>;

export type LimitedAction = keyof typeof WORDS;

export interface Doer {
  ip: string;
  /** Null for guests. */
  account: { id: number } | null;
  /** A guest's email address, if the form asks for it. */
  email?: string;
}

export type LimitAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number; message: string };

/** Counts one order, review … of this account and this IP address; for pages and API alike. */
export async function countAction(action: LimitedAction, doer: Doer): Promise<LimitAnswer> {
  const limits = limitsOf(action, doer);
  const answers = await Promise.all(limits.map(([name, key]) => takeFromLimit(name, [key])));
  const first = answers.findIndex((answer) => !answer.allowed);
  const refusal = answers[first];
  if (!refusal || refusal.allowed) return { allowed: true };
  // All were asked at once; what the first one refuses does not count for the others.
  const counted = limits.filter((_, at) => at > first && answers[at]!.allowed);
  await Promise.all(counted.map(([name, key]) => giveBackToLimit(name, [key])));
  return { ...refusal, message: `${WORDS[action]} ${waitAWhile(refusal.retryAfterSeconds)}` };
}

/** Takes it back when nothing came of it, e.g. because a price had changed. */
export async function uncountAction(action: LimitedAction, doer: Doer): Promise<void> {
  await Promise.all(limitsOf(action, doer).map(([name, key]) => giveBackToLimit(name, [key])));
}

function limitsOf(action: LimitedAction, { ip, account, email }: Doer): [LimitName, string][] {
  const address: [LimitName, string] = [`${action}-address`, addressKey(ip)];
  if (account) return [address, [action, `account ${account.id}`]];
  return email ? [address, [action, email.trim().toLowerCase()]] : [address];
}
