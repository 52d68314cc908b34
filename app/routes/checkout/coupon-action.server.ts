import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { CartOwner } from "~/domain/sales/cart/cart";
import { COUPON_REMOVED, removeCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { enterCoupon } from "~/http/request/limits/coupon-limits.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";

type Context = Readonly<RouterContextProvider>;

/** POST /cart with intent apply-coupon and code: back to the cart, or 400 or 429 with the message at the field. */
export async function apply(context: Context, owner: CartOwner, code: string) {
  const entered = await enterCoupon(writeDb, getRequestSession(context).ip, owner, code);
  if (entered.ok) return redirectWithFlash(context, "/cart", { kind: "success", text: entered.message });
  const refused = (error: string) => ({ coupon: { code, error } });
  return entered.reason === "too_many_tries"
    ? answerTooMany(entered, refused)
    : data(refused(entered.message), { status: 400 });
}

/** POST /cart with intent remove-coupon. */
export async function remove(context: Context, owner: CartOwner) {
  await removeCoupon(writeDb, owner);
  return redirectWithFlash(context, "/cart", { kind: "success", text: COUPON_REMOVED });
}
