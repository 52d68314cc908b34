import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { recordPaidBack } from "~/domain/sales/at-the-door/pay-back.server";
import { recordCash } from "~/domain/sales/at-the-door/record-money.server";
import { refuseParcel } from "~/domain/sales/at-the-door/refuse-parcel.server";
import { confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
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
import { readOrder } from "~/domain/sales/orders/orders.server";
import { ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { lowerInvoice, recordAccountPayment } from "~/domain/sales/trade/account-money.server";
import { openInvoices, openOfOrder } from "~/domain/sales/trade/on-account.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { ADDRESS, createBook, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { BUYER_FAR, BUYER_NEAR, SELLER } from "~/test/gst-month";
import {
  changeOf,
  type Figures,
  figuresOfDocuments,
  figuresOfFile,
  ordersWithOtherMoney,
  worthInFile,
  worthOfOrders,
} from "~/test/independent-checker";
import { createOrderShop, customerWithCart, payOrder, refundKey } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { monthAfter, type Period, periodOfMonth } from "../period";
import { toGstr1Json } from "./gstr1.json";
import { readGstr1 } from "./read-return.server";

/*
 * For any months of orders, made by the shop's own functions: the return agrees to the paisa with what the independent checker
 * finds in the documents, and with what it finds in orders and refunds. Each run has three months of its own.
 */

const KINDS = [
  "online",
  "coupon",
  "door",
  "staff",
  "near buyer",
  "far buyer",
  "large",
  "unpaid",
  "account",
] as const;
/** The second month is the one after the order's. */
const LIVES = ["sent", "cancelled", "cancelled later", "back", "back later", "refused later"] as const;
/** After these the rates of what is left are a matter of the notes, so that only sums with taxes are compared. */
const PART_LIVES = [
  "part back",
  "part back later",
  "a copy back later",
  "exchanged later",
  "changed",
] as const;

interface OrderSpec {
  kind: (typeof KINDS)[number];
  life: (typeof LIVES)[number] | (typeof PART_LIVES)[number];
  isFar: boolean;
  /** 0: the first minute of its month, 1: its middle, 2: its last minute. */
  when: number;
  copies: number;
}

const orderOf = (lives: readonly OrderSpec["life"][]): fc.Arbitrary<OrderSpec> =>
  fc.record({
    kind: fc.constantFrom(...KINDS),
    life: fc.constantFrom(...lives),
    isFar: fc.boolean(),
    when: fc.nat(2),
    copies: fc.integer({ min: 1, max: 3 }),
  });

interface World {
  isExact: boolean;
  /** Over the turn of the financial year, or within one. */
  month: "02" | "10";
  orders: OrderSpec[];
}

const world: fc.Arbitrary<World> = fc.boolean().chain((isExact) =>
  fc.record({
    isExact: fc.constant(isExact),
    month: fc.constantFrom("02", "10"),
    orders: fc.array(orderOf(isExact ? LIVES : [...LIVES, ...PART_LIVES]), { minLength: 4, maxLength: 8 }),
  }),
);

const every = (lives: readonly OrderSpec["life"][], isFar: boolean): OrderSpec[] =>
  lives.flatMap((life, at) =>
    KINDS.filter((_, n) => n % 2 === at % 2 || life === "back later").map((kind, n) => ({
      kind,
      life,
      isFar: isFar === (n % 2 === 0),
      when: (at + n) % 3,
      copies: 1 + (n % 3),
    })),
  );

let db: Db;
let shop: Awaited<ReturnType<typeof createOrderShop>>;
let books: number[];
let notebook: number;
let large: number;
let year = 2030;
let made = 0;

beforeAll(async () => {
  shop = await createOrderShop();
  ({ db } = shop);
  await setSettings(db, { gstin: SELLER, mostCopies: 100 });
  const rates = { by: "flat", price: 4_900 } as const;
  const method = planMethod({ rates, cod: { ...NO_COD, offered: true, fee: 3_000 } });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  await storePlan(db, shop.staffId, { zones: [planZone({ states: [], pinPrefixes, methods: [method] })] });
  const book = { stock: 9_999 };
  notebook = await createBook(db, { ...book, price: 4_001, tax_rate: 1200, hsn: "4820" });
  large = await createBook(db, { ...book, price: 9_999_00, tax_rate: 1800, hsn: "4911" });
  books = [
    await createBook(db, { ...book, price: 25_000, tax_rate: 0, hsn: "4901" }),
    await createBook(db, { ...book, price: 9_950, tax_rate: 500, hsn: "998431" }),
    notebook,
  ];
});

interface Placed {
  orderId: number;
  /** Of an order on account: whose. */
  accountId?: number;
  gateway: MemoryGateway;
  total: number;
}

/** Places the order and pays it, unless nobody does. */
async function place({ kind, isFar, copies }: OrderSpec, now: Date): Promise<Placed | null> {
  const gateway = new MemoryGateway(`rfnd_${++made}_`);
  const state = kind === "near buyer" || !(isFar || kind === "far buyer") ? "Maharashtra" : "Karnataka"; // oxfmt-ignore
  const address = { ...ADDRESS, state, mobile: String(9_000_000_000 + made) };
  if (kind === "staff") {
    const order = staffOrderSchema.parse({
      customer: { name: "A School", phone: address.mobile },
      lines: books.map((bookId) => ({ bookId, qty: copies })),
      payment: "cash",
    });
    const placed = await placeStaffOrder(db, { ...order, staffId: shop.staffId, gateway: gateway.name }, now);
    if (!placed.ok) throw new Error(placed.message);
    return { orderId: placed.orderId, gateway, total: placed.totals.total };
  }
  const first = kind === "large" ? { bookId: large, quantity: 13 } : { bookId: books[0]!, quantity: copies };
  const customer = await customerWithCart(db, { ...first, address, now });
  for (const bookId of books.slice(1)) await addToCart(db, customer, { bookId, quantity: copies }, now);
  if (kind === "coupon") {
    // One for all books, and three for two of one book, so that its rate alone has the discount.
    const some = copies === 3 ? ({ kind: "copies", value: 1, set_size: 3, scope: "books" } as const) : {};
    const { code, id } = await createCoupon(db, { kind: "percentage", value: 1_333, ...some });
    if (copies === 3)
      await db.insertInto("coupon_targets").values({ coupon_id: id, for_book: books[1]! }).execute();
    expect(await applyCoupon(db, customer, code, now)).toMatchObject({ ok: true });
  }
  const gstin = kind === "near buyer" ? BUYER_NEAR : kind === "far buyer" ? BUYER_FAR : "";
  const buyer = { gstin, name: "A Library", address: "", reference: "PO 7" };
  const request = { addressId: customer.addressId, gateway: gateway.name, ...(gstin && { buyer }) };
  if (kind === "door") {
    const placed = await placeOrder(db, customer.accountId, { ...request, payment: "cod" }, now);
    if (!placed.ok) throw new Error(placed.message);
    expect(await confirmByStaff(db, { ...placed, staffId: shop.staffId }, now)).toMatchObject({ ok: true });
    return { orderId: placed.orderId, gateway, total: placed.totals.total };
  }
  if (kind === "account") {
    const { accountId } = customer;
    const terms = { credit_limit: 1_00_00_000, credit_days: 30 };
    await db.updateTable("accounts").set(terms).where("id", "=", accountId).execute();
    const placed = await placeOrder(db, accountId, { ...request, payment: "account" }, now);
    if (!placed.ok) throw new Error(placed.message);
    return { orderId: placed.orderId, accountId, gateway, total: placed.totals.total };
  }
  const placed = await placeOrder(db, customer.accountId, request, now);
  if (!placed.ok) throw new Error(placed.message);
  if (kind === "unpaid") return null;
  const opened = await ensureGatewayOrder(db, gateway, placed.orderId, customer.accountId, now);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now });
  return { orderId: placed.orderId, gateway, total: opened.amount };
}

