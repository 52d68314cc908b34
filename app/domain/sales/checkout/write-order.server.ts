import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import type { Address } from "~/domain/kit/addresses/addresses.server";
import { endpointsFor } from "~/domain/shop/webhooks/emit-event.server";
import { askToConfirm } from "../at-the-door/confirm-order.server";
import { removePaid } from "../cart/paid-cart.server";
import type { PricedCart } from "../cart/priced-cart.server";
import { type CartCoupon, couponProblem, couponSnapshot } from "../coupons/coupons";
import { askToTransfer } from "../transfers/ask-to-transfer.server";
import { findCouponFor, holdCouponUse } from "../coupons/coupons.server";
import { deliveryColumns } from "../delivery/order-delivery";
import { type Buyer, buyerColumns } from "~/domain/sales/orders/buyer/buyer";
import { type Gift, giftColumns } from "~/domain/sales/orders/buyer/gift";
import { newReceipt } from "../orders/money/receipts.server";
import { orderColumns } from "../orders/order-columns.server";
import { logOrderEvent } from "../orders/order-events.server";
import { cancelUnpaid } from "../orders/order-steps.server";
import { isPaidOnline } from "../orders/paying";
import { booksInStock, takeCopies, takenOf } from "../orders/stock.server";
import { OPENED_COLUMNS, type OrderToOpen, payableOf } from "../payments/payments.server";
import type { PendingOrder } from "./pending-orders.server";

export interface NewOrder {
  accountId: number;
  address: Address;
  buyer: Buyer;
  gift: Gift | null;
  cart: PricedCart;
  coupon: CartCoupon | null;
  /** The customer's unpaid orders, which give back what they hold first. */
  replaced: PendingOrder[];
  gateway: string;
  /** ISO time. */
  payBy: string;
  /** Of an order on account: the plain date by which it is to be paid. */
  dueOn: string | null;
}

/**
 * Writes the order in two round trips: what others hold comes back and the order gets its number; then what belongs to it. An
 * order of which nothing is paid online is placed for good: a third one empties the cart, and asks the customer to confirm it, or for the
 * transfer.
 */
export async function writeOrder(trx: Db, order: NewOrder, now: Date): Promise<OrderToOpen> {
  const { accountId, address, buyer, gift, cart, coupon, replaced } = order;
  const { lines, totals, discounts, spared } = cart;
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
        ...buyerColumns(buyer),
        ...giftColumns(gift),
        ...deliveryColumns(cart.delivery),
        gateway: order.gateway,
        receipt: newReceipt(),
        placed_at: now.toISOString(),
        pay_by: order.payBy,
        due_on: order.dueOn,
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
        lines.map((line, at) => ({
          order_id: orderId,
          book_id: line.bookId,
          title: line.title,
          mrp: line.price,
          unit_price: line.unitPrice,
          quantity: line.quantity,
          hsn: line.hsn,
          tax_rate: line.taxRate,
          discount: discounts[at]!,
          ...taken.get(line.bookId)!,
        })),
      )
      .execute(),
    logOrderEvent(trx, { orderId, kind: "placed", ...byCustomer, detail: { total: totals.total } }, now),
    couponNow &&
      holdCouponUse(
        trx,
        {
          orderId,
          couponId: couponNow.id,
          accountId,
          discount: totals.discount + spared,
          rule: couponSnapshot(couponNow),
        },
        now,
      ),
  ]);
  if (!isPaidOnline(payableOf(written)))
    await together([
      removePaid(trx, accountId, orderId),
      written.payment_way === "cod" && askToConfirm(trx, orderId, now),
      written.payment_way === "transfer" && askToTransfer(trx, orderId, now),
    ]);
  return written;
}
