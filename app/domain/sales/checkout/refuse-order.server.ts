import type { Db } from "~/db/database.server";
import { type CopiesLimit, type LineProblem, problemMessage } from "../cart/cart";
import { type CartDelivery, priceChanged } from "../cart/cart-delivery";
import type { PricedCart } from "../cart/priced-cart.server";
import { lockMobile } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { whyNotAtDoor } from "../at-the-door/door-limits.server";
import { cartChanged, cartChanges } from "./cart-changes";
import { SMALLEST_TOTAL } from "../orders/money/totals";
import type { OrderRequest, PlaceOrderOutcome } from "./order-request";

/** Why an order is not placed. */

type Refusal = Extract<PlaceOrderOutcome, { ok: false }>;

/** A refusal with its sentence. */
export const refuse = (reason: Exclude<Refusal["reason"], "lines">, message: string): Refusal => ({
  ok: false,
  reason,
  message,
});

/** Why the parcel cannot be sent or paid as the shopper wants; null: it can. */
export function whyNotDelivered(
  { deliveryPrice, codFee }: OrderRequest,
  { delivery }: PricedCart,
): Refusal | null {
  const { problem, method } = delivery;
  if (problem) return refuse(problem.reason === "payment" ? "payment" : "delivery", problem.message);
  if (deliveryPrice !== undefined && method && deliveryPrice !== method.price)
    return refuse("delivery", priceChanged(method));
  if (codFee === undefined || delivery.payment !== "cod" || codFee === delivery.codFee) return null;
  const message = `The fee for paying at the door is ${formatRupees(delivery.codFee)} now. Please check it and place the order again.`;
  return refuse("payment", message);
}

/** The refusal of an order on account; null: the customer has the credit. */
export const notOnAccount = (message: string | null): Refusal | null =>
  message === null ? null : refuse("payment", message);

/** Why this customer cannot pay at the door, by the shop's limits; null: they can. */
export async function whyNoCod(
  trx: Db,
  accountId: number,
  mobile: string,
  { lines, settings }: PricedCart,
): Promise<Refusal | null> {
  await lockMobile(trx, mobile);
  const hasPreorder = lines.some(({ forthcoming }) => forthcoming);
  const message = await whyNotAtDoor(trx, { accountId, mobile, hasPreorder }, settings);
  return message === null ? null : refuse("payment", message);
}

/** @returns the refusal when total, books or coupon are not those that the shopper saw; else null */
export function changed(
  { expectedTotal, expectedDueNow, expectedLines }: OrderRequest,
  { totals, lines, coupon, delivery }: PricedCart,
): Refusal | null {
  const lost = coupon?.instead ?? coupon;
  const note = lost?.problem ? `${lost.code}: ${lost.problem}. ` : "";
  if (expectedTotal !== undefined && expectedTotal !== totals.total) {
    const message = `${note}The total has changed to ${formatRupees(totals.total)}. Please check it and place the order again.`;
    return refuse("total_changed", message);
  }
  const changes = expectedLines ? cartChanges(lines, expectedLines) : [];
  if (changes.length > 0) return refuse("cart_changed", cartChanged(changes));
  // Only a part paid now is news: whoever chose another way on a page with the prices of the last one saw the same total.
  const isPart = delivery.dueNow > 0 && delivery.dueAtDoor > 0;
  if (isPart && expectedDueNow !== undefined && expectedDueNow !== delivery.dueNow)
    return refuse("total_changed", dueChanged(delivery));
  if (totals.total < SMALLEST_TOTAL) {
    const message = `An order must be at least ${formatRupees(SMALLEST_TOTAL)}. Please add another book.`;
    return refuse("too_small", message);
  }
  if (expectedTotal !== undefined || !note) return null;
  return refuse("coupon", `${note}Please remove the coupon and place the order again.`);
}

const dueChanged = ({ dueNow, dueAtDoor }: CartDelivery): string =>
  `${formatRupees(dueNow)} is paid now and ${formatRupees(dueAtDoor)} at the door: this has changed. Please check it and place the order again.`;

/** The refusal for lines that cannot be ordered, with what is wrong with each. */
export function lineProblems(
  lines: ({ bookId: number; title: string; problem: LineProblem | null } & CopiesLimit)[],
): PlaceOrderOutcome {
  const problems = lines.flatMap(({ bookId, title, problem, ...limit }) =>
    problem ? [{ bookId, title, problem, message: problemMessage(problem, limit) }] : [],
  );
  const message = problems.map((line) => `${line.title}: ${line.message}`).join(". ");
  return { ok: false, reason: "lines", message, problems };
}
