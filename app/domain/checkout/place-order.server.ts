import type { Db } from "~/db/database.server";
import { sharedTransaction } from "~/db/shared-transaction.server";
import { type Address, findAddress } from "../addresses/addresses.server";
import { type CopiesLimit, type LineProblem, problemMessage } from "../cart/cart";
import { readCart } from "../cart/cart.server";
import { turnSalesOf } from "../catalogue/turn-sales.server";
import type { CartCoupon } from "../coupons/coupons";
import { holdCouponUse } from "../coupons/coupons.server";
import { formatRupees } from "../money";
import { logOrderEvent } from "../orders/order-events.server";
import { cancelPending } from "../orders/order-steps.server";
import { type TakenCopies, takeStock } from "../orders/stock.server";
import { newReceipt } from "../orders/receipts.server";
import { payBy } from "../orders/unpaid-orders.server";
import { whyNoOrders } from "../settings/closing.server";
import { readSettings } from "../settings/settings.server";
import { cartChanged, cartChanges, type ExpectedLine } from "./cart-changes";
import { NO_ADDRESS } from "./checkout.schema";
import { SMALLEST_TOTAL, type Totals } from "../orders/totals";

export interface OrderRequest {
  addressId: number;
  /** The name of the gateway for the payment. */
  gateway: string;
  /**
   * The total that the shopper saw, in paise. The order is refused when it differs, so that no other sum is charged
   * unnoticed. When it is absent, a coupon in the cart that does not apply is refused for the same reason.
   */
  expectedTotal?: number;
  /** The books the shopper wants to order. If the cart or a given price differs, the order is refused. */
  expectedLines?: ExpectedLine[];
}

export type PlaceOrderOutcome =
  /** `isNew`: false when the customer already has an identical pending order (double click, retry). */
  | { ok: true; orderId: number; isNew: boolean; totals: Totals; couponCode: string | null }
  | {
      ok: false;
      reason:
        | "not_open"
        | "address"
        | "empty_cart"
        | "cart_changed"
        | "total_changed"
        | "too_small"
        | "coupon"
        | "unpaid_orders";
      message: string;
    }
  | {
      ok: false;
      reason: "lines";
      message: string;
      problems: { bookId: number; title: string; problem: LineProblem; message: string }[];
    };

interface PlacedLine {
  bookId: number;
  title: string;
  price: number;
  unitPrice: number;
  quantity: number;
  hsn: string;
  taxRate: number;
  taken: TakenCopies;
}

/**
 * Turns the customer's cart into an unpaid order, in one transaction (which orders of
 * the same moment share): prices it from the catalogue, takes the stock and
 * a use of the coupon, and writes order and lines. The cart is not changed until the payment arrives.
 * An unpaid order for the same books, prices, coupon and address is returned instead of a second one. Any other unpaid
 * order of the customer is cancelled first, so that its copies and its use of the coupon are free for the new one.
 * `payBy` decides how long the new order may hold its copies.
 */
export async function placeOrder(
  db: Db,
  accountId: number,
  request: OrderRequest,
  now = new Date(),
): Promise<PlaceOrderOutcome> {
  return sharedTransaction(db, async (trx): Promise<PlaceOrderOutcome> => {
    const notOpen = await whyNoOrders(trx);
    if (notOpen !== null) return { ok: false, reason: "not_open", message: notOpen };
    const address = await findAddress(trx, accountId, request.addressId);
    if (!address) return { ok: false, reason: "address", message: NO_ADDRESS };

    // Copies and coupon uses held by the customer's own pending orders count as available, as on every page.
    let cart = await readCart(trx, { accountId }, now);
    const bookIds = cart.lines.map((line) => line.bookId);
    if ((await turnSalesOf(trx, bookIds, now)) > 0) cart = await readCart(trx, { accountId }, now);
    if (cart.lines.length === 0) return { ok: false, reason: "empty_cart", message: "Your cart is empty" };
    if (!cart.isOrderable) return lineProblems(cart.lines);
    const changes = request.expectedLines ? cartChanges(cart.lines, request.expectedLines) : [];
    if (changes.length > 0) return { ok: false, reason: "cart_changed", message: cartChanged(changes) };

    // All lines of an orderable cart count, so the totals of the cart are those of the order.
    const { totals } = cart;
    const refusal = totalChanged(request.expectedTotal, totals, cart.coupon);
    if (refusal) return refusal;
    if (totals.total < SMALLEST_TOTAL) {
      const message = `An order must be at least ${formatRupees(SMALLEST_TOTAL)}. Please add another book.`;
      return { ok: false, reason: "too_small", message };
    }

    const coupon = cart.coupon?.problem === null ? cart.coupon : null;
    const couponCode = coupon?.code ?? null;
    const pending = await pendingOrders(trx, accountId);
    const fingerprint = fingerprintOf(cart.lines, totals, couponCode, address, request.gateway);
    const same = pending.find(
      (order) => order.pay_by > now.toISOString() && order.fingerprint === fingerprint,
    );
    if (same) return { ok: true, orderId: same.id, isNew: false, totals, couponCode };
    const settings = await readSettings(trx);
    const deadline = await payBy(trx, accountId, settings, now);
    if (!deadline.ok) return { ok: false, reason: "unpaid_orders", message: deadline.message };
    for (const order of pending) {
      const reason = order.pay_by > now.toISOString() ? "superseded" : "payment_timeout";
      await cancelPending(trx, order.id, reason, { actor: "customer", actorAccountId: accountId }, now);
    }
    const taken = await takeStock(trx, cart.lines, now);
    if (!taken) throw new Error("the stock changed within the transaction");
    const lines = cart.lines.map((line) => ({ ...line, taken: taken.get(line.bookId)! }));
    const order = { accountId, address, lines, totals, couponCode, request, payBy: deadline.payBy };
    const orderId = await writeOrder(trx, order, now);
    if (coupon) {
      const { subtotal, discount } = totals;
      await holdCouponUse(trx, { orderId, couponId: coupon.id, accountId, subtotal, discount }, now);
    }
    return { ok: true, orderId, isNew: true, totals, couponCode };
  });
}

