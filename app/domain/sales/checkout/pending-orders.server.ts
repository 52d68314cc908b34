import type { Db } from "~/db/database.server";
import type { Address } from "~/domain/kit/addresses/addresses.server";
import type { CartLine } from "../cart/cart";
import type { PaymentWay } from "../delivery/plan";
import { type Buyer, BUYER_PARTS, buyerOf, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import { type Gift, giftOf } from "~/domain/sales/orders/buyer/gift";
import type { Totals } from "../orders/money/totals";
import { isPaidOnline } from "../orders/paying";
import { OPENED_COLUMNS, type OrderToOpen, payableOf } from "../payments/payments.server";
import { cartChanges, type ExpectedLine } from "./cart-changes";

type Postal = Omit<Address, "id" | "isDefault">;

interface Same {
  lines: Pick<CartLine, "bookId" | "unitPrice" | "quantity" | "hsn" | "taxRate">[];
  totals: Totals;
  couponCode: string | null;
  address: Postal;
  gateway: string;
  methodId: number | null;
  payment: PaymentWay;
  dueAtDoor: number;
  buyer: Buyer;
  gift: Gift | null;
}

/** A text that is the same for two orders if they are the same for the shopper. */
export function fingerprintOf(order: Same): string {
  const books = order.lines
    .toSorted((a, b) => a.bookId - b.bookId)
    .map((line) => [line.bookId, line.unitPrice, line.quantity, line.hsn, line.taxRate]);
  const { discount, shipping, tax, total } = order.totals;
  const { couponCode, gateway, methodId, payment, dueAtDoor } = order;
  const money = [couponCode, discount, shipping, tax, total];
  return JSON.stringify([
    books,
    money,
    postal(order.address),
    gateway,
    methodId,
    payment,
    dueAtDoor,
    parts(order.buyer),
    order.gift,
  ]);
}

const postal = ({ fullname, address1, address2, place, state, pincode, mobile, email }: Postal) => [
  fullname,
  address1,
  address2,
  place,
  state,
  pincode,
  mobile,
  email,
];

const parts = (buyer: Buyer) => BUYER_PARTS.map((part) => buyer[part]);

export interface PendingOrder {
  order: OrderToOpen;
  fingerprint: string;
  lines: { bookId: number; title: string; quantity: number; unitPrice: number }[];
  totals: Totals;
  couponCode: string | null;
  address: Postal;
  buyer: Buyer;
  gift: Gift | null;
}

/**
 * The customer's orders that wait for their payment or to be confirmed; usually at most one. One on account, which is accepted
 * at once, counts as long as the same form may be sent again.
 */
export async function pendingOrders(trx: Db, accountId: number, now: Date): Promise<PendingOrder[]> {
  const pending = trx
    .selectFrom("orders")
    .where("account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("state", "=", "pending"),
        eb.and([
          eb("due_on", "is not", null),
          eb("state", "=", "paid"),
          eb("pay_by", ">", now.toISOString()),
        ]),
      ]),
    );
  const [orders, lines] = await Promise.all([
    pending.selectAll().orderBy("id").execute(),
    trx
      .selectFrom("order_lines")
      .select(["order_id as orderId", "book_id as bookId", "title", "unit_price as unitPrice"])
      .select(["quantity", "hsn", "tax_rate as taxRate"])
      .where("order_id", "in", pending.select("id"))
      .execute(),
  ]);
  return orders.map((order) => {
    const same = {
      lines: lines.filter(({ orderId }) => orderId === order.id),
      totals: { ...order, itemCount: order.item_count },
      couponCode: order.coupon_code,
      address: { ...order, state: order.state_name },
      gateway: order.gateway,
      methodId: order.method_id,
      payment: order.payment_way,
      dueAtDoor: order.due_at_door,
      buyer: buyerOf(order) ?? NO_BUYER,
      gift: giftOf(order),
    };
    const { itemCount, subtotal, discount, shipping, tax, total } = same.totals;
    const totals = { itemCount, subtotal, discount, shipping, tax, total };
    const open = Object.fromEntries(OPENED_COLUMNS.map((column) => [column, order[column]])) as OrderToOpen;
    return { ...same, totals, order: open, fingerprint: fingerprintOf(same) };
  });
}

/** Whether it waits for the shop or for a transfer: the cart was emptied when it was placed. */
export const isBesideOthers = ({ order }: PendingOrder): boolean =>
  order.placed_by !== null || !isPaidOnline(payableOf(order));

/**
 * The order that a repeated request has placed already, whose cart is empty since: a double click, or an app that got no
 * answer. @returns undefined when there is none of these books, to this address, paid this way
 */
export function placedBefore(
  pending: readonly PendingOrder[],
  request: {
    expectedLines?: ExpectedLine[];
    payment?: PaymentWay;
    methodId?: number | null;
    buyer: Buyer;
    gift: Gift | null;
  },
  address: Postal,
  now: Date,
): PendingOrder | undefined {
  const { expectedLines, methodId = null } = request;
  if (!expectedLines) return undefined;
  return pending.findLast(
    (one) =>
      isBesideOthers(one) &&
      one.order.pay_by > now.toISOString() &&
      one.order.payment_way === request.payment &&
      (methodId === null || methodId === one.order.method_id) &&
      postal(one.address).join("\n") === postal(address).join("\n") &&
      parts(one.buyer).join("\n") === parts(request.buyer).join("\n") &&
      JSON.stringify(one.gift) === JSON.stringify(request.gift) &&
      cartChanges(one.lines, expectedLines).length === 0,
  );
}