async function send({ orderId, total }: Placed, { kind }: OrderSpec, now: Date): Promise<void> {
  const request = { orderId, staffId: shop.staffId };
  await markPacked(db, request, now);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${orderId}` }, now);
  await markDelivered(db, request, now);
  const cash = { amount: total, reference: "", receivedOn: indianDate(now), isSure: true };
  if (kind === "door") await recordCash(db, { ...request, ...cash, key: refundKey() }, now);
}

/** Of an order on account a part of what is open is paid, or all. */
async function payOpen({ orderId, accountId }: Placed, part: 2 | 1, now: Date): Promise<void> {
  if (accountId === undefined) return;
  const amount = Math.ceil((await openOfOrder(db, orderId)) / part);
  if (amount === 0) return;
  const money = { amount, way: "transfer" as const, reference: "N 1", receivedOn: indianDate(now) };
  const request = { ...money, accountId, staffId: shop.staffId, orderId, key: refundKey() };
  expect(await recordAccountPayment(db, request, now)).toMatchObject({ ok: true });
}

/** The payment service pays refunds back, and staff those of what they recorded. */
async function moneyGoesBack({ orderId, gateway }: Placed, now: Date): Promise<void> {
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
    expect(await recordPaidBack(db, request, now)).toMatchObject({ ok: true });
  }
}

async function giveBack(placed: Placed, amount: "full" | number, now: Date): Promise<void> {
  const request = { orderId: placed.orderId, staffId: shop.staffId, amount, reason: "r", key: refundKey() };
  await refundByStaff(db, request, now);
  await moneyGoesBack(placed, now);
}

/** What is done in the month of the order (0) and in the one after (1). */
async function live(placed: Placed, spec: OrderSpec, month: 0 | 1, now: Date): Promise<void> {
  const request = { orderId: placed.orderId, staffId: shop.staffId };
  const step = `${spec.life} ${month}`;
  if (month === 0 && !["cancelled", "cancelled later", "refused later", "changed"].includes(spec.life))
    await send(placed, spec, now);
  // What is open is taken off, before money goes back.
  const { accountId } = placed;
  if (accountId !== undefined && (step === "part back 0" || step === "part back later 1")) {
    const less = { ...request, accountId, amount: 3_333, reason: "r", key: refundKey() };
    expect(await lowerInvoice(db, less, now)).toMatchObject({ ok: true });
  }
  const isBack = month === 1 ? spec.life.endsWith("later") : ["back", "part back"].includes(spec.life);
  await payOpen(placed, isBack && spec.life !== "refused later" ? 1 : 2, now);
  if (step === "cancelled 0" || step === "cancelled later 1") {
    await cancelByStaff(db, { ...request, note: "" }, now);
    await moneyGoesBack(placed, now);
  }
  if (step === "back 0" || step === "back later 1") await giveBack(placed, "full", now);
  if (step === "part back 0" || step === "part back later 1") await giveBack(placed, 3_333, now);
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
    await moneyGoesBack(placed, now);
  }
  // What is on account is taken off its invoice instead.
  if (step === "exchanged later 1" && accountId === undefined) {
    const { lines } = (await readOrder(db, placed.orderId, "anybody", now))!;
    const exchange = exchangeSchema.parse({
      version: await orderVersion(db, placed.orderId),
      lines: [{ id: lines[0]!.id, qty: 1, restock: true }],
      add: [{ bookId: notebook, qty: 1 }],
      idempotencyKey: refundKey(),
    });
    const outcome = await exchangeBooks(db, { ...request, gateway: placed.gateway.name, ...exchange }, now);
    expect(outcome).toMatchObject({ ok: true, due: 0 });
    await processRefunds(db, placed.gateway, now);
  }
  if (step === "refused later 0" && spec.kind !== "staff") {
    await markPacked(db, request, now);
    await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${placed.orderId}` }, now);
  }
  if (step === "refused later 1") await refuseParcel(db, { ...request, note: "", payBack: true }, now);
  if (spec.life === "changed") {
    const { lines } = (await readOrder(db, placed.orderId, "anybody", now))!;
    const version = await orderVersion(db, placed.orderId);
    const less = editOrderSchema.parse({ version, lines: [{ id: lines.at(-1)!.id, qty: month }] });
    await editOrder(db, { ...request, ...less }, now);
    await moneyGoesBack(placed, now);
  }
}

