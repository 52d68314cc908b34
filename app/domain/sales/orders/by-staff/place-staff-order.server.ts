import { createHash } from "node:crypto";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { preview } from "~/db/preview.server";
import { wake } from "~/platform/wake.server";
import { applySaleDatesOf, isSaleDue } from "~/domain/catalogue/books/apply-sale-dates.server";
import { forthcomingOf } from "~/domain/catalogue/books/sale/sale";
import { readLowStock } from "~/domain/catalogue/books/record/stock-events.server";
import { taxOn } from "~/domain/catalogue/books/tax/tax-rates";
import { readTaxRates } from "~/domain/catalogue/books/tax/tax-rates.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { lockBooks, lockCustomer } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { offerDelivery } from "../../cart/cart-delivery";
import type { PaymentWay } from "../../delivery/plan";
import { readPlan } from "../../delivery/plan.server";
import { deliveryColumns } from "../../delivery/order-delivery";
import { mailedOrders } from "../order-mails.server";
import { buyerColumns, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import { giftColumns } from "~/domain/sales/orders/buyer/gift";
import { orderColumns } from "../order-columns.server";
import { logOrderEvent } from "../order-events.server";
import { newReceipt } from "../money/receipts.server";
import { SMALLEST_TOTAL, type Totals } from "../money/totals";
import { takeCopies, takenOf } from "../stock.server";
import { keptRule } from "../../coupons/coupons";
import { holdCouponUse } from "../../coupons/coupons.server";
import { lessDiscount, priceFor } from "../../trade/member-price";
import { memberDiscounts } from "../../trade/member-price.server";
import { sellerOf } from "../../documents/issued-document";
import { acceptOnAccount } from "../../trade/accept-on-account.server";
import { limitPassed } from "../../trade/on-account";
import { creditOf, dueDay } from "../../trade/on-account.server";
import { accept } from "../../payments/settle-order.server";
import { writeByHand } from "../../payments/write-by-hand.server";
import { bookRows } from "../edit/read-for-edit.server";
import { customerFor, knownCustomer } from "./customer-for.server";
import { handOver } from "./hand-over.server";
import { lockStaffCoupons, withStaffCoupon } from "./staff-coupons.server";
import { queueToPayMail } from "./to-pay-mail.server";
import type { NewStaffOrder, StaffPayment } from "./staff-order.schema";

interface Request extends NewStaffOrder {
  staffId: number;
  /** The name of the gateway for a link. */
  gateway: string;
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
  request: Request,
  now = new Date(),
): Promise<StaffOrderOutcome> {
  const outcome = await beside(db, (trx) => place(trx, request, now));
  if (outcome.ok) wake("mail");
  return outcome;
}

/** What `placeStaffOrder` would answer now; nothing is kept. */
export const previewStaffOrder = (db: Db, request: Request, now = new Date()): Promise<StaffOrderOutcome> =>
  preview(db, (trx) => place(trx, request, now));

async function place(trx: Db, request: Request, now: Date): Promise<StaffOrderOutcome> {
  const { staffId, payment, lines: wanted } = request;
  const refused = (field: string | null, message: string) => ({ ok: false, field, message }) as const;
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
  const doubled = wanted.findIndex(({ bookId }, at) => wanted.findIndex((one) => one.bookId === bookId) < at);
  if (doubled >= 0) return refused(`lines[${doubled}].bookId`, "Each book can be given once");
  const bookIds = wanted.map(({ bookId }) => bookId);
  await lockStaffCoupons(trx, request);
  await lockBooks(trx, bookIds);
  const [closed, settings, plan, lowStock, rates] = await Promise.all([
    whyNoOrders(trx),
    readSettings(trx),
    readPlan(trx),
    readLowStock(trx),
    readTaxRates(trx),
  ]);
  if (closed !== null) return refused(null, closed);
  let books = await bookRows(trx, bookIds);
  const due = books.filter((book) => isSaleDue(book, now)).map(({ id }) => id);
  if (due.length > 0) {
    await applySaleDatesOf(trx, due, now);
    books = await bookRows(trx, bookIds);
  }
  const member = await memberDiscounts(trx, known, bookIds);
  const today = indianDate(now);
  for (const [at, { bookId, qty }] of wanted.entries()) {
    const book = books.find(({ id }) => id === bookId);
    if (!book || book.hidden === 1)
      return refused(`lines[${at}].bookId`, `Book ${bookId} is not in the store`);
    if (takenOf(books, [{ bookId, quantity: qty }], now) === null)
      return refused(`lines[${at}].qty`, `Only ${book.stock} of “${book.title}” can be had`);
  }
  const lines = wanted.map(({ bookId, qty, discountPercent }) => {
    const book = books.find(({ id }) => id === bookId)!;
    const forthcoming = forthcomingOf(book, today);
    const price = priceFor(member, { bookId, price: book.price, charged: book.charged_price }, qty);
    return {
      bookId,
      title: book.title,
      mrp: book.price,
      unitPrice: lessDiscount(price, Math.round(discountPercent * 100)),
      quantity: qty,
      ...taxOn(book, { rates, shop: settings }, today),
      weightG: book.weight_g,
      pageCount: book.page_count,
      ...(forthcoming && { forthcoming }),
    };
  });
  const isCounter = request.address === undefined;
  if (isCounter && lines.some(({ forthcoming }) => forthcoming))
    return refused("lines", "A book that is not out yet cannot be handed over");
  const way: PaymentWay =
    payment === "link" ? "online" : payment === "cod" || payment === "account" ? payment : "transfer";
  const offer = offerDelivery(
    plan,
    settings,
    lines,
    {
      pin: request.address?.pincode ?? "",
      methodId: request.methodId ?? null,
      // Money that has come is not asked for.
      payment: way === "cod" ? "cod" : "online",
    },
    now,
  );
  if (!isCounter && offer.problem)
    return refused(
      offer.problem.reason === "place"
        ? "address.pincode"
        : offer.problem.reason === "method"
          ? "methodId"
          : "payment",
      offer.problem.message,
    );
  const charge = isCounter ? { shipping: 0, codFee: 0 } : offer;
  const priced = await withStaffCoupon(trx, request, { lines, rules: settings, delivery: charge }, now);
  if (!priced.ok) return refused("coupon", priced.message);
  const { totals, discounts, coupon } = priced;
  const couponCode = coupon?.code ?? null;
  if (totals.total < SMALLEST_TOTAL)
    return refused("lines", `An order costs at least ${formatRupees(SMALLEST_TOTAL)}`);
  const credit = payment === "account" ? await creditOf(trx, known) : null;
  const passed = credit && limitPassed(credit, totals.total);
  if (passed && request.creditReason === "") return refused("creditReason", passed);
  const customer = await customerFor(trx, request.customer, now);
  if (customer === "unknown") return refused("customer.id", "There is no such customer");
  if (customer === "unconfirmed")
    return refused(
      "customer.email",
      "The account with this address has not confirmed it. Leave the address out, or choose the customer in the list",
    );
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
      due_on: credit && dueDay(credit, now),
      placed_at: now.toISOString(),
      pay_by: new Date(now.getTime() + 24 * settings.transferDays * HOUR_MS).toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const copies = lines.map(({ bookId, quantity }) => ({ bookId, quantity }));
  const taken = takenOf(books, copies, now)!;
  await takeCopies(trx, books, copies, taken, lowStock, now);
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
    const use = { orderId, couponId: coupon.id, accountId: customer.id, discount, rule: keptRule(coupon) };
    await holdCouponUse(trx, use, now);
  }
  await record(trx, request, { orderId, totals, isCounter }, now);
  return { ok: true, orderId, isNew: true, message: placed(orderId), totals, couponCode, payment };
}

