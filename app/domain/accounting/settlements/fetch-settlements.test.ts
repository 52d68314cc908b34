import { beforeEach, expect, test } from "vitest";
import { createTestDatabase, inNoOrder } from "~/test/database";
import { createStaff } from "~/test/factories";
import { startSandboxServer } from "~/test/payments/sandbox-server";
import { periodOfMonth } from "../period";
import { fetchSettlements, isSettling } from "./fetch-settlements.server";
import { listSettlements } from "./settlements.server";

const shop = await createTestDatabase();
const db = shop.write;
await inNoOrder(shop);
const server = await startSandboxServer(db);
const gateway = server.gateway();
const staffId = await createStaff(db);
const OCTOBER = { ...periodOfMonth("2026-10")!, month: "2026-10" };

const fetched = (more: object = {}) => {
  if (!isSettling(gateway)) throw new Error("it gives no settlements");
  return fetchSettlements(db, { gateway, period: OCTOBER, staffId, ...more });
};

/** A captured payment in the sandbox for each time, of ₹100. */
async function payments(times: readonly string[]): Promise<void> {
  const order = { amount: 10_000, currency: "INR", notes: "{}", receipt: "r", status: "paid" as const };
  await db
    .insertInto("sandbox_orders")
    .values({ id: "order_1", ...order, created_at: times[0]! })
    .execute();
  for (let at = 0; at < times.length; at += 100)
    await db
      .insertInto("sandbox_payments")
      .values(
        times.slice(at, at + 100).map((created_at, index) => ({
          id: `pay_${at + index}`,
          order_id: "order_1",
          amount: 10_000,
          currency: "INR",
          status: "captured" as const,
          method: "upi" as const,
          created_at,
        })),
      )
      .execute();
}

beforeEach(async () => {
  server.calls.length = 0;
  server.faults.length = 0;
  for (const table of ["settlements", "sandbox_refunds", "sandbox_payments", "sandbox_orders"] as const)
    await db.deleteFrom(table).execute();
});

test("a month's payments and refunds are stored as a report of theirs is, and once", async () => {
  // The last is settled on the first of November in India.
  await payments(["2026-09-30T06:00:00.000Z", "2026-10-01T18:29:00.000Z", "2026-10-30T18:31:00.000Z"]);
  await db
    .insertInto("sandbox_refunds")
    .values({
      id: "rfnd_1",
      payment_id: "pay_0",
      amount: 4000,
      status: "processed",
      request_hash: "h",
      created_at: "2026-10-01T08:00:00.000Z",
      process_at: "2026-10-01T08:00:00.000Z",
    })
    .execute();
  expect(await fetched()).toMatchObject({ ok: true, message: "3 rows of 2 settlements are stored" });
  const sums = { payments: 10_000, fees: 236, other: 0 };
  const both = [
    { ...sums, number: "setl_Sandbox20261002", settledOn: "2026-10-02", utr: "SANDBOX20261002", refunds: 4000, paidOut: 5764 }, // oxfmt-ignore
    { ...sums, number: "setl_Sandbox20261001", settledOn: "2026-10-01", utr: "SANDBOX20261001", refunds: 0, paidOut: 9764 }, // oxfmt-ignore
  ];
  expect(await listSettlements(shop.read, OCTOBER)).toEqual(both);
  expect(await fetched()).toMatchObject({ ok: true, rows: 0, message: "All of it was stored before" });
  expect(await listSettlements(shop.read, OCTOBER)).toEqual(both);
});

test("a month is fetched in pages of 500, within its time and one at a time", async () => {
  await payments(Array.from({ length: 501 }, () => "2026-10-10T06:00:00.000Z"));
  const [first, second] = await Promise.all([fetched(), fetched()]);
  expect(first).toMatchObject({ ok: true, rows: 501 });
  expect(second).toMatchObject({
    ok: false,
    message: "Settlements are being fetched just now. Please wait until that is done",
  });
  expect(server.calls).toHaveLength(2);
  expect(await fetched({ most: 0 })).toMatchObject({
    ok: false,
    message: "The payment service takes too long. Try again later, or upload its report",
  });
});

test("a month without settlements, and a service that does not answer, are said, and nothing is stored", async () => {
  expect(await fetched()).toMatchObject({ ok: false, message: "Nothing was settled in October 2026" });
  await payments(["2026-10-10T06:00:00.000Z"]);
  server.faults.push({
    when: (_method, path) => path === "/settlements/recon/combined",
    answer: (res) => res.writeHead(503).end(),
  });
  expect(await fetched()).toMatchObject({
    ok: false,
    message: expect.stringContaining("cannot be reached right now"),
  });
  server.faults.push({
    when: () => true,
    answer: (res) =>
      res.end(
        JSON.stringify({
          items: [
            {
              entity_id: "pay_1",
              type: "payment",
              amount: "500",
              credit: 500,
              fee: null,
              settlement_id: "setl_1",
            },
          ],
        }),
      ),
  });
  expect(await fetched()).toEqual({ ok: false, message: "None of its rows is in a settlement yet" });
  expect(await listSettlements(shop.read, OCTOBER)).toEqual([]);
});