/** @returns the refusal when the total is not the one that the shopper saw; else null */
function totalChanged(
  expectedTotal: number | undefined,
  totals: Totals,
  coupon: CartCoupon | null,
): Extract<PlaceOrderOutcome, { ok: false }> | null {
  const note = coupon?.problem ? `${coupon.code}: ${coupon.problem}. ` : "";
  if (expectedTotal === undefined) {
    const message = `${note}Please remove the coupon and place the order again.`;
    return note ? { ok: false, reason: "coupon", message } : null;
  }
  if (expectedTotal === totals.total) return null;
  const message = `${note}The total has changed to ${formatRupees(totals.total)}. Please check it and place the order again.`;
  return { ok: false, reason: "total_changed", message };
}

function lineProblems(
  lines: ({ bookId: number; title: string; problem: LineProblem | null } & CopiesLimit)[],
): PlaceOrderOutcome {
  const problems = lines.flatMap(({ bookId, title, problem, ...limit }) =>
    problem ? [{ bookId, title, problem, message: problemMessage(problem, limit) }] : [],
  );
  const message = problems.map((line) => `${line.title}: ${line.message}`).join(". ");
  return { ok: false, reason: "lines", message, problems };
}

/** A text that is the same for two orders if they are the same for the shopper. */
function fingerprintOf(
  lines: Pick<PlacedLine, "bookId" | "unitPrice" | "quantity" | "hsn" | "taxRate">[],
  totals: Totals,
  couponCode: string | null,
  address: Omit<Address, "id" | "isDefault">,
  gateway: string,
): string {
  const books = lines
    .toSorted((a, b) => a.bookId - b.bookId)
    .map((line) => [line.bookId, line.unitPrice, line.quantity, line.hsn, line.taxRate]);
  const { fullname, address1, address2, place, state, pincode, mobile, email } = address;
  const to = [fullname, address1, address2, place, state, pincode, mobile, email];
  const { discount, shipping, tax, total } = totals;
  return JSON.stringify([books, couponCode, discount, shipping, tax, total, to, gateway]);
}

/** The customer's unpaid orders; usually at most one. */
async function pendingOrders(trx: Db, accountId: number) {
  const orders = await trx
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .execute();
  const pending = [];
  for (const order of orders) {
    const lines = await trx
      .selectFrom("order_lines")
      .select(["book_id as bookId", "unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate"])
      .where("order_id", "=", order.id)
      .execute();
    const totals = { ...order, itemCount: order.item_count };
    const address = { ...order, state: order.state_name };
    const fingerprint = fingerprintOf(lines, totals, order.coupon_code, address, order.gateway);
    pending.push({ id: order.id, pay_by: order.pay_by, fingerprint });
  }
  return pending;
}

interface NewOrder {
  accountId: number;
  address: Address;
  lines: PlacedLine[];
  totals: Totals;
  couponCode: string | null;
  request: OrderRequest;
  /** ISO time. */
  payBy: string;
}

async function writeOrder(trx: Db, order: NewOrder, now: Date): Promise<number> {
  const { accountId, address, lines, totals, couponCode, request } = order;
  const { id: orderId } = await trx
    .insertInto("orders")
    .values({
      account_id: accountId,
      item_count: totals.itemCount,
      subtotal: totals.subtotal,
      discount: totals.discount,
      coupon_code: couponCode,
      shipping: totals.shipping,
      tax: totals.tax,
      total: totals.total,
      fullname: address.fullname,
      address1: address.address1,
      address2: address.address2,
      place: address.place,
      state_name: address.state,
      pincode: address.pincode,
      mobile: address.mobile,
      email: address.email,
      gateway: request.gateway,
      receipt: newReceipt(),
      placed_at: now.toISOString(),
      pay_by: order.payBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("order_lines")
    .values(
      lines.map((line) => ({
        order_id: orderId,
        book_id: line.bookId,
        title: line.title,
        mrp: line.price,
        unit_price: line.unitPrice,
        quantity: line.quantity,
        hsn: line.hsn,
        tax_rate: line.taxRate,
        ...line.taken,
      })),
    )
    .execute();
  const placed = { orderId, kind: "placed", actor: "customer", actorAccountId: accountId } as const;
  await logOrderEvent(trx, { ...placed, detail: { total: totals.total } }, now);
  return orderId;
}
