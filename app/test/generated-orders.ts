import fc from "fast-check";
import { expect } from "vitest";
import type { Db } from "~/db/database.server";
import { recordPaidBack } from "~/domain/sales/at-the-door/pay-back.server";
import { recordCash, recordTransfer } from "~/domain/sales/at-the-door/record-money.server";
import { refuseParcel } from "~/domain/sales/at-the-door/refuse-parcel.server";
import { confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import type { OrderRequest } from "~/domain/sales/checkout/order-request";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import { exchangeBooks } from "~/domain/sales/orders/exchange/exchange.server";
import { readOrderMoney } from "~/domain/sales/orders/money/order-money.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { refundForReturn } from "~/domain/sales/orders/returns/returns";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { acceptQuotation } from "~/domain/sales/quotations/accept-quotation.server";
import { makeQuotation } from "~/domain/sales/quotations/make-quotation.server";
import { quotationSchema } from "~/domain/sales/quotations/quotations.schema";
import { lowerInvoice, recordAccountPayment } from "~/domain/sales/trade/account-money.server";
import { openInvoices, openOfOrder } from "~/domain/sales/trade/on-account.server";
import { indianDate } from "~/domain/kit/dates";
import { NO_COD, planMethod, planZone, storePlan } from "./delivery-plans";
import { ADDRESS, createAccount, createBook, setSettings } from "./factories";
import { createCoupon } from "./factories-coupons";
import { BUYER_FAR, BUYER_NEAR, SELLER } from "./gst-month";
import { createOrderShop, customerWithCart, payOrder, refundKey } from "./orders";
import { MemoryGateway } from "./payments/memory-gateway";

/* Orders of any kind and what becomes of them, drawn by chance and made by the shop's own functions. */

export const KINDS = [
  "online",
  "coupon",
  "door",
  "door part",
  "transfer",
  "staff",
  "quotation",
  "near buyer",
  "far buyer",
  "large",
  "unpaid",
  "account",
] as const;
/** The second month is the one after the order's. */
export const LIVES = ["sent", "cancelled", "cancelled later", "back", "back later", "refused later"] as const;
/** After these the rates of what is left are a matter of the notes, so that only sums with taxes are compared. */
export const PART_LIVES = [
  "part back",
  "part back later",
  "a copy back later",
  "returned later",
  "exchanged later",
  "changed",
] as const;

export interface OrderSpec {
  kind: (typeof KINDS)[number];
  life: (typeof LIVES)[number] | (typeof PART_LIVES)[number];
  isFar: boolean;
  /** 0: the first minute of its month, 1: its middle, 2: its last minute. */
  when: number;
  copies: number;
}

export const orderOf = (lives: readonly OrderSpec["life"][]): fc.Arbitrary<OrderSpec> =>
  fc.record({
    kind: fc.constantFrom(...KINDS),
    life: fc.constantFrom(...lives),
    isFar: fc.boolean(),
    when: fc.nat(2),
    copies: fc.integer({ min: 1, max: 3 }),
  });

/** Where a part is paid before. */
const PATNA = { place: "Patna", state: "Bihar", pincode: "800001" } as const;

/** Of the others the total is paid online, or at the counter. */
const PAYMENTS: Partial<Record<OrderSpec["kind"], OrderRequest["payment"]>> = {
  door: "cod",
  "door part": "cod",
  transfer: "transfer",
  account: "account",
};

/** Handed over when they are placed. */
const isGiven = ({ kind }: OrderSpec) => kind === "staff";

/** The outcome of a step that cannot be refused here. @throws with the shop's sentence */
function sure<Outcome extends { ok: boolean }>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome as Extract<Outcome, { ok: true }>;
}

export interface MonthShop {
  db: Db;
  shop: Awaited<ReturnType<typeof createOrderShop>>;
  /** A printed book without tax, an e-book of 5 %, and the notebook. */
  books: number[];
  /** Its rate is that of its code on the day. */
  notebook: number;
  /** Thirteen of it are worth more than ₹1,00,000. */
  large: number;
  /** Buys on account. */
  bookshop: number;
  /** How many orders there are. */
  made: number;
}

