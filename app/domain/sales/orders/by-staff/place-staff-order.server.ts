import { createHash } from "node:crypto";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { preview } from "~/db/preview.server";
import { wake } from "~/platform/wake.server";
import { readLowStock } from "~/domain/catalogue/books/record/stock-events.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { lockCustomer } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { deliveryColumns } from "../../delivery/order-delivery";
import { mailedOrders } from "../order-mails.server";
import { buyerColumns, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import { giftColumns } from "~/domain/sales/orders/buyer/gift";
import { orderColumns } from "../order-columns.server";
import { type EventActor, logOrderEvent } from "../order-events.server";
import { newReceipt } from "../money/receipts.server";
import type { Totals } from "../money/totals";
import { takeCopies, takenOf } from "../stock.server";
import { couponSnapshot } from "../../coupons/coupons";
import { holdCouponUse } from "../../coupons/coupons.server";
import { sellerOf } from "../../documents/issued-document";
import { acceptOnAccount } from "../../trade/accept-on-account.server";
import { dueDay } from "../../trade/on-account.server";
import { askToTransfer } from "../../transfers/ask-to-transfer.server";
import { accept } from "../../payments/settle-order.server";
import { writeByHand } from "../../payments/write-by-hand.server";
import { customerToServe, knownCustomer } from "./customer-for.server";
import { EXCHANGE, exchangeMoney, type ExchangeTerms } from "../exchange/exchange";
import { replaceBalance } from "../../payments/balances.server";
import { handOver } from "./hand-over.server";
import { priceStaffOrder, type QuotedPrices } from "./price-staff-order.server";
import { queueToPayMail } from "./to-pay-mail.server";
import type { NewStaffOrder, StaffPayment } from "./staff-order.schema";

export interface StaffOrderRequest extends NewStaffOrder {
  staffId: number;
  /** The name of the gateway for a link. */
  gateway: string;
  /** Of an order that a quotation was accepted for: its prices hold, and it is placed once. */
  quoted?: QuotedOrder;
  /** Of an order in exchange: books that come back pay it. */
  exchange?: ExchangeTerms;
}

/** The quotation of an order, and who has accepted it. */
export interface QuotedOrder extends QuotedPrices {
  id: number;
  number: string;
  by: EventActor;
  acceptedBy: string;
}

export type StaffOrderOutcome =
  /** Paise. `payment`: how it is paid, or was. `isNew`: false when the same key has placed it before. */
  | {
      ok: true;
      orderId: number;
      isNew: boolean;
      message: string;
      totals: Totals;
      couponCode: string | null;
      payment: StaffPayment;
    }
  | { ok: false; field: string | null; message: string };

const HOUR_MS = 3_600_000;
const RECORDED = ["cash", "upi", "transfer"] as const satisfies StaffPayment[];
const isRecorded = (payment: StaffPayment): payment is (typeof RECORDED)[number] =>
  (RECORDED as readonly string[]).includes(payment);

/**
 * Staff place an order for somebody: by telephone, at a fair, for a school. The same prices, stock, tax and documents as in the
 * shop; quantities beyond its limit, and a discount by line with a reason. Without an address it is handed over at once.
 * @returns refused: the shop is closed, or at a field what does not fit: a customer who is not there, a hidden book, too few
 * copies, a place or way of delivery, a way of paying. A refusal changes nothing
 */
export async function placeStaffOrder(
  db: Db,
  request: StaffOrderRequest,
  now = new Date(),
): Promise<StaffOrderOutcome> {
  const outcome = await beside(db, (trx) => placeIn(trx, request, now));
  if (outcome.ok) wake("mail");
  return outcome;
}

/** What `placeStaffOrder` would answer now; nothing is written. */
export const previewStaffOrder = (
  db: Db,
  request: StaffOrderRequest,
  now = new Date(),
): Promise<StaffOrderOutcome> => preview(db, (trx) => placeIn(trx, request, now));

/**
 * The same within a transaction `beside` others, which wakes the task of mails after it.
 * @param trx has locked nothing but customers
 */
export async function placeIn(trx: Db, request: StaffOrderRequest, now: Date): Promise<StaffOrderOutcome> {
  const { staffId, payment } = request;
  const receipt = receiptOf(request);
  await lockCustomer(trx, staffId);
  const known = await knownCustomer(trx, request.customer);
  if (payment === "account" && known !== null) await lockCustomer(trx, known);
  const earlier = await trx
    .selectFrom("orders")
    .select(["id", "item_count", "subtotal", "discount", "shipping", "tax", "total", "coupon_code"])
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  if (earlier) {
    const { id: orderId, item_count: itemCount, coupon_code: couponCode, ...money } = earlier;
    const totals = { itemCount, ...money };
    return { ok: true, orderId, isNew: false, message: placed(orderId), totals, couponCode, payment };
  }
  const priced = await priceStaffOrder(trx, request, known, now);
  if (!priced.ok) return priced;
  const { books, lines, offer, way, totals, discounts, coupon, credit, settings } = priced;
  const couponCode = coupon?.code ?? null;
  const isCounter = request.address === undefined;
  const found = await customerToServe(trx, request.customer, now);
  if (!found.ok) return found;
  const { customer } = found;
  const dueAtDoor = way === "cod" ? totals.total : 0;
  const delivery = isCounter
    ? { payment_way: way, cod_fee: 0, due_at_door: dueAtDoor }
    : deliveryColumns({ ...offer, payment: way, dueNow: totals.total - dueAtDoor, dueAtDoor });
  const { id: orderId } = await trx
    .insertInto("orders")
    .values({
      account_id: customer.id,
      ...orderColumns(totals, request.address ?? counterAddress(customer, settings), couponCode),
      ...buyerColumns(request.buyer ?? NO_BUYER),
      ...giftColumns(request.gift ?? null),
      ...delivery,
      gateway: request.gateway,
      receipt,
      placed_by: staffId,
      exchange_of: request.exchange?.orderId ?? null,
      due_on: credit && dueDay(credit, now),
      placed_at: now.toISOString(),
      pay_by: new Date(now.getTime() + 24 * settings.transferDays * HOUR_MS).toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const copies = lines.map(({ bookId, quantity }) => ({ bookId, quantity }));
  const taken = takenOf(books, copies, now)!;
  await takeCopies(trx, books, copies, taken, await readLowStock(trx), now);
  await trx
    .insertInto("order_lines")
    .values(
      lines.map((line, at) => ({
        order_id: orderId,
        book_id: line.bookId,
        title: line.title,
        mrp: line.mrp,
        unit_price: line.unitPrice,
        quantity: line.quantity,
        hsn: line.hsn,
        tax_rate: line.taxRate,
        discount: discounts[at]!,
        ...taken.get(line.bookId)!,
      })),
    )
    .execute();
  if (coupon) {
    const discount = totals.discount + priced.spared;
    const use = {
      orderId,
      couponId: coupon.id,
      accountId: customer.id,
      discount,
      rule: couponSnapshot(coupon),
    };
    await holdCouponUse(trx, use, now);
  }
  await record(trx, request, { orderId, totals, isCounter }, now);
  return { ok: true, orderId, isNew: true, message: placed(orderId), totals, couponCode, payment };
}

const placed = (orderId: number) => `Order #${orderId} is placed`;

/** Unique for a form: however often it is sent, there is one order. */
export const receiptOf = ({
  idempotencyKey,
  staffId,
  quoted,
}: Pick<StaffOrderRequest, "idempotencyKey" | "staffId" | "quoted">) => {
  if (quoted) return receiptFor(`quotation ${quoted.id}`);
  return idempotencyKey === undefined ? newReceipt() : receiptFor(`${staffId} ${idempotencyKey}`);
};
const receiptFor = (form: string) =>
  `ks_${createHash("sha256").update(form).digest("base64url").slice(0, 30)}`;

/** Where a book changes hands: the shop's own state, for the tax. */
const counterAddress = (
  { name, phone, email }: { name: string; phone: string; email: string },
  settings: Settings,
) => ({
  fullname: name,
  address1: "Handed over at the counter",
  address2: "",
  place: "",
  state: sellerOf(settings).state?.name ?? "",
  pincode: "",
  mobile: phone,
  email,
});

/** Logs the order, and accepts one that is paid or will be at the door; asks for the money of another. */
async function record(
  trx: Db,
  request: StaffOrderRequest,
  { orderId, totals, isCounter }: { orderId: number; totals: Totals; isCounter: boolean },
  now: Date,
): Promise<void> {
  const { staffId, payment, reference, note, discountReason, creditReason, quoted, exchange } = request;
  const ofStaff = { actor: "staff", actorAccountId: staffId } as const;
  const by = quoted?.by ?? ofStaff;
  const detail = {
    total: totals.total,
    ...(discountReason && { discount: discountReason }),
    ...(quoted && { quotation: quoted.number, acceptedBy: quoted.acceptedBy }),
    ...(exchange && { exchangeOf: exchange.orderId }),
  };
  await logOrderEvent(trx, { orderId, kind: "placed", ...by, detail }, now);
  if (note) await logOrderEvent(trx, { orderId, kind: "note", ...ofStaff, detail: { note } }, now);
  const after = {
    Total: formatRupees(totals.total),
    Payment: exchange ? `In exchange for books of order #${exchange.orderId}` : payment,
    ...(quoted && { Quotation: quoted.number }),
    ...(discountReason && { "Discount because": discountReason }),
    ...(reference && { Reference: reference }),
    ...(payment === "account" && creditReason && { "Limit passed because": creditReason }),
  };
  // What a customer does is in the order's log alone.
  if (by.actor === "staff")
    await recordAudit(trx, { staffId, subject: "order", subjectId: orderId, action: "placed", after }, now);
  if (payment === "link") {
    await queueToPayMail(trx, orderId, now);
    return;
  }
  if (payment === "proforma") {
    await askToTransfer(trx, orderId, now);
    return;
  }
  const due = exchange ? exchangeMoney(totals.total, exchange).due : 0;
  if (due > 0) await replaceBalance(trx, orderId, due, now);
  const order = await mailedOrders(trx).where("o.id", "=", orderId).executeTakeFirstOrThrow();
  if (exchange) {
    const amount = totals.total - due;
    const reference = `Order #${exchange.orderId}`;
    const money = { id: `exchange_${orderId}`, orderId, way: EXCHANGE, amount, reference, staffId } as const;
    const write = () => writeByHand(trx, { ...money, receivedOn: indianDate(now) }, now);
    const paid = { payment: `Books of order #${exchange.orderId}`, amount, source: "staff" };
    const paidBy = { id: reference, method: EXCHANGE };
    await accept(trx, order, { paidBy, by, kind: "paid", detail: paid, write }, now);
  } else if (isRecorded(payment)) {
    const way = payment === "cash" ? ("cash" as const) : ("transfer" as const);
    const { total: amount } = totals;
    const receivedOn = indianDate(now);
    const id = `${way}_${orderId}_desk`;
    const money = { id, orderId, way, method: payment, amount, reference, receivedOn, staffId };
    const write = () => writeByHand(trx, money, now);
    const paidBy = { id: reference, method: payment };
    const paid = { payment: reference || payment, amount: totals.total, source: "staff" };
    await accept(trx, order, { paidBy, by, kind: "paid", detail: paid, write }, now);
  } else if (payment === "account") {
    await acceptOnAccount(trx, orderId, by, now);
  } else {
    const how = "by staff";
    const confirmed = { due: totals.total, how };
    await accept(
      trx,
      order,
      { paidBy: { id: "", method: null }, by, kind: "confirmed", detail: confirmed },
      now,
    );
  }
  if (isCounter) await handOver(trx, orderId, staffId, now);
}
