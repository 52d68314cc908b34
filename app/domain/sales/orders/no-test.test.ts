import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createOrder, createOrderShop, capturedPayment, refundKey } from "~/test/orders";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { parseCustomerSearch } from "~/domain/people/accounts/customers";
import { findCustomer, listCustomers } from "~/domain/people/accounts/customers.server";
import { readDayWork } from "~/domain/opening/day-work/day-work.server";
import { issueEarlier } from "../documents/earlier-documents.server";
import { readDocuments } from "../documents/read-documents.server";
import { findAnything } from "~/domain/opening/find-anything/finding.server";
import { applyPayment } from "../payments/apply-payment.server";
import { processAllRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { refundTestPurchase, startTestPurchase } from "../payments/test-purchases.server";
import { ALL_RIGHTS } from "~/domain/kit/rights/rights";
import { cancelByStaff } from "./cancellation.server";
import { readDashboard } from "./desk/dashboard.server";
import { markPacked } from "./fulfilment/fulfilment.server";
import { readLogistics } from "./fulfilment/logistics.server";
import { parseOrderSearch } from "./desk/order-list";
import { listStaffOrders } from "./desk/order-list.server";
import { resendConfirmation } from "./resend-confirmation.server";
import { readOrder } from "./orders.server";
import { readSales } from "./desk/sales.server";
import { findStaffOrder } from "./desk/staff-order.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

const listed = (db: Db, query: Record<string, string>) =>
  listStaffOrders(db, parseOrderSearch(new URLSearchParams(query)), NOW);

const FILTERS = ["pending", "paid", "refunded", "cancelled"].map((status) => ({ status }));
const LISTS: Record<string, string>[] = [
  {},
  ...FILTERS,
  { refund: "failed" },
  { misfit: "yes" },
  { sort: "total" },
  { q: "3" },
  { q: "#3" },
];

/** Everything in the shop that shows, finds or counts orders, or that a sale changes. */
async function everywhere(db: Db) {
  const { rows: customers } = await listCustomers(db, parseCustomerSearch(new URLSearchParams()));
  return {
    dashboard: await readDashboard(db, NOW),
    sales: await readSales(db, NOW),
    logistics: await readLogistics(db),
    dayWork: await readDayWork(db, ALL_RIGHTS, NOW),
    lists: await Promise.all(LISTS.map((query) => listed(db, query))),
    found: await findAnything(db, { q: "#3", rights: ALL_RIGHTS }),
    customers: await Promise.all(customers.map(({ id }) => findCustomer(db, id))),
    documents: await db.selectFrom("documents").selectAll().execute(),
    invoiceNumbers: await db.selectFrom("invoice_counters").selectAll().execute(),
    books: await db.selectFrom("books").select(["id", "stock", "sold_count"]).execute(),
    mails: await db.selectFrom("outgoing_mails").select("dedupe_key").execute(),
    webhooks: (await storedDeliveries(db)).map(({ type }) => type),
  };
}

async function startTest({ db, gateway, staffId }: Awaited<ReturnType<typeof createOrderShop>>) {
  const started = await startTestPurchase(db, gateway, staffId, NOW);
  if (!started.ok) throw new Error(started.message);
  return { ...started, total: started.amount };
}

test("a test purchase, paid and refunded, is nowhere but on its own page", async () => {
  const shop = await createOrderShop();
  const { db, gateway, staffId, providerId } = shop;
  await createEndpoint(db, { staffId });
  await createOrder(db, gateway, "delivered", { staffId, providerId, now: NOW });
  await createOrder(db, gateway, "paid", { staffId, now: NOW });
  const before = await everywhere(db);
  expect(before.lists[0]!.count).toBe(2);

  const purchase = await startTest(shop);
  expect(purchase.orderId).toBe(3);
  expect(await everywhere(db)).toEqual(before);

  const payment = gateway.pay(capturedPayment(purchase, { id: "pay_OfTheTest" }));
  expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ outcome: "paid" });
  expect(await everywhere(db)).toEqual(before);
  for (const q of ["pay_OfTheTest", purchase.gatewayOrderId]) expect((await listed(db, { q })).count).toBe(0);

  await refundTestPurchase(db, { purchaseId: 3, staffId }, NOW);
  expect(await everywhere(db)).toEqual(before);
  await processAllRefunds(db, [gateway], NOW);
  expect(await db.selectFrom("orders").select("state").where("id", "=", 3).executeTakeFirst()).toEqual({
    state: "refunded",
  });
  expect(await everywhere(db)).toEqual(before);
});

test("nobody hears of a test purchase whose money is wrong, comes twice, or is not refunded", async () => {
  const shop = await createOrderShop();
  const { db, gateway, staffId } = shop;
  await createEndpoint(db, { staffId });
  const purchase = await startTest(shop);
  await applyPayment(db, gateway.pay(capturedPayment(purchase, { amount: 300 })), "webhook", NOW);
  await applyPayment(db, gateway.pay(capturedPayment(purchase)), "webhook", NOW);
  await applyPayment(db, gateway.pay(capturedPayment(purchase)), "webhook", NOW);
  await refundTestPurchase(db, { purchaseId: purchase.orderId, staffId }, NOW);
  gateway.refundStatus = "failed";
  await processAllRefunds(db, [gateway], NOW);
  const failed = await db.selectFrom("refunds").select("id").where("status", "=", "failed").execute();
  expect(failed).toHaveLength(3);
  const { mails, webhooks, lists, dayWork } = await everywhere(db);
  expect([mails, webhooks, lists.map(({ count }) => count)]).toEqual([[], [], LISTS.map(() => 0)]);
  expect(dayWork?.waiting).toEqual([]);
});