export async function createMonthShop(): Promise<MonthShop> {
  const shop = await createOrderShop();
  const { db } = shop;
  const transfers = { transferOn: "yes", transferName: "Kitab Press", transferUpi: "kitab@upi" } as const;
  await setSettings(db, { gstin: SELLER, mostCopies: 100, ...transfers });
  const method = (partPercent: number) =>
    planMethod({
      rates: { by: "flat", price: 4_900 },
      cod: { ...NO_COD, offered: true, fee: 3_000, partPercent },
    });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const bihar = planZone({ name: "Bihar", states: [], pinPrefixes: ["80"], methods: [method(20)] });
  await storePlan(db, shop.staffId, {
    zones: [bihar, planZone({ name: "India", states: [], pinPrefixes, methods: [method(0)] })],
  });
  const book = { stock: 99_999 };
  const notebook = await createBook(db, { ...book, price: 4_001, hsn: "4820" });
  const large = await createBook(db, { ...book, price: 9_999_00, tax_rate: 1800, hsn: "4911" });
  const books = [
    await createBook(db, { ...book, price: 25_000, tax_rate: 0, hsn: "4901" }),
    await createBook(db, { ...book, price: 9_950, tax_rate: 500, hsn: "998431" }),
    notebook,
  ];
  const bookshop = await createAccount(db);
  const terms = { credit_limit: 1_00_00_00_000, credit_days: 30 };
  await db.updateTable("accounts").set(terms).where("id", "=", bookshop).execute();
  return { db, shop, books, notebook, large, bookshop, made: 0 };
}

export interface Placed {
  orderId: number;
  /** Of an order on account. */
  accountId?: number;
  gateway: MemoryGateway;
}

/** Places the order and pays it, unless nobody does. */
export async function place(months: MonthShop, spec: OrderSpec, now: Date): Promise<Placed | null> {
  const { db, shop, books } = months;
  const { kind, isFar, copies } = spec;
  const gateway = new MemoryGateway(`rfnd_${++months.made}_`);
  const near = kind === "near buyer" || !(isFar || kind === "far buyer");
  const place = kind === "door part" ? PATNA : { state: near ? "Maharashtra" : "Karnataka" };
  const address = { ...ADDRESS, ...place, mobile: String(9_000_000_000 + months.made) };
  if (kind === "staff") {
    const order = staffOrderSchema.parse({
      customer: { name: "A School", phone: address.mobile },
      lines: books.map((bookId) => ({ bookId, qty: copies })),
      payment: "cash",
    });
    const placed = await placeStaffOrder(db, { ...order, staffId: shop.staffId, gateway: gateway.name }, now);
    return { orderId: sure(placed).orderId, gateway };
  }
  if (kind === "quotation") return quoted(months, address, { copies, gateway }, now);
  const first =
    kind === "large" ? { bookId: months.large, quantity: 13 } : { bookId: books[0]!, quantity: copies };
  const whose = kind === "account" ? { accountId: months.bookshop } : {};
  const customer = await customerWithCart(db, { ...first, ...whose, address, now });
  for (const bookId of books.slice(1)) await addToCart(db, customer, { bookId, quantity: copies }, now);
  if (kind === "coupon") {
    // One for all books, and three for two of one book, so that its rate alone has the discount.
    const some = copies === 3 ? ({ kind: "copies", value: 1, set_size: 3, scope: "books" } as const) : {};
    const { code, id } = await createCoupon(db, { kind: "percentage", value: 1_333, ...some });
    if (copies === 3)
      await db.insertInto("coupon_targets").values({ coupon_id: id, for_book: books[1]! }).execute();
    sure(await applyCoupon(db, customer, code, now));
  }
  const gstin = kind === "near buyer" ? BUYER_NEAR : kind === "far buyer" ? BUYER_FAR : "";
  const buyer = { gstin, name: "A Library", address: "", reference: "PO 7" };
  const request = { addressId: customer.addressId, gateway: gateway.name, ...(gstin && { buyer }) };
  const payment = PAYMENTS[kind];
  const placed = await placeOrder(db, customer.accountId, { ...request, ...(payment && { payment }) }, now);
  const { orderId, totals } = sure(placed);
  if (kind === "unpaid") return null;
  if (kind === "door") sure(await confirmByStaff(db, { orderId, staffId: shop.staffId }, now));
  if (kind === "transfer") await transferred(months, orderId, totals.total, now);
  if (payment && kind !== "door part") return { orderId, gateway, ...whose };
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, now);
  const { gatewayOrderId, amount } = sure(opened);
  await payOrder(db, gateway, { gatewayOrderId, total: amount }, { now });
  return { orderId, gateway };
}

