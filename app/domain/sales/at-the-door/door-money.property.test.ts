import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createWaitingOrder } from "~/test/door-orders";
import { createOrderShop, createPendingOrder, orderRecords, payOrder } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { cancelByCustomer, cancelByStaff } from "../orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "../orders/fulfilment/fulfilment.server";
import { readOrderMoney } from "../orders/money/order-money.server";
import { isAutomaticRefund } from "../orders/money/refunds";
import { takeBack } from "../orders/returns/take-back.server";
import { lapse } from "../payments/lapse.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { confirmByStaff } from "./confirm-order.server";
import { recordPaidBack } from "./pay-back.server";
import { recordCash, recordTransfer } from "./record-money.server";
import { refuseParcel } from "./refuse-parcel.server";
import { takeBackCash } from "./take-back-cash.server";
import { addRemittance, recordRemittance } from "./remittances.server";

/** For any sequence of what staff, customer, gateway and time do with an order that is not paid online: money and copies add up. */

const START = new Date("2026-11-21T06:00:00.000Z").getTime();
const STOCK = 7;
const QUANTITY = 2;
const BOOKS = 50_000;
/** For paying at the door. */
const FEE = 3_000;
const TOTAL = BOOKS + FEE;
const PART = 15_000;

type Kind = "door" | "part" | "transfer";
const STEPS = ["confirm", "pay", "pack", "ship", "deliver", "take back", "staff cancel", "cancel", "refuse", "lapse", "work"] as const; // oxfmt-ignore
type Click =
  | { do: (typeof STEPS)[number]; flag: boolean }
  | { do: "cash" | "transfer" | "refund"; amount: number; form: number }
  | { do: "paid back" | "cash back"; which: number }
  | { do: "list"; amount: number | "due"; named: (typeof NAMED)[number]; twice: boolean; again: boolean };

/** How a row of a carrier's list names the order. */
const NAMED = ["number", "parcel", "both", "other parcel"] as const;

const click = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...STEPS), flag: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("cash", "transfer", "refund"),
      amount: fc.constantFrom(100, PART, 20_000, TOTAL - PART, BOOKS, TOTAL, TOTAL + 5_000),
      form: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("list"),
      amount: fc.constantFrom("due", "due", 100, PART, 19_000, TOTAL - PART, BOOKS, TOTAL),
      named: fc.constantFrom(...NAMED),
      twice: fc.boolean(),
      again: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("paid back", "cash back"),
      which: fc.integer({ min: 0, max: 4 }),
    }),
  },
) as fc.Arbitrary<Click>;

let db: Db;
let staffId: number;
let providerId: number;
let runs = 0;
beforeAll(async () => {
  ({ db, staffId, providerId } = await createOrderShop());
  const method = planMethod({
    rates: { by: "flat", price: 0 },
    cod: { ...NO_COD, offered: true, fee: FEE },
  });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  await storePlan(db, staffId, { zones: [planZone({ states: [], pinPrefixes, methods: [method] })] });
});

async function place(kind: Kind, gateway: MemoryGateway, now: Date) {
  const cart = { book: { stock: STOCK, price: BOOKS / QUANTITY }, quantity: QUANTITY, now };
  if (kind !== "part")
    return {
      ...(await createWaitingOrder(db, kind === "door" ? "cod" : "transfer", cart)),
      gatewayOrderId: "",
    };
  const order = await createPendingOrder(db, gateway, cart);
  await db
    .updateTable("orders")
    .set({
      payment_way: "cod",
      due_at_door: TOTAL - PART,
      cod_fee: FEE,
      shipping: FEE,
      total: TOTAL,
    })
    .where("id", "=", order.orderId)
    .execute();
  return { ...order, total: TOTAL };
}

type Placed = Awaited<ReturnType<typeof place>>;

async function take(one: Click, order: Placed, gateway: MemoryGateway, now: Date): Promise<unknown> {
  const { orderId, accountId } = order;
  const request = { orderId, staffId };
  switch (one.do) {
    case "confirm":
      return confirmByStaff(db, request, now);
    case "pay":
      return order.gatewayOrderId && payOrder(db, gateway, { ...order, total: PART }, { now });
    case "pack":
      return markPacked(db, request, now);
    case "ship":
      return despatch(db, { ...request, providerId, trackingNo: `T${orderId}` }, now);
    case "deliver":
      return markDelivered(db, request, now);
    case "take back":
      return takeBack(db, { ...request, step: one.flag ? "despatch" : "delivery" }, now);
    case "staff cancel":
      return cancelByStaff(db, { ...request, note: "" }, now);
    case "cancel":
      return cancelByCustomer(db, { orderId, accountId, reason: "" }, now);
    case "refuse":
      return refuseParcel(db, { ...request, note: "", payBack: one.flag }, now);
    case "lapse":
      return lapse(db, new Date(now.getTime() + 100 * 3_600_000));
    case "work":
      return processRefunds(db, gateway, now);
    case "cash":
    case "transfer": {
      const received = { ...request, amount: one.amount, receivedOn: "2026-11-21", isSure: true };
      if (one.do === "transfer") return recordTransfer(db, { ...received, reference: `R${one.form}` }, now);
      return recordCash(db, { ...received, reference: "", key: `form-of-${one.form}` }, now);
    }
    case "refund":
      return refundByStaff(
        db,
        { ...request, amount: one.amount, reason: "r", key: `form-of-this-run-${one.form}` },
        now,
      );
    case "list":
      return takeList(one, orderId, now);
    case "cash back": {
      const payment = (await cashOf(orderId))[one.which]?.id;
      return payment && takeBackCash(db, { ...request, payment, reason: "r" }, now);
    }
    case "paid back": {
      const refunds = await db
        .selectFrom("refunds")
        .select("id")
        .where("order_id", "=", orderId)
        .orderBy("id")
        .execute();
      const refundId = refunds[one.which]?.id;
      return refundId && recordPaidBack(db, { ...request, refundId, how: "by UPI" }, now);
    }
  }
}