test("no step of an order can be taken with a test purchase, and it has no page and no document", async () => {
  const shop = await createOrderShop();
  const { db, gateway, staffId } = shop;
  const purchase = await startTest(shop);
  const { orderId } = purchase;
  await applyPayment(db, gateway.pay(capturedPayment(purchase)), "webhook", NOW);
  const request = { orderId, staffId };
  const none = { ok: false, reason: "not_found" };
  expect(await markPacked(db, request, NOW)).toMatchObject(none);
  expect(await cancelByStaff(db, { ...request, note: "" }, NOW)).toMatchObject(none);
  const refund = { ...request, amount: "full", reason: "", key: refundKey() } as const;
  expect(await refundByStaff(db, refund, NOW)).toMatchObject(none);
  expect(await resendConfirmation(db, request, NOW)).toMatchObject(none);
  expect(await readOrder(db, orderId, "anybody", NOW)).toBeNull();
  expect(await findStaffOrder(db, orderId)).toBeNull();
  expect(await issueEarlier(db, [orderId])).toBe(0);
  expect(await readDocuments(db, orderId)).toEqual([]);
});

/** What keeps a query of orders from test purchases, or makes it right that it sees them. */
const SCOPES: { why: string; text: RegExp }[] = [
  { why: "test purchases are left out", text: /notTest\(|is_test", "=", 0|receivedPayments\(/ },
  { why: "it asks for test purchases", text: /is_test", "=", 1|is_test = 1/ },
  {
    why: "one order or payment, or orders found before",
    text: /"(?:\w+\.)?(?:id|order_id|gateway_order_id|gateway_payment_id)", (?:"="|"in")/,
  },
  { why: "the order of an id at a gateway", text: /openedAs\(/ },
  { why: "a customer's own: staff order nothing", text: /"(?:\w+\.)?account_id", "="|"o\.account_id"\)/ },
  {
    why: "by what test purchases do not have",
    text: /order_lines|coupon_uses|return_requests|shipped_at/,
  },
  { why: "what is done at a gateway is done for them too", text: /"(?:o\.)?gateway", "="/ },
];

/** Queries that say it in no word of their own. */
const KNOWN: Record<string, { why: string; text: string }> = {
  "app/domain/sales/orders/orders.server.ts": { why: "no books of theirs are sent", text: "exchangeRows =" },
  "app/domain/sales/orders/exchange/exchange.server.ts": {
    why: "an order in exchange",
    text: '"receipt", "="',
  },
  "app/domain/sales/payments/lapse.server.ts": { why: "they lapse too", text: '"pay_by", "<="' },
  "app/domain/sales/orders/fulfilment/logistics.server.ts": {
    why: "they are never shipped",
    text: '"state", "=", "shipped"',
  },
  "app/domain/sales/orders/desk/order-filters.server.ts": {
    why: "a part of the list's query",
    text: "ordersWithMisfits =",
  },
  "app/domain/sales/orders/by-staff/place-staff-order.server.ts": {
    why: "an order by staff",
    text: '"receipt", "="',
  },
  "app/domain/accounting/reports/reports.server.ts": { why: "they have no documents", text: "goodsOf(db" },
  "app/domain/sales/papers/papers.server.ts": { why: "orders found before", text: "parcel_grams" },
  "app/domain/kit/audit/audit-names.server.ts": {
    why: "ids of entries about orders",
    text: "order: sql<NameRow>",
  },
};

test("every query that lists or counts orders leaves test purchases out, or says why it need not", () => {
  const forgotten = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(?:test|sample|fleet)\//.test(name))
    .flatMap((name) => {
      const file = path.join("app", name);
      const text = readFileSync(file, "utf8");
      const queries = [
        ...text.matchAll(/(?:selectFrom|[jJ]oin)\(\s*"orders\b|`[^`]*\b(?:from|join) orders\b/g),
      ];
      return queries
        .map(({ index }) => statementAt(text, index))
        .filter((statement) => !SCOPES.some((scope) => scope.text.test(statement)))
        .filter((statement) => !KNOWN[file] || !statement.includes(KNOWN[file].text))
        .map((statement) => `${file}: ${statement.replace(/\s+/g, " ").slice(0, 200)}`);
    });
  expect(forgotten).toEqual([]);
});

/** The statement at a place of a text, with the blank lines and ends of other statements as its ends. */
function statementAt(text: string, index: number): string {
  const from = Math.max(text.lastIndexOf(";\n", index), text.lastIndexOf("\n\n", index), 0);
  const to = text.slice(index).search(/\.execute\w*\(|;\n|\n\n/);
  return text.slice(from, to === -1 ? undefined : index + to);
}
