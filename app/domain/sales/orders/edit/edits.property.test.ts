import fc from "fast-check";
import { beforeAll, test } from "vitest";
import type { Db } from "~/db/database.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { createDoorOrder } from "~/test/door-orders";
import { createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { expectCopies, expectMoney } from "~/test/order-model/accounted";
import { BEGUN, type Click, click, NOW, PRICES, type Run, STOCK, take } from "~/test/order-model/clicks";
import { createOrderShop, customerWithCart, payOrder, placeOrderFor } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { processRefunds } from "../../payments/refunds/refunds.server";

/**
 * For any sequence of changes, payments, packing, parcels, refunds, returns, exchanges and cancellations, also by several people at
 * once: what was paid and is due is what the order costs and what went back, and each copy is on a shelf, in the shop for the order,
 * in one parcel, lost or written off, exactly once.
 */

/** Paid online, in part and the rest at the door, or all at the door. */
type Kind = "online" | "part" | "door";
const PART = 15_000;

let db: Db;
let staffId: number;
let providerId: number;
let runs = 0;
beforeAll(async () => {
  ({ db, staffId, providerId } = await createOrderShop());
});

/** A paid or confirmed order of two copies. */
async function bought(kind: Kind, withCoupon: boolean): Promise<Run> {
  const gateway = new MemoryGateway(`rf_of_run_${process.pid}_${++runs}`);
  const books: number[] = [];
  for (const price of PRICES) books.push(await createBook(db, { price, stock: STOCK }));
  const cart = { bookId: books[0]!, quantity: 2, now: NOW };
  const shop = { db, staffId, providerId, books, gateway, opened: [], forms: { sent: 0 } };
  if (kind === "door")
    return { ...shop, ...(await createDoorOrder(db, "paid", { ...cart, staffId })), staffId };
  const customer = await customerWithCart(db, cart);
  const { accountId } = customer;
  if (withCoupon) await applyCoupon(db, { accountId }, (await createCoupon(db)).code, NOW);
  const orderId = await placeOrderFor(db, customer, { gateway: gateway.name, now: NOW });
  const opened = await ensureGatewayOrder(db, gateway, orderId, accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  const { gatewayOrderId, amount } = opened;
  if (kind === "part")
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: amount - PART })
      .where("id", "=", orderId)
      .execute();
  const paid = { gatewayOrderId, total: kind === "part" ? PART : amount };
  await payOrder(db, gateway, paid, { id: `pay_of_run_${process.pid}_${runs}`, now: NOW });
  return { ...shop, orderId, accountId };
}

async function expectAccounted(run: Run): Promise<void> {
  await expectMoney(run);
  await expectCopies(run);
}

const kind = fc.constantFrom<Kind>("online", "online", "part", "door");
const begun = fc.constantFrom(...BEGUN);
const begin = async (run: Run, clicks: readonly Click[]) => {
  for (const one of clicks) await take(one, run);
};

const one = (what: "open" | "pack" | "work" | "cash") => ({ do: what }) as const;

test("one after the other", async () => {
  await fc.assert(
    fc.asyncProperty(
      kind,
      fc.boolean(),
      begun,
      fc.array(click, { minLength: 3, maxLength: 16 }),
      async (way, withCoupon, first, clicks) => {
        const run = await bought(way, withCoupon);
        await begin(run, first);
        for (const next of clicks) {
          await take(next, run);
          await expectAccounted(run);
        }
        await processRefunds(db, run.gateway, NOW);
        await expectAccounted(run);
      },
    ),
    {
      numRuns: Number(process.env.MODEL_RUNS ?? 20),
      examples: [
        [
          "online",
          false,
          [],
          [
            { do: "change", at: 1, qty: 3, newPrices: false },
            one("open"),
            one("pack"),
            { do: "ship", which: 0 },
            { do: "exchange", which: 0, at: 1, qty: 1, restock: true },
            { do: "lost", which: 0 },
            { do: "exchange", which: 0, at: 0, qty: 1, restock: false },
            { do: "exchange", which: 0, at: 0, qty: 1, restock: false },
            one("work"),
          ],
        ],
        [
          "door",
          false,
          [],
          [
            one("cash"),
            { do: "change", at: 2, qty: 1, newPrices: false },
            { do: "change", at: 0, qty: 0, newPrices: false },
          ],
        ],
      ],
    },
  );
});

test("several people at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      kind,
      begun,
      fc.array(fc.array(click, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
      async (way, first, rounds) => {
        const run = await bought(way, false);
        await begin(run, first);
        for (const clicks of rounds) {
          await Promise.all(clicks.map((next) => take(next, run)));
          await expectAccounted(run);
        }
      },
    ),
    {
      numRuns: Number(process.env.MODEL_RUNS ?? 10),
      examples: [
        // Of a lost copy and one that was sent, a refund takes off the one that is back: the lost one is still to be sent.
        [
          "online",
          [{ do: "pack" }, { do: "part", which: 0 }, { do: "lost", which: 0 }],
          [
            [
              { do: "part", which: 0 },
              { do: "refund lines", which: 0, qty: 1, restock: true },
            ],
          ],
        ],
      ],
    },
  );
});
