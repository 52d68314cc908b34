import { beside } from "~/db/beside.server";
import type { Db } from "~/db/database.server";
import { together } from "~/db/together.server";
import { type Address, findAddress } from "~/domain/kit/addresses/addresses.server";
import { type CartLine, type CopiesLimit, type LineProblem, problemMessage } from "../cart/cart";
import { type PricedCart, readPricedCart } from "../cart/cart.server";
import { applySaleDatesOf } from "~/domain/catalogue/books/apply-sale-dates.server";
import { type CartCoupon, couponProblem } from "../coupons/coupons";
import { findCouponFor, holdCouponUse } from "../coupons/coupons.server";
import { lockBooks, lockCoupons, lockCustomer, lockOrders } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { logOrderEvent } from "../orders/order-events.server";
import { cancelUnpaid } from "../orders/order-steps.server";
import { booksInStock, takeCopies, takenOf } from "../orders/stock.server";
import { isPaidOnline } from "../orders/paying";
import { newReceipt } from "../orders/money/receipts.server";
import { copiesHeldUntil } from "../orders/desk/unpaid-orders";
import { unpaidHolds } from "../orders/desk/unpaid-orders.server";
import { endpointsFor } from "~/domain/shop/webhooks/emit-event.server";
import { OPENED_COLUMNS, type OrderToOpen, payableOf } from "../payments/payments.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { cartChanged, cartChanges, type ExpectedLine } from "./cart-changes";
import { NO_ADDRESS } from "./checkout.schema";
import { orderColumns } from "../orders/order-columns.server";
import { SMALLEST_TOTAL, type Totals } from "../orders/money/totals";

export interface OrderRequest {
  addressId: number;
  /** The name of the gateway for the payment. */
  gateway: string;
  /**
   * The total that the shopper saw, in paise. The order is refused when it differs, so that no other sum is charged
   * unnoticed. When it is absent, a coupon in the cart that does not apply is refused for the same reason.
   */
  expectedTotal?: number;
  /** The books that the shopper saw and wants to order. If the cart or a given price differs, the order is refused. */
  expectedLines?: ExpectedLine[];
}

export type PlaceOrderOutcome =
  /** `isNew`: false when the customer already has an identical pending order (double click, retry). */
  | {
      ok: true;
      orderId: number;
      isNew: boolean;
      totals: Totals;
      couponCode: string | null;
      order: OrderToOpen;
    }
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

/**
 * Turns the customer's cart into an unpaid order, in one transaction: prices it
 * from the catalogue, takes the stock and a use of the coupon, and writes order and lines. The cart is not changed until the payment arrives.
 * An unpaid order for the same books, prices, coupon and address is returned instead of a second one. Any other of the
 * customer's that waits for a payment online is cancelled first, so that its copies and its use of the coupon are free for the
 * new one.
 * `copiesHeldUntil` decides how long the new order may hold its copies.
 * @returns ok: false with reason and sentence when the shop is closed, the address is not the customer's, or a book, price or
 * coupon is not as the customer saw it
 */
export async function placeOrder(
  db: Db,
  accountId: number,
  request: OrderRequest,
  now = new Date(),
): Promise<PlaceOrderOutcome> {
  return beside(db, async (trx): Promise<PlaceOrderOutcome> => {
    await lockPurchase(trx, accountId);
    const [notOpen, address, read, pending, holds] = await Promise.all([
      whyNoOrders(trx),
      findAddress(trx, accountId, request.addressId),
      // Copies and coupon uses held by the customer's own pending orders count as available, as on every page.
      readPricedCart(trx, { accountId }, now),
      pendingOrders(trx, accountId),
      unpaidHolds(trx, accountId, now),
    ]);
    if (notOpen !== null) return { ok: false, reason: "not_open", message: notOpen };
    if (!address) return { ok: false, reason: "address", message: NO_ADDRESS };

    let cart = read;
    if (cart.salesDue.length > 0) {
      await applySaleDatesOf(trx, cart.salesDue, now);
      cart = await readPricedCart(trx, { accountId }, now);
    }
    if (cart.lines.length === 0) return { ok: false, reason: "empty_cart", message: "Your cart is empty" };
    if (!cart.isOrderable) return lineProblems(cart.lines);
    // All lines of an orderable cart count, so the totals of the cart are those of the order.
    const { totals } = cart;
    const refusal = changed(request, cart);
    if (refusal) return refusal;
    if (totals.total < SMALLEST_TOTAL) {
      const message = `An order must be at least ${formatRupees(SMALLEST_TOTAL)}. Please add another book.`;
      return { ok: false, reason: "too_small", message };
    }

    const coupon = cart.coupon?.problem === null ? cart.coupon : null;
    const couponCode = coupon?.code ?? null;
    const fingerprint = fingerprintOf(cart.lines, totals, couponCode, address, request.gateway);
    const same = pending.find(
      (one) => one.order.pay_by > now.toISOString() && one.fingerprint === fingerprint,
    )?.order;
    if (same) return { ok: true, orderId: same.id, isNew: false, totals, couponCode, order: same };
    const deadline = copiesHeldUntil(holds, cart.settings, now);
    if (!deadline.ok) return { ok: false, reason: "unpaid_orders", message: deadline.message };
    const replaced = pending.filter(({ order }) => isPaidOnline(payableOf(order)));
    const wanted = { accountId, address, cart, coupon, replaced, request, payBy: deadline.payBy };
    const order = await writeOrder(trx, wanted, now);
    return { ok: true, orderId: order.id, isNew: true, totals, couponCode, order };
  });
}