type Month = Period & { month: string };

const momentIn = ({ from, to }: Month, when: number): Date =>
  when === 2
    ? new Date(indianDayStart(to, 1).getTime() - 30_000)
    : new Date(indianDayStart(from).getTime() + when * 15 * 86_400_000);

/** The return of the month, compared with both. @returns what all orders are worth at its end */
async function check(month: Month, before: Figures, isExact: boolean): Promise<Figures> {
  const found = (await readGstr1(db, month, new Date("2099-01-01T00:00:00Z")))!;
  expect(found.checks.filter(({ state }) => state === "wrong")).toEqual([]);
  expect(found.checks.find(({ title }) => title === "Numbers of documents")?.items).toEqual([]);
  const file = JSON.parse(JSON.stringify(toGstr1Json(found))) as unknown;
  expect(figuresOfFile(file)).toEqual(await figuresOfDocuments(db, month.month, SELLER));
  for (const { split, rate, centralTax, stateTax } of found.tables.b2cs)
    if (split === "within_state")
      expect(Math.abs(stateTax - centralTax)).toBeLessThanOrEqual(await linesApart(month, rate));
  const accounts = await db.selectFrom("orders").select("account_id as id").distinct().execute();
  const invoices = await Promise.all(accounts.map(({ id }) => openInvoices(db, id)));
  const open = new Map(invoices.flat().map((invoice) => [invoice.orderId, invoice.open]));
  expect(await ordersWithOtherMoney(db, open)).toEqual([]);
  const after = await worthOfOrders(db, "Maharashtra");
  const compared = (figures: Figures) =>
    Object.fromEntries(Object.entries(figures).filter(([key]) => isExact || !key.startsWith("rate")));
  expect(compared(worthInFile(file))).toEqual(compared(changeOf(before, after)));
  return after;
}

