import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { findAddress } from "~/domain/kit/addresses/addresses.server";
import { type CopiesLimit, type LineProblem, problemMessage } from "../cart/cart";
import { type CartDelivery, priceChanged } from "../cart/cart-delivery";
import { priceCart, type PricedCart, readCartParts } from "../cart/priced-cart.server";
import { applySaleDatesOf } from "~/domain/catalogue/books/apply-sale-dates.server";
import { lockBooks, lockCoupons, lockCustomer, lockMobile, lockOrders } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { wake } from "~/platform/wake.server";
import { whyNotAtDoor } from "../at-the-door/door-limits.server";
import type { PaymentWay } from "../delivery/plan";
import { type Buyer, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import type { Gift } from "~/domain/sales/orders/buyer/gift";
import { copiesHeldUntil, type UnpaidHold } from "../orders/desk/unpaid-orders";
import { unpaidHolds } from "../orders/desk/unpaid-orders.server";
import type { OrderToOpen } from "../payments/payments.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { cartChanged, cartChanges, type ExpectedLine } from "./cart-changes";
import { NO_ADDRESS } from "./checkout.schema";
import {
  fingerprintOf,
  isBesideOthers,
  type PendingOrder,
  pendingOrders,
  placedBefore,
} from "./pending-orders.server";
import { SMALLEST_TOTAL, type Totals } from "../orders/money/totals";
import { acceptOnAccount } from "../trade/accept-on-account.server";
import { whyNotOnAccount } from "../trade/on-account";
import { creditOf, dueDay } from "../trade/on-account.server";
import { writeOrder } from "./write-order.server";

export interface OrderRequest {
  addressId: number;
  /** The name of the gateway for the payment. */
  gateway: string;
  /** The way of delivery; left out or null: the cheapest. */
  methodId?: number | null;
  /** By default online. */
  payment?: PaymentWay;
  /** The method's price that the client knows, in paise: the order is refused when it differs. */
  deliveryPrice?: number;
  /** The fee for paying at the door that the client knows, in paise: an order paid there is refused when it differs. */
  codFee?: number;
  /** What the shopper saw that is paid online now, in paise: an order with a part at the door is refused when it differs. */
  expectedDueNow?: number;
  /**
   * The total that the shopper saw, in paise. The order is refused when it differs, so that no other sum is charged
   * unnoticed. When it is absent, a coupon in the cart that does not apply is refused for the same reason.
   */
  expectedTotal?: number;
  /** The books that the shopper saw and wants to order. If the cart or a given price differs, the order is refused. */
  expectedLines?: ExpectedLine[];
  /** Whom the document is for; left out: whoever receives the parcel. */
  buyer?: Buyer;
  /** Left out or null: no gift. */
  gift?: Gift | null;
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
        | "delivery"
        | "payment"
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
 * Turns the customer's cart into an unpaid order, in one transaction: prices it from the catalogue and the delivery plan, takes
 * the stock and a use of the coupon, and writes order and lines. The cart is not changed until a payment online arrives; it is
 * emptied at once when nothing is paid online.
 * An unpaid order for the same books, prices, coupon, address, delivery and way of paying is returned instead of a second one.
 * Any other of the customer's that waits for a payment online is cancelled first, so that its copies and its use of the coupon
 * are free for the new one.
 * @returns ok: false with reason and sentence when the shop is closed, the address is not the customer's, a book, price or
 * coupon is not as the customer saw it, or the parcel is not sent there or paid for in this way
 */
export async function placeOrder(
  db: Db,
  accountId: number,
  request: OrderRequest,
  now = new Date(),
): Promise<PlaceOrderOutcome> {
  const outcome = await beside(db, async (trx): Promise<PlaceOrderOutcome> => {
    await lockPurchase(trx, accountId);
    const [notOpen, address, read, pending, holds] = await Promise.all([
      whyNoOrders(trx),
      findAddress(trx, accountId, request.addressId),
      // Copies and coupon uses held by the customer's own pending orders count as available, as on every page.
      readCartParts(trx, { accountId }),
      pendingOrders(trx, accountId, now),
      unpaidHolds(trx, accountId, now),
    ]);
    if (notOpen !== null) return refuse("not_open", notOpen);
    if (!address) return refuse("address", NO_ADDRESS);

    const { methodId = null, payment = "online", gateway, buyer = NO_BUYER, gift = null } = request;
    const wish = { pin: address.pincode, methodId, payment };
    let cart = priceCart(read, wish, now);
    if (cart.salesDue.length > 0) {
      await applySaleDatesOf(trx, cart.salesDue, now);
      cart = priceCart(await readCartParts(trx, { accountId }), wish, now);
    }
    if (cart.lines.length === 0) {
      const before = placedBefore(pending, { ...request, payment, buyer, gift }, address, now);
      return before ? again(before) : refuse("empty_cart", "Your cart is empty");
    }
    if (!cart.isOrderable) return lineProblems(cart.lines);
    const credit = payment === "account" ? await creditOf(trx, accountId) : null;
    const refusal =
      whyNotDelivered(request, cart) ??
      (payment === "cod" ? await whyNoCod(trx, accountId, address.mobile, cart) : null) ??
      (credit && notOnAccount(whyNotOnAccount(credit, cart.totals.total))) ??
      // All lines of an orderable cart count, so the totals of the cart are those of the order.
      changed(request, cart);
    if (refusal) return refusal;

    const { totals, delivery } = cart;
    const coupon = cart.coupon?.problem === null ? cart.coupon : null;
    const couponCode = coupon?.code ?? null;
    const chosen = { methodId: delivery.method?.id ?? null, payment, dueAtDoor: delivery.dueAtDoor };
    const fingerprint = fingerprintOf({
      ...chosen,
      lines: cart.lines,
      totals,
      couponCode,
      address,
      gateway,
      buyer,
      gift,
    });
    const replaced = pending.filter((one) => !isBesideOthers(one));
    const same = replaced.find(
      (one) => one.order.pay_by > now.toISOString() && one.fingerprint === fingerprint,
    );
    if (same) return again(same);
    const deadline = waitsUntil(cart, pending, holds, now);
    if (!deadline.ok) return refuse("unpaid_orders", deadline.message);
    const wanted = {
      accountId,
      address,
      buyer,
      gift,
      cart,
      coupon,
      replaced,
      gateway,
      payBy: deadline.payBy,
      dueOn: credit && dueDay(credit, now),
    };
    const order = await writeOrder(trx, wanted, now);
    if (credit) await acceptOnAccount(trx, order.id, { actor: "customer", actorAccountId: accountId }, now);
    return { ok: true, orderId: order.id, isNew: true, totals, couponCode, order };
  });
  if (outcome.ok && outcome.isNew && outcome.order.payment_way !== "online") wake("mail");
  return outcome;
}

type Refusal = Extract<PlaceOrderOutcome, { ok: false }>;

const refuse = (reason: Exclude<Refusal["reason"], "lines">, message: string): Refusal => ({
  ok: false,
  reason,
  message,
});

const again = ({ order, totals, couponCode }: PendingOrder): PlaceOrderOutcome => ({
  ok: true,
  orderId: order.id,
  isNew: false,
  totals,
  couponCode,
  order,
});

const HOUR_MS = 3_600_000;

/** Until when an order waits for its payment online, its transfer, or to be confirmed. */
function waitsUntil(
  { delivery, settings }: PricedCart,
  pending: readonly PendingOrder[],
  holds: UnpaidHold[],
  now: Date,
): ReturnType<typeof copiesHeldUntil> {
  const after = (hours: number) => ({
    ok: true as const,
    payBy: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
  });
  if (delivery.payment === "cod" && delivery.dueNow === 0) return after(settings.codConfirmHours);
  // It is accepted at once. So long the same form, sent again, finds it.
  if (delivery.payment === "account") return after(1);
  if (delivery.payment !== "transfer") return copiesHeldUntil(holds, settings, now);
  // Each holds its copies for days.
  const waiting = pending.filter(({ order }) => order.payment_way === "transfer").length;
  if (waiting < settings.mostUnpaidOrders) return after(24 * settings.transferDays);
  const message = `You have ${waiting === 1 ? "1 order that waits" : `${waiting} orders that wait`} for a transfer. Please pay or cancel one of them first.`;
  return { ok: false, message };
}

/** Why the parcel cannot be sent or paid as the shopper wants; null: it can. */
function whyNotDelivered({ deliveryPrice, codFee }: OrderRequest, { delivery }: PricedCart): Refusal | null {
  const { problem, method } = delivery;
  if (problem) return refuse(problem.reason === "payment" ? "payment" : "delivery", problem.message);
  if (deliveryPrice !== undefined && method && deliveryPrice !== method.price)
    return refuse("delivery", priceChanged(method));
  if (codFee === undefined || delivery.payment !== "cod" || codFee === delivery.codFee) return null;
  const message = `The fee for paying at the door is ${formatRupees(delivery.codFee)} now. Please check it and place the order again.`;
  return refuse("payment", message);
}

const notOnAccount = (message: string | null): Refusal | null =>
  message === null ? null : refuse("payment", message);

/** Why this customer cannot pay at the door, by the shop's limits; null: they can. */
async function whyNoCod(
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
      .union(
        trx
          .selectFrom("coupons as w")
          .select("w.id as coupon_id")
          .where("w.automatic", "=", 1)
          .where("w.active", "=", 1),
      )
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

function lineProblems(
  lines: ({ bookId: number; title: string; problem: LineProblem | null } & CopiesLimit)[],
): PlaceOrderOutcome {
  const problems = lines.flatMap(({ bookId, title, problem, ...limit }) =>
    problem ? [{ bookId, title, problem, message: problemMessage(problem, limit) }] : [],
  );
  const message = problems.map((line) => `${line.title}: ${line.message}`).join(". ");
  return { ok: false, reason: "lines", message, problems };
}
