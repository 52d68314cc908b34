import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrderShop, payOrder } from "~/test/orders";
import { applyCoupon } from "../../cart/cart-coupon.server";
import { addToCart } from "../../cart/cart.server";
import { checkOut } from "../../checkout/check-out.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff, retryRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { confirmByStaff } from "../../at-the-door/confirm-order.server";
import { recordPaidBack } from "../../at-the-door/pay-back.server";
import { recordCash } from "../../at-the-door/record-money.server";
import { cancelByStaff } from "../cancellation.server";
import { despatch, markDelivered, markPacked } from "../fulfilment/fulfilment.server";
import { answerReturn } from "./return-answers.server";
import { refundForReturn } from "./returns";
import { askForReturn } from "./returns.server";
import { findStaffOrder } from "../desk/staff-order.server";

/**
 * For any sequence of return requests, answers, refunds and cancellations, of orders that are paid online or at the door:
 * nothing is refunded or restocked twice.
 */

const START = new Date("2026-11-21T06:00:00.000Z").getTime();
const STOCK = 20;
const BOUGHT = [3, 2];
/** Of an order whose rest is paid at the door. */
const PART = 15_000;

type Kind = "online" | "door" | "part";

type Step =
  | { do: "ask"; copies: [number, number] }
  | { do: "answer"; answer: "approve" | "decline" | "received"; restock: boolean }
  | { do: "refund return"; which: number; share: number | "proposed"; twice: boolean }
  | { do: "refund"; amount: number | "full" }
  | { do: "cancel" | "work" | "deliver" | "retry" | "paid back" }
  | { do: "cash"; amount: number | "due" }
  | { do: "mood"; mood: "processed" | "pending" | "failed" };

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("ask"),
      copies: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("answer"),
      answer: fc.constantFrom("approve", "approve", "received", "decline"),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("refund return"),
      which: fc.integer({ min: 0, max: 3 }),
      share: fc.oneof(fc.constant("proposed"), fc.constantFrom(100, 12_345, 500_000)),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("refund"), amount: fc.constantFrom(100, 20_000, "full") }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("work", "work", "retry", "cancel", "deliver", "paid back", "paid back"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("cash"), amount: fc.constantFrom("due", 100, 20_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("mood"),
      mood: fc.constantFrom("processed", "pending", "failed"),
    }),
  },
) as fc.Arbitrary<Step>;

let db: Db;
let staffId: number;
let providerId: number;
let runs = 0;
beforeAll(async () => {
  ({ db, staffId, providerId } = await createOrderShop());
});

/** The way that most returns go. */
const USUAL: Step[] = [
  { do: "cash", amount: "due" },
  { do: "ask", copies: [1, 1] },
  { do: "answer", answer: "approve", restock: true },
  { do: "answer", answer: "received", restock: true },
  { do: "refund return", which: 0, share: "proposed", twice: false },
  { do: "work" },
  { do: "paid back" },
];

/** A paid or confirmed order of two books, with a coupon or without. */
async function buy(gateway: MemoryGateway, kind: Kind, withCoupon: boolean, now: Date) {
  const accountId = await createAccount(db);
  const addressId = await createAddress(db, accountId);
  const books = [
    await createBook(db, { price: 33_300, stock: STOCK }),
    await createBook(db, { price: 19_950, stock: STOCK }),
  ];
  for (const [index, bookId] of books.entries())
    await addToCart(db, { accountId }, { bookId, quantity: BOUGHT[index]! }, now);
  if (withCoupon) await applyCoupon(db, { accountId }, (await createCoupon(db)).code, now);
  const placed = await checkOut(db, gateway, accountId, { addressId }, now);
  if (!placed.ok) throw new Error(placed.message);
  const { orderId } = placed;
  const { gatewayOrderId, amount: total } = placed.window!;
  const id = `pay_return_${++runs}`;
  const online = { online: total, part: PART, door: 0 }[kind];
  if (kind !== "online")
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: total - online })
      .where("id", "=", orderId)
      .execute();
  if (kind === "door") await confirmByStaff(db, { orderId, staffId }, now);
  else await payOrder(db, gateway, { gatewayOrderId, total: online }, { id, method: "upi", now });
  return { accountId, books, orderId, online, paymentId: id };
}

