import { addressKey, giveBackToLimit, type LimitName, takeFromLimit, waitAWhile } from "./rate-limit.server";

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

export type Deed = keyof typeof WORDS;

export interface Doer {
  ip: string;
  /** Null for guests. */
  account: { id: number } | null;
  /** A guest's email address, if the form asks for it. */
  email?: string;
}

export type DeedAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number; message: string };

/** Counts one order, review … of this account and this IP address; for pages and API alike. */
export async function countDeed(deed: Deed, doer: Doer): Promise<DeedAnswer> {
  for (const [name, key] of limitsOf(deed, doer)) {
    const answer = await takeFromLimit(name, [key]);
    if (answer.allowed) continue;
    const { retryAfterSeconds } = answer;
    return { ...answer, message: `${WORDS[deed]} ${waitAWhile(retryAfterSeconds)}` };
  }
  return { allowed: true };
}

/** Takes it back when nothing came of it, e.g. because a price had changed. */
export async function uncountDeed(deed: Deed, doer: Doer): Promise<void> {
  for (const [name, key] of limitsOf(deed, doer)) await giveBackToLimit(name, [key]);
}

function limitsOf(deed: Deed, { ip, account, email }: Doer): [LimitName, string][] {
  const address: [LimitName, string] = [`${deed}-address`, addressKey(ip)];
  if (account) return [address, [deed, `account ${account.id}`]];
  return email ? [address, [deed, email.trim().toLowerCase()]] : [address];
}
