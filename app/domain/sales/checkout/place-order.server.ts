import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { findAddress } from "~/domain/kit/addresses/addresses.server";
import { priceCart, type PricedCart, readCartParts } from "../cart/priced-cart.server";
import { applySaleDatesOf } from "~/domain/catalogue/books/apply-sale-dates.server";
import { lockBooks, lockCoupons, lockCustomer, lockOrders } from "~/domain/kit/locks.server";
import { wake } from "~/platform/wake.server";
import { NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import { copiesHeldUntil, type UnpaidHold } from "../orders/desk/unpaid-orders";
import { unpaidHolds } from "../orders/desk/unpaid-orders.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { NO_ADDRESS } from "./checkout.schema";
import {
  fingerprintOf,
  isBesideOthers,
  type PendingOrder,
  pendingOrders,
  placedBefore,
} from "./pending-orders.server";
import { acceptOnAccount } from "../trade/accept-on-account.server";
import { whyNotOnAccount } from "../trade/on-account";
import { creditOf, dueDay } from "../trade/on-account.server";
import { whyConfirmFirst } from "./unconfirmed-address.server";
import { writeOrder } from "./write-order.server";
import type { OrderRequest, PlaceOrderOutcome } from "./order-request";
import {
  changed,
  lineProblems,
  notOnAccount,
  refuse,
  whyNoCod,
  whyNotDelivered,
} from "./refuse-order.server";

/**
 * Turns the customer's cart into an unpaid order, in one transaction: prices it from the catalogue and the delivery plan, takes
 * the stock and a use of the coupon, and writes order and lines. The cart is not changed until a payment online arrives; it is
 * emptied at once when nothing is paid online.
 * An unpaid order for the same books, prices, coupon, address, delivery and way of paying is returned instead of a second one.
 * Any other of the customer's that waits for a payment online is cancelled first, so that its copies and its use of the coupon
 * are free for the new one.
 * @returns ok: false with reason and sentence when the shop is closed, the address is not the customer's, a book, price or
 * coupon is not as the customer saw it, the parcel is not sent there or paid for in this way, or a customer with an unconfirmed address has
 * placed many unpaid orders
 */
export async function placeOrder(
  db: Db,
  accountId: number,
  request: OrderRequest,
  now = new Date(),
): Promise<PlaceOrderOutcome> {
  const outcome = await beside(db, async (trx): Promise<PlaceOrderOutcome> => {
    await lockPurchase(trx, accountId);
    const [notOpen, address, read, pending, holds, unconfirmed] = await Promise.all([
      whyNoOrders(trx),
      findAddress(trx, accountId, request.addressId),
      // Copies and coupon uses held by the customer's own pending orders count as available, as on every page.
      readCartParts(trx, { accountId }),
      pendingOrders(trx, accountId, now),
      unpaidHolds(trx, accountId, now),
      whyConfirmFirst(trx, accountId, now),
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
    if (unconfirmed !== null) return refuse("unpaid_orders", unconfirmed);
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