/** What an order of this customer reads and changes: their cart and unpaid orders, with the coupons and books of both. */
async function lockPurchase(trx: Db, accountId: number): Promise<void> {
  const pending = trx
    .selectFrom("orders as o")
    .where("o.account_id", "=", accountId)
    .where("o.state", "=", "pending");
  const cart = trx.selectFrom("carts as c").where("c.account_id", "=", accountId);
  await lockCustomer(trx, accountId);
  await lockOrders(trx, pending.select("o.id").$asScalar());
  await lockCoupons(
    trx,
    pending
      .innerJoin("coupon_uses as u", "u.order_id", "o.id")
      .select("u.coupon_id")
      .union(cart.select((eb) => eb.ref("c.coupon_id").$notNull().as("coupon_id")))
      .$asScalar(),
  );
  await lockBooks(
    trx,
    pending
      .innerJoin("order_lines as l", "l.order_id", "o.id")
      .select("l.book_id")
      .union(cart.innerJoin("cart_items as i", "i.cart_id", "c.id").select("i.book_id"))
      .$asScalar(),
  );
}

/** @returns the refusal when total, books or coupon are not those that the shopper saw; else null */
function changed(
  { expectedTotal, expectedLines }: OrderRequest,
  { totals, lines, coupon }: PricedCart,
): Extract<PlaceOrderOutcome, { ok: false }> | null {
  const note = coupon?.problem ? `${coupon.code}: ${coupon.problem}. ` : "";
  if (expectedTotal !== undefined && expectedTotal !== totals.total) {
    const message = `${note}The total has changed to ${formatRupees(totals.total)}. Please check it and place the order again.`;
    return { ok: false, reason: "total_changed", message };
  }
  const changes = expectedLines ? cartChanges(lines, expectedLines) : [];
  if (changes.length > 0) return { ok: false, reason: "cart_changed", message: cartChanged(changes) };
  if (expectedTotal !== undefined || !note) return null;
  const message = `${note}Please remove the coupon and place the order again.`;
  return { ok: false, reason: "coupon", message };
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
  lines: Pick<CartLine, "bookId" | "unitPrice" | "quantity" | "hsn" | "taxRate">[],
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

interface PendingOrder {
  order: OrderToOpen;
  fingerprint: string;
}

/** The customer's unpaid orders; usually at most one. */
async function pendingOrders(trx: Db, accountId: number): Promise<PendingOrder[]> {
  const pending = trx.selectFrom("orders").where("account_id", "=", accountId).where("state", "=", "pending");
  const [orders, lines] = await Promise.all([
    pending.selectAll().execute(),
    trx
      .selectFrom("order_lines")
      .select(["order_id as orderId", "book_id as bookId", "unit_price as unitPrice"])
      .select(["quantity", "hsn", "tax_rate as taxRate"])
      .where("order_id", "in", pending.select("id"))
      .execute(),
  ]);
  return orders.map((order) => {
    const own = lines.filter(({ orderId }) => orderId === order.id);
    const totals = { ...order, itemCount: order.item_count };
    const address = { ...order, state: order.state_name };
    const fingerprint = fingerprintOf(own, totals, order.coupon_code, address, order.gateway);
    const open = Object.fromEntries(OPENED_COLUMNS.map((column) => [column, order[column]])) as OrderToOpen;
    return { order: open, fingerprint };
  });
}

interface NewOrder {
  accountId: number;
  address: Address;
  cart: PricedCart;
  coupon: CartCoupon | null;
  /** The customer's unpaid orders, which give back what they hold first. */
  replaced: PendingOrder[];
  request: OrderRequest;
  /** ISO time. */
  payBy: string;
}

/** Writes the order in two round trips: what others hold comes back and the order gets its number; then what belongs to it. */
async function writeOrder(trx: Db, order: NewOrder, now: Date): Promise<OrderToOpen> {
  const { accountId, address, cart, coupon, replaced, request } = order;
  const { lines, totals } = cart;
  const byCustomer = { actor: "customer", actorAccountId: accountId } as const;
  const cancelled = replaced.map(({ order: { id, pay_by } }) => {
    const reason = pay_by > now.toISOString() ? "superseded" : "payment_timeout";
    return cancelUnpaid(trx, id, reason, byCustomer, now);
  });
  const bookIds = lines.map((line) => line.bookId);
  const [, books, endpointIds, couponNow, written] = await together([
    together(cancelled),
    booksInStock(trx, bookIds),
    endpointsFor(trx, "stock.low"),
    coupon && findCouponFor(trx, { id: coupon.id }, accountId),
    trx
      .insertInto("orders")
      .values({
        account_id: accountId,
        ...orderColumns(totals, address, coupon?.code ?? null),
        gateway: request.gateway,
        receipt: newReceipt(),
        placed_at: now.toISOString(),
        pay_by: order.payBy,
      })
      .returning(OPENED_COLUMNS)
      .executeTakeFirstOrThrow(),
  ]);
  const orderId = written.id;
  const taken = takenOf(books, lines, now);
  if (!taken) throw new Error("the stock changed within the transaction");
  if (coupon && (!couponNow || couponProblem(couponNow, totals.subtotal, now)))
    throw new Error("the coupon changed within the transaction");
  await together([
    takeCopies(trx, books, lines, taken, { endpointIds, lowStockMark: cart.settings.lowStockMark }, now),
    trx
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
          ...taken.get(line.bookId)!,
        })),
      )
      .execute(),
    logOrderEvent(trx, { orderId, kind: "placed", ...byCustomer, detail: { total: totals.total } }, now),
    coupon && holdCouponUse(trx, { orderId, couponId: coupon.id, accountId, discount: totals.discount }, now),
  ]);
  return written;
}
