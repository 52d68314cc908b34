import type { Db } from "~/db/database.server";
import { type ApplyOutcome, applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import type { CartOwner } from "~/domain/sales/cart/cart";
import { addressKey, giveBackToLimit, takeFromLimit, tooManyTries } from "./rate-limit.server";

type EnterOutcome =
  | ApplyOutcome
  | { ok: false; reason: "too_many_tries"; message: string; retryAfterSeconds: number };

/**
 * As `applyCoupon`, but codes cannot be guessed: unknown codes are counted, by the customer and, with a higher limit, by
 * the address.
 */
export async function enterCoupon(
  db: Db,
  ip: string,
  owner: CartOwner | null,
  typed: string,
): Promise<EnterOutcome> {
  const address = addressKey(ip);
  const who = owner && "accountId" in owner ? `account ${owner.accountId}` : `address ${address}`;
  const counts = [
    ["coupon-address", address],
    ["coupon", who],
  ] as const;
  for (const [name, key] of counts) {
    const answer = await takeFromLimit(name, [key]);
    if (answer.allowed) continue;
    const { retryAfterSeconds } = answer;
    const message = tooManyTries(retryAfterSeconds);
    return { ok: false, reason: "too_many_tries", message, retryAfterSeconds };
  }
  const outcome = await applyCoupon(db, owner, typed);
  const isGuess = !outcome.ok && outcome.reason === "unknown";
  if (!isGuess) for (const [name, key] of counts) await giveBackToLimit(name, [key]);
  return outcome;
}