async function transferred({ db, shop }: MonthShop, orderId: number, amount: number, now: Date) {
  const money = { amount, reference: `UTR ${orderId}`, receivedOn: indianDate(now) };
  sure(await recordTransfer(db, { orderId, staffId: shop.staffId, ...money }, now));
}

/** Accepted ten days after it was made: at its prices, and at the rates of that day. */
async function quoted(
  months: MonthShop,
  address: typeof ADDRESS,
  { copies, gateway }: { copies: number; gateway: MemoryGateway },
  now: Date,
): Promise<Placed> {
  const { db, shop, books, bookshop } = months;
  const isOnAccount = copies > 1;
  const wanted = quotationSchema.parse({
    customer: isOnAccount ? { id: bookshop } : { name: "A Library", phone: address.mobile },
    address,
    lines: books.map((bookId) => ({ bookId, qty: copies, discountPercent: 12.5 })),
    discountReason: "Library",
    payment: isOnAccount ? "account" : "proforma",
    validUntil: indianDate(now),
  });
  const at = new Date(now.getTime() - 10 * 86_400_000);
  const { id } = sure(await makeQuotation(db, { ...wanted, staffId: shop.staffId }, at));
  const by = { name: "Meera Nair", reference: "PO 8", gateway: gateway.name };
  const { orderId, totals } = sure((await acceptQuotation(db, { id, ...by }, now))!);
  if (isOnAccount) return { orderId, gateway, accountId: bookshop };
  await transferred(months, orderId, totals.total, now);
  return { orderId, gateway };
}

