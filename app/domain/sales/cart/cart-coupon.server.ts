import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { couponGives, UNKNOWN_COUPON } from "../coupons/coupon-words";
import { couponCode } from "../coupons/coupons";
import type { CartOwner } from "./cart";
import { lockCart, ownedBy } from "./cart-queries.server";
import { priceCart, readCartParts } from "./priced-cart.server";

export const NO_CODE = "Please enter a coupon code";
export const COUPON_REMOVED = "The coupon is removed";

export type ApplyOutcome =
  | { ok: true; message: string }
  /** `unknown`: there is no active coupon with this code; `refused`: a rule of the coupon forbids it now. */
  | { ok: false; reason: "empty" | "unknown" | "refused"; message: string };

/**
 * Puts a coupon into the cart; it replaces another one. A coupon that does not apply now is refused, and so is one that takes off
 * less than what applies without a code; the cart is not changed then.
 * @param owner null: a guest without a cart
 * @param typed the code; case and spaces do not matter
 */
export async function applyCoupon(
  db: Db,
  owner: CartOwner | null,
  typed: string,
  now = new Date(),
): Promise<ApplyOutcome> {
  const code = couponCode(typed);
  if (!code) return { ok: false, reason: "empty", message: NO_CODE };
  return beside(db, async (trx): Promise<ApplyOutcome> => {
    if (owner) await lockCart(trx, owner);
    const parts = owner && (await readCartParts(trx, owner, code));
    if (!owner || !parts || parts.rows.length === 0)
      return { ok: false, reason: "empty", message: "Your cart is empty" };
    const coupon = parts.choice.entered;
    if (!coupon || !coupon.active) return { ok: false, reason: "unknown", message: UNKNOWN_COUPON };
    const { coupon: best } = priceCart(parts, undefined, now);
    const problem = best?.instead?.problem ?? best?.problem ?? null;
    if (problem) return { ok: false, reason: "refused", message: problem };
    await setCoupon(trx, owner, coupon.id);
    return { ok: true, message: `Coupon ${code} is applied: ${couponGives(coupon)}` };
  });
}

/** Removes the coupon from the cart, if there is one. */
export async function removeCoupon(db: Db, owner: CartOwner): Promise<void> {
  await setCoupon(db, owner, null);
}

async function setCoupon(db: Db, owner: CartOwner, couponId: number | null): Promise<void> {
  await db
    .updateTable("carts")
    .set({ coupon_id: couponId })
    .where("id", "in", (eb) => eb.selectFrom("carts as c").select("c.id").where(ownedBy(owner)))
    .execute();
}