test("refunds never exceed the payment, and each return is refunded, and each copy restocked, at most once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind>("online", "door", "part"),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: USUAL.length }),
      fc.array(step, { minLength: 4, maxLength: 24 }),
      async (kind, withCoupon, isDelivered, far, more) => {
        const steps = [...USUAL.slice(0, far), ...more];
        const gateway = new MemoryGateway(`rfnd_return_${runs + 1}`);
        const order = await buy(gateway, kind, withCoupon, new Date(START));
        const { accountId, orderId, books } = order;
        const request = { orderId, staffId };
        const deliver = async (now: Date) => {
          await markPacked(db, request, now);
          await despatch(db, { ...request, providerId, trackingNo: `R${orderId}` }, now);
          await markDelivered(db, request, now);
        };
        if (isDelivered) await deliver(new Date(START));
        /** Copies put back into stock by returns, and the number of accepted refunds of each return. */
        const restocked = [0, 0];
        const paidBack = new Map<number, number>();
        let keys = 0;

        for (const [index, one] of steps.entries()) {
          const now = new Date(START + (index + 1) * 7 * 3_600_000);
          const before = (await findStaffOrder(db, orderId))!;
          const newest = before.returns.at(-1);
          switch (one.do) {
            case "ask": {
              const items = one.copies
                .map((qty, at) => ({ bookId: books[at]!, qty }))
                .filter(({ qty }) => qty > 0);
              await askForReturn(db, { orderId, accountId, items, reason: "damaged", remarks: "" }, now);
              break;
            }
            case "answer": {
              if (!newest) break;
              const given = { returnId: newest.id, answer: one.answer, note: "n", restock: one.restock };
              const outcome = await answerReturn(db, { ...request, ...given }, now);
              if (!outcome.ok || one.answer !== "received" || !one.restock) break;
              for (const { bookId, quantity } of newest.lines) restocked[books.indexOf(bookId)]! += quantity;
              break;
            }
            case "refund return": {
              const chosen = before.returns[one.which % Math.max(1, before.returns.length)];
              if (!chosen) break;
              const left = before.money?.left ?? 0;
              const proposed = refundForReturn(chosen, before, left);
              const amount = one.share === "proposed" ? proposed : one.share;
              const asked = () => ({
                ...request,
                amount,
                reason: "Returned books",
                key: `of-a-return-${orderId}-${++keys}`,
                returnId: chosen.id,
              });
              const outcomes = await Promise.all(
                one.twice
                  ? [refundByStaff(db, asked(), now), refundByStaff(db, asked(), now)]
                  : [refundByStaff(db, asked(), now)],
              );
              const accepted = outcomes.filter(({ ok }) => ok).length;
              paidBack.set(chosen.id, (paidBack.get(chosen.id) ?? 0) + accepted);
              break;
            }
            case "refund": {
              const key = `of-the-order-${orderId}-${++keys}`;
              await refundByStaff(db, { ...request, amount: one.amount, reason: "r", key }, now);
              break;
            }
            case "retry": {
              const stuck = before.refunds.find(({ isStuck }) => isStuck);
              if (stuck) await retryRefund(db, { ...request, refundId: stuck.id }, now);
              break;
            }
            case "cancel":
              await cancelByStaff(db, { ...request, note: "" }, now);
              break;
            case "deliver":
              await deliver(now);
              break;
            case "cash": {
              const amount = one.amount === "due" ? before.dueAtDoor - before.doorReceived : one.amount;
              const cash = { amount, reference: "", receivedOn: "2026-11-21", isSure: true };
              if (amount > 0) await recordCash(db, { ...request, ...cash, key: `cash-${++keys}` }, now);
              break;
            }
            case "paid back": {
              const owed = before.refunds.find(({ isByHand, status }) => isByHand && status === "queued");
              if (owed) await recordPaidBack(db, { ...request, refundId: owed.id, how: "UPI 1" }, now);
              break;
            }
            case "mood":
              gateway.refundStatus = one.mood;
              break;
            case "work":
              await processRefunds(db, gateway, now);
          }
          await check();
        }

        async function check() {
          expect(gateway.refunded(order.paymentId)).toBeLessThanOrEqual(order.online);
          const now = (await findStaffOrder(db, orderId))!;
          expect(now.money?.left ?? 0).toBeGreaterThanOrEqual(0);
          const notFailedSum = now.refunds
            .filter(({ status }) => status !== "failed")
            .reduce((sum, { amount }) => sum + amount, 0);
          const received = order.online + now.doorReceived;
          expect(notFailedSum).toBeLessThanOrEqual(received);
          for (const { id, state, refund } of now.returns) {
            expect(paidBack.get(id) ?? 0).toBeLessThanOrEqual(1);
            expect(refund !== null).toBe(paidBack.get(id) === 1);
            const ofReturn = now.refunds.filter(({ returnId }) => returnId === id);
            const notFailed = ofReturn.filter(({ status }) => status !== "failed");
            // Its parts are paid back from different payments.
            const payments = new Set(notFailed.map(({ paymentId }) => paymentId));
            expect(notFailed).toHaveLength(payments.size);
            const parts = ofReturn.filter(({ retryOf }) => retryOf === null);
            expect(refund?.amount ?? 0).toBe(parts.reduce((sum, { amount }) => sum + amount, 0));
            if (refund?.status === "processed")
              expect(notFailed.map(({ status }) => status)).toEqual(parts.map(() => "processed"));
            if (refund && refund.status !== "failed") expect(notFailed).toHaveLength(parts.length);
            if (state === "refunded") expect(notFailed).not.toHaveLength(0);
          }
          const isGone = now.state === "cancelled" || (now.state === "refunded" && now.shippedAt === null);
          for (const [at, bookId] of books.entries()) {
            const taken = now.returns
              .filter(({ state }) => state !== "declined" && state !== "withdrawn")
              .flatMap(({ lines }) => lines.filter((line) => line.bookId === bookId))
              .reduce((sum, line) => sum + line.quantity, 0);
            expect(taken).toBeLessThanOrEqual(BOUGHT[at]!);
            const { stock } = await db
              .selectFrom("books")
              .select("stock")
              .where("id", "=", bookId)
              .executeTakeFirstOrThrow();
            expect(stock).toBe(STOCK - (isGone ? 0 : BOUGHT[at]!) + restocked[at]!);
            expect(stock).toBeLessThanOrEqual(STOCK);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