/** Lines of a rate whose tax is an odd number of paise: on such a line alone the halves differ, by that paisa. */
async function linesApart({ from, to }: Month, rate: number): Promise<number> {
  const lines = await db
    .selectFrom("document_lines as l")
    .innerJoin("documents as d", "d.id", "l.document_id")
    .select(["l.central_tax as central", "l.state_tax as state"])
    .where("d.issued_on", ">=", from)
    .where("d.issued_on", "<=", to)
    .where("l.tax_rate", "=", rate)
    .whereRef("l.central_tax", "<>", "l.state_tax")
    .where("l.integrated_tax", "=", 0)
    .execute();
  expect(lines.filter(({ central, state }) => Math.abs(central - state) > 1)).toEqual([]);
  return lines.length;
}

test("the return of generated months agrees to the paisa with documents, orders and refunds", async () => {
  const run = async ({ isExact, month, orders }: World) => {
    const first = periodOfMonth(`${year++}-${month}`) as Month;
    const second = monthAfter(first) as Month;
    const third = monthAfter(second) as Month;
    let before = await worthOfOrders(db, "Maharashtra");
    const placed = new Map<OrderSpec, Placed>();
    for (const at of [first, second, third]) {
      // A rate changes with the month, in the middle of all orders.
      const rate = at === first ? 1200 : 0;
      await db.updateTable("books").set({ tax_rate: rate }).where("id", "=", notebook).execute();
      for (const when of [0, 1, 2]) {
        const now = momentIn(at, when);
        for (const [spec, order] of placed)
          if (spec.when === when) await live(order, spec, 1, now).then(() => placed.delete(spec));
        // Orders of the first month, and every other one again in the second.
        const own = orders.filter(
          (spec, n) => spec.when === when && (at === first || (at === second && n % 2)),
        );
        for (const spec of own) {
          const again = { ...spec };
          const order = await place(again, now);
          if (!order) continue;
          await live(order, again, 0, now);
          placed.set(again, order);
        }
      }
      before = await check(at, before, isExact);
    }
  };
  await run({ isExact: true, month: "02", orders: every(LIVES, true) });
  await run({ isExact: false, month: "10", orders: every(PART_LIVES, false) });
  await fc.assert(fc.asyncProperty(world, run), { numRuns: 2 });
});