const placed = (orderId: number) => `Order #${orderId} is placed`;

/** Unique for a form: however often it is sent, there is one order. */
const receiptOf = ({ idempotencyKey, staffId }: Request) =>
  idempotencyKey === undefined
    ? newReceipt()
    : `ks_${createHash("sha256").update(`${staffId} ${idempotencyKey}`).digest("base64url").slice(0, 30)}`;

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
  request: Request,
  { orderId, totals, isCounter }: { orderId: number; totals: Totals; isCounter: boolean },
  now: Date,
): Promise<void> {
  const { staffId, payment, reference, note, discountReason, creditReason } = request;
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const detail = { total: totals.total, ...(discountReason && { discount: discountReason }) };
  await logOrderEvent(trx, { orderId, kind: "placed", ...by, detail }, now);
  if (note) await logOrderEvent(trx, { orderId, kind: "note", ...by, detail: { note } }, now);
  const after = {
    Total: formatRupees(totals.total),
    Payment: payment,
    ...(discountReason && { "Discount because": discountReason }),
    ...(reference && { Reference: reference }),
    ...(payment === "account" && creditReason && { "Limit passed because": creditReason }),
  };
  await recordAudit(trx, { staffId, subject: "order", subjectId: orderId, action: "placed", after }, now);
  if (payment === "link") {
    await queueToPayMail(trx, orderId, now);
    return;
  }
  const order = await mailedOrders(trx).where("o.id", "=", orderId).executeTakeFirstOrThrow();
  if (isRecorded(payment)) {
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