async function send(
  { db, shop }: MonthShop,
  { orderId }: Placed,
  { kind }: OrderSpec,
  now: Date,
): Promise<void> {
  const request = { orderId, staffId: shop.staffId };
  await markPacked(db, request, now);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${orderId}` }, now);
  await markDelivered(db, request, now);
  if (!kind.startsWith("door")) return;
  const order = db.selectFrom("orders").select("due_at_door as amount").where("id", "=", orderId);
  const cash = { ...(await order.executeTakeFirstOrThrow()), reference: "", receivedOn: indianDate(now) };
  sure(await recordCash(db, { ...request, ...cash, key: refundKey() }, now));
}

/** Of an order on account half of what is open is paid, or all of it; or half of all that is open, the oldest first. */
async function payOpen(
  { db, shop }: MonthShop,
  { orderId, accountId }: Placed,
  of: "half" | "all" | "the oldest",
  now: Date,
): Promise<void> {
  if (accountId === undefined) return;
  const isSpread = of === "the oldest";
  const invoices = isSpread ? await openInvoices(db, accountId) : [{ open: await openOfOrder(db, orderId) }];
  const open = invoices.reduce((sum, invoice) => sum + invoice.open, 0);
  const amount = of === "all" ? open : Math.ceil(open / 2);
  if (amount === 0) return;
  const money = { amount, way: "transfer" as const, reference: "N 1", receivedOn: indianDate(now) };
  const request = { ...money, accountId, staffId: shop.staffId, orderId: isSpread ? 0 : orderId };
  sure(await recordAccountPayment(db, { ...request, key: refundKey() }, now));
}

/** The payment service pays refunds back, and staff those of what they recorded. */
async function moneyGoesBack(
  { db, shop }: MonthShop,
  { orderId, gateway }: Placed,
  now: Date,
): Promise<void> {
  await processRefunds(db, gateway, now);
  const byHand = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select("r.id")
    .where("r.order_id", "=", orderId)
    .where("r.status", "=", "queued")
    .where("p.gateway", "in", ["cash", "transfer"])
    .orderBy("r.id")
    .execute();
  for (const { id: refundId } of byHand) {
    const request = { orderId, refundId, staffId: shop.staffId, how: "NEFT 9" };
    sure(await recordPaidBack(db, request, now));
  }
}

async function giveBack(
  months: MonthShop,
  placed: Placed,
  of: { amount: "full" | number; returnId?: number },
  now: Date,
): Promise<void> {
  const request = { orderId: placed.orderId, staffId: months.shop.staffId, reason: "r", key: refundKey() };
  await refundByStaff(months.db, { ...request, ...of }, now);
  await moneyGoesBack(months, placed, now);
}

/** A copy of the second book. */
async function askBack({ db, books }: MonthShop, { orderId }: Placed, now: Date): Promise<void> {
  const of = db.selectFrom("orders").select("account_id as accountId").where("id", "=", orderId);
  const whose = await of.executeTakeFirstOrThrow();
  const items = [{ bookId: books[1]!, qty: 1 }];
  sure(await askForReturn(db, { orderId, ...whose, items, reason: "damaged", remarks: "" }, now));
}

/** What is done in the month of the order (0) and in the one after (1). */
export async function live(
  months: MonthShop,
  placed: Placed,
  spec: OrderSpec,
  month: 0 | 1,
  now: Date,
): Promise<void> {
  const { db, shop } = months;
  const request = { orderId: placed.orderId, staffId: shop.staffId };
  const step = `${spec.life} ${month}`;
  if (month === 0 && !["cancelled", "cancelled later", "refused later", "changed"].includes(spec.life))
    await send(months, placed, spec, now);
  // What is open is taken off, before money goes back.
  const { accountId } = placed;
  if (accountId !== undefined && (step === "part back 0" || step === "part back later 1")) {
    const amount = Math.min(3_333, await openOfOrder(db, placed.orderId));
    const less = { ...request, accountId, amount, reason: "r", key: refundKey() };
    if (amount > 0) sure(await lowerInvoice(db, less, now));
  }
  const isBack = month === 1 ? spec.life.endsWith("later") : ["back", "part back"].includes(spec.life);
  const isAll = isBack && spec.life !== "refused later";
  await payOpen(months, placed, isAll ? "all" : spec.life === "sent" ? "the oldest" : "half", now);
  if (step === "cancelled 0" || step === "cancelled later 1") {
    await cancelByStaff(db, { ...request, note: "" }, now);
    await moneyGoesBack(months, placed, now);
  }
  if (step === "back 0" || step === "back later 1") await giveBack(months, placed, { amount: "full" }, now);
  if (step === "part back 0" || step === "part back later 1")
    await giveBack(months, placed, { amount: 3_333 }, now);
  if (step === "returned later 0") await askBack(months, placed, now);
  if (step === "returned later 1") {
    const order = (await readOrder(db, placed.orderId, "anybody", now))!;
    const [returned] = order.returns;
    const answer = { ...request, returnId: returned!.id, note: "", restock: true };
    for (const given of ["approve", "received"] as const)
      sure(await answerReturn(db, { ...answer, answer: given }, now));
    const amount = refundForReturn(returned!, order, (await readOrderMoney(db, placed.orderId))!.left);
    await giveBack(months, placed, { amount, returnId: returned!.id }, now);
  }
  if (step === "a copy back later 1") {
    const { lines } = (await readOrder(db, placed.orderId, "anybody", now))!;
    const copy = [{ id: lines[1]!.id, qty: 1, restock: true }];
    const refund = {
      ...request,
      amount: "lines",
      lines: copy,
      shipping: 0,
      reason: "r",
      key: refundKey(),
    } as const;
    await refundByStaff(db, refund, now);
    await moneyGoesBack(months, placed, now);
  }
  // What is on account is taken off its invoice instead.
  if (step === "exchanged later 1" && accountId === undefined) {
    const { lines } = (await readOrder(db, placed.orderId, "anybody", now))!;
    const exchange = exchangeSchema.parse({
      version: await orderVersion(db, placed.orderId),
      lines: [{ id: lines[0]!.id, qty: 1, restock: true }],
      add: [{ bookId: months.notebook, qty: 1 }],
      idempotencyKey: refundKey(),
    });
    const outcome = await exchangeBooks(db, { ...request, gateway: placed.gateway.name, ...exchange }, now);
    expect(sure(outcome).due).toBe(0);
    await processRefunds(db, placed.gateway, now);
  }
  if (step === "refused later 0" && !isGiven(spec)) {
    await markPacked(db, request, now);
    await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${placed.orderId}` }, now);
  }
  if (step === "refused later 1") {
    // What was paid before goes back, or is kept for what the parcel cost.
    const refused = { ...request, note: "", payBack: spec.copies !== 2 };
    expect((await refuseParcel(db, refused, now)).ok).toBe(spec.kind.startsWith("door"));
    await moneyGoesBack(months, placed, now);
  }
  if (spec.life === "changed") {
    const { lines } = (await readOrder(db, placed.orderId, "anybody", now))!;
    const version = await orderVersion(db, placed.orderId);
    const less = editOrderSchema.parse({ version, lines: [{ id: lines.at(-1)!.id, qty: month }] });
    await editOrder(db, { ...request, ...less }, now);
    await moneyGoesBack(months, placed, now);
  }
}
