import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addToCart, readCart, removeItem, setQuantity } from "~/domain/sales/cart/cart.server";
import { COUPON_REMOVED, removeCoupon } from "~/domain/sales/cart/cart-coupon.server";
import {
  cartItemJson,
  cartItemToJson,
  cartTotalsJson,
  cartTotalsToJson,
} from "~/domain/sales/cart/cart.json.ts";
import type { CartOwner } from "~/domain/sales/cart/cart";
import { DELETE_FAILED, QUANTITY_FAILED } from "~/domain/sales/cart/failures";
import { whyNoLine } from "~/domain/sales/cart/stale-line.server";
import { EMPTY_TOTALS } from "~/domain/sales/orders/money/totals";
import { UNKNOWN_COUPON } from "~/domain/sales/coupons/coupon-words";
import { CODE_MAX } from "~/domain/sales/coupons/coupons";
import {
  ApiError,
  type Caller,
  done,
  idField,
  operation,
  refused,
  resultSchema,
  tooManyCalls,
} from "~/api/operation.server";
import { enterCoupon } from "~/http/request/limits/coupon-limits.server";

const tag = "Cart";
const access = "anyone";
const NO_CART = "Staff have no cart.";

/** The owner of the customer's cart, or of the guest's by session cookie. Staff have none (docs/specification.md §6). */
function ownerOf({ account, session }: Caller): CartOwner | null {
  if (account?.role === "admin") throw new ApiError(403, "Admin users have no cart");
  return account ? { accountId: account.id } : session.cartOwner;
}

const quantity = z
  .number()
  .int()
  .min(1, "Quantity must be at least 1")
  .max(1_000_000, "Quantity is too large")
  .meta({ examples: [1] });

/** The cart of a customer, or of a guest by session cookie (docs/specification.md §7). */
export const carts = [
  operation({
    method: "GET",
    path: "/carts/all",
    tag,
    summary: "The books in the cart",
    access,
    isPrivate: true,
    refusals: { 403: NO_CART },
    answer: z.array(cartItemJson),
    async handle({ caller }) {
      const owner = ownerOf(caller);
      return owner ? (await readCart(readDb, owner)).lines.map(cartItemToJson) : [];
    },
  }),

  operation({
    method: "POST",
    path: "/carts/",
    tag,
    summary: "Add a book to the cart",
    description: "Adds to the copies already there. Price and title are the catalogue's, whatever is sent.",
    access,
    refusals: { 403: NO_CART, 404: "There is no such book." },
    body: z.object({ bookId: idField, qty: quantity.default(1) }),
    answer: resultSchema,
    async handle({ body: { bookId, qty }, caller }) {
      const owner = ownerOf(caller) ?? (await caller.session.ensureCartOwner());
      if ("retryAfterSeconds" in owner) throw tooManyCalls(owner.retryAfterSeconds);
      const outcome = await addToCart(writeDb, owner, { bookId, quantity: qty });
      if (!outcome.ok && outcome.reason === "not_found") throw new ApiError(404, outcome.message);
      return outcome.ok ? done(`Added "${outcome.title}" to your cart`) : refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/carts/update",
    tag,
    summary: "Change the copies of a line",
    access,
    refusals: { 403: NO_CART, 404: "There is no such line in the caller's cart." },
    body: z.object({ id: idField, bookId: idField.optional(), qty: quantity }),
    answer: resultSchema,
    async handle({ body: { id, bookId, qty }, caller }) {
      const owner = ownerOf(caller);
      const line = { itemId: id, bookId };
      const outcome = owner && (await setQuantity(writeDb, owner, { ...line, quantity: qty }));
      if (!outcome) throw new ApiError(404, `${QUANTITY_FAILED} ${await whyNoLine(readDb, owner, line)}`);
      if (!outcome.ok && outcome.reason === "not_found") throw new ApiError(404, outcome.message);
      return outcome.ok ? done("The cart item quantity updated!") : refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/carts/remove",
    tag,
    summary: "Remove a line",
    access,
    refusals: { 403: NO_CART, 404: "There is no such line in the caller's cart." },
    body: z.object({ id: idField, bookId: idField.optional() }),
    answer: resultSchema,
    async handle({ body: { id, bookId }, caller }) {
      const owner = ownerOf(caller);
      const line = { itemId: id, bookId };
      const isGone = owner !== null && (await removeItem(writeDb, owner, line));
      if (!isGone) throw new ApiError(404, `${DELETE_FAILED} ${await whyNoLine(readDb, owner, line)}`);
      return done("The cart item deleted!");
    },
  }),

  operation({
    method: "GET",
    path: "/carts/totals",
    tag,
    summary: "The totals of the cart",
    description:
      "Counts only books that can be ordered, and takes off the discount of the coupon in the cart.",
    access,
    isPrivate: true,
    refusals: { 403: NO_CART },
    answer: cartTotalsJson,
    async handle({ caller }) {
      const owner = ownerOf(caller);
      return cartTotalsToJson(owner ? await readCart(readDb, owner) : { totals: EMPTY_TOTALS, coupon: null });
    },
  }),

  operation({
    method: "POST",
    path: "/carts/coupon",
    tag,
    summary: "Put a coupon into the cart",
    description:
      "Replaces another coupon. Case and spaces of the code do not matter. A coupon that does not apply now is refused with its reason; one that stops applying later stays in the cart and gives nothing (couponMsg of GET /carts/totals).",
    access,
    refusals: { 403: NO_CART },
    body: z.object({
      code: z
        .string()
        .max(CODE_MAX, UNKNOWN_COUPON)
        .meta({ examples: ["WELCOME10"] }),
    }),
    answer: resultSchema,
    async handle({ body: { code }, caller }) {
      const entered = await enterCoupon(writeDb, caller.session.ip, ownerOf(caller), code);
      if (entered.ok) return done(entered.message);
      if (entered.reason !== "too_many_tries") return refused(entered.message, { code: [entered.message] });
      throw tooManyCalls(entered.retryAfterSeconds);
    },
  }),

  operation({
    method: "POST",
    path: "/carts/coupon/remove",
    tag,
    summary: "Take the coupon out of the cart",
    description: "Takes no body; does nothing without a coupon.",
    access,
    refusals: { 403: NO_CART },
    answer: resultSchema,
    async handle({ caller }) {
      const owner = ownerOf(caller);
      if (owner) await removeCoupon(writeDb, owner);
      return done(COUPON_REMOVED);
    },
  }),
];