const rowOf = (orderId: number) =>
  db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();

const cashOf = (orderId: number) =>
  db
    .selectFrom("payments")
    .select(["gateway_payment_id as id", "amount"])
    .where("order_id", "=", orderId)
    .where("gateway", "=", "cash")
    .orderBy("id")
    .execute();

let lists = 0;

/** A carrier's list records what fits to the paisa and was not recorded, once, and nothing else. */
async function takeList(one: Extract<Click, { do: "list" }>, orderId: number, now: Date) {
  const before = await rowOf(orderId);
  const receipts = await cashOf(orderId);
  const due = before.due_at_door - before.door_received;
  const amount = one.amount === "due" ? due || TOTAL : one.amount;
  const number = one.named === "parcel" ? "" : String(orderId);
  const parcel = { number: "", parcel: `T${orderId}`, both: `t ${orderId}`, "other parcel": "EK404" }[
    one.named
  ];
  const row = `${number},${parcel},${amount / 100}`;
  // The reference makes each a list of its own.
  const text = ["Order No,AWB,Amount,UTR", `${row},U${++lists}`, ...(one.twice ? [row] : [])].join("\n");
  const bytes = new TextEncoder().encode(text);
  const added = await addRemittance(db, { name: "list.csv", bytes, staffId }, now);
  if (!added.ok) throw new Error(added.message);
  for (const _ of one.again ? [1, 2] : [1]) await recordRemittance(db, { id: added.id, staffId }, now);
  const fits =
    before.payment_way === "cod" &&
    (before.state === "shipped" || before.state === "delivered") &&
    one.named !== "other parcel" &&
    due > 0 &&
    amount === due &&
    receipts.every((receipt) => receipt.amount !== amount);
  expect((await rowOf(orderId)).door_received - before.door_received).toBe(fits ? due : 0);
}

/** The way that most orders go. */
const usual = (kind: Kind): Click[] => [
  kind === "transfer"
    ? { do: "transfer", amount: BOOKS, form: 0 }
    : { do: kind === "part" ? "pay" : "confirm", flag: true },
  { do: "pack", flag: true },
  { do: "ship", flag: true },
  { do: "deliver", flag: true },
];

const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);

async function check(order: Placed, gateway: MemoryGateway) {
  const { row, book, refunds } = await orderRecords(db, order);
  const all = await db
    .selectFrom("payments")
    .selectAll()
    .where("order_id", "=", order.orderId)
    .orderBy("id")
    .execute();
  // Without records that were taken back: nothing of them was refunded.
  const payments = all.filter(({ status }) => status !== "failed");
  const takenBack = all.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(refunds.filter(({ payment_id }) => takenBack.includes(payment_id))).toEqual([]);
  const money = await readOrderMoney(db, order.orderId);
  const isSold = ["paid", "packed", "shipped", "delivered"].includes(row.state);
  const isOut = isSold || row.state === "pending" || (row.state === "refunded" && row.shipped_at !== null && row.refused_at === null); // oxfmt-ignore
  expect(book, row.state).toEqual({ stock: STOCK - (isOut ? QUANTITY : 0), sold: isSold ? QUANTITY : 0 });

  for (const payment of payments) {
    const back = refunds.filter((refund) => refund.payment_id === payment.id && refund.status !== "failed");
    expect(sum(back)).toBeLessThanOrEqual(payment.amount);
  }
  const cash = payments.filter(({ gateway: by }) => by === "cash");
  expect(row.door_received).toBe(sum(cash));
  expect(row.door_received).toBeLessThanOrEqual(row.due_at_door);
  expect([row.total, row.cod_fee]).toEqual(row.payment_way === "cod" ? [TOTAL, FEE] : [BOOKS, 0]);
  if (row.payment_way === "transfer" && row.paid_at !== null)
    expect(sum(payments)).toBeGreaterThanOrEqual(BOOKS);
  if (money) {
    const counted = payments.filter(({ id }) => money.payments.some(({ rowId }) => rowId === id));
    const own = refunds.filter(({ payment_id }) => counted.some(({ id }) => id === payment_id));
    expect(money.left).toBe(sum(counted) - sum(own));
    // Whatever does not count goes back by itself.
    const others = refunds.filter(({ reason }) => isAutomaticRefund(reason));
    expect(sum(payments) - sum(counted)).toBe(sum(others));
  }
  // An order that ended before it was sent keeps nothing; of a refused parcel staff decide.
  if (row.state === "cancelled" && row.refused_at === null) expect(money?.left ?? 0).toBe(0);
  if (row.state === "refunded") expect(money!.left).toBe(0);
  expect(row.invoice_no !== null).toBe(row.paid_at !== null);
  const online = payments.filter(({ gateway: by }) => by !== "cash" && by !== "transfer");
  expect(sum([...gateway.refunds.values()])).toBeLessThanOrEqual(sum(online));
}

test.each(["door", "part", "transfer"] as const)("an order of the kind '%s'", async (kind) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 4 }),
      fc.array(click, { maxLength: 20 }),
      async (far, more) => {
        const clicks = [...usual(kind).slice(0, far), ...more];
        const gateway = new MemoryGateway(`rfnd_${kind}_${++runs}`);
        const order = await place(kind, gateway, new Date(START));
        for (const [index, one] of clicks.entries()) {
          await take(one, order, gateway, new Date(START + index * 7 * 3_600_000));
          await check(order, gateway);
        }
      },
    ),
    { numRuns: 60 },
  );
});
