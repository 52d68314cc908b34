import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { textMatches } from "~/db/search/full-text.server";
import { searchFor } from "~/db/search/text-search";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { couponProblem } from "~/domain/sales/coupons/coupons";
import { findCouponFor } from "~/domain/sales/coupons/coupons.server";
import { canMove, ORDER_STATES, type OrderState } from "~/domain/sales/orders/orders";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { reconcile } from "~/domain/sales/payments/reconcile.server";
import { queueRefund } from "~/domain/sales/orders/money/queue-refund.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { createTestDatabase, failing } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { createAccount } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { startSandboxServer } from "~/test/payments/sandbox-server";
import { capturedPayment, createPendingOrder } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { createSampleAccounts, SAMPLE_ACCOUNTS } from "./accounts";
import { fillSampleShop } from "./fill";
import { generateOrders } from "./orders";
import { simulateOrder } from "./orders-life";
import { planOrders } from "./orders-plan";

const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-covers-"));
afterAll(() => rmSync(coversDir, { recursive: true, force: true }));

const NOW = new Date("2026-11-21T10:00:00.000Z");
const BOOKS = 500;
const ORDERS = 1_100;
const later = minutesAfter(NOW);
const nobody = () => {};

async function shopWithBooks() {
  const db = await createTestDatabase();
  await fillSampleShop(db, { coversDir, books: BOOKS, now: NOW });
  return db;
}

async function rows<Row>(db: Pick<ShopDatabase, "read">, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db.read)).rows;
}

/** SQL queries that find nothing in a consistent shop. */
const NEVER: Record<string, string> = {
  "a total that differs from its lines": `select o.id from orders o join order_lines l on l.order_id = o.id group by o.id
    having o.subtotal <> sum(l.unit_price * l.quantity) or o.item_count <> sum(l.quantity)
      or o.total <> o.subtotal - o.discount + o.shipping`,
  "a discount without its coupon": `select o.id from orders o left join coupon_uses u on u.order_id = o.id
    left join coupons k on k.id = u.coupon_id where (o.discount > 0) <> (u.order_id is not null)
      or (o.discount > 0 and (u.discount <> o.discount or k.code <> o.coupon_code or u.account_id <> o.account_id
        or (o.state = 'cancelled') <> (u.released_at is not null) or o.subtotal < k.minimum_subtotal))`,
  "a coupon with a wrong number of uses": `select k.id from coupons k where k.use_count <> (select count(*)
    from coupon_uses u where u.coupon_id = k.id and u.released_at is null) or exists (select 1 from coupon_uses u
    where u.coupon_id = k.id and u.released_at is null group by u.account_id having count(*) > k.customer_limit)`,
  "an order without lines": `select id from orders where id not in (select order_id from order_lines)`,
  "a price that differs from the book's": `select l.id from order_lines l join books b on b.id = l.book_id
    where l.unit_price <> b.charged_price or l.mrp <> b.price or l.title <> b.title or l.hsn <> '4901' or b.hidden = 1`,
  "sales that do not add up": `select b.id from books b where b.sold_count <> (select coalesce(sum(l.quantity), 0)
    from order_lines l join orders o on o.id = l.order_id
    where l.book_id = b.id and o.state in ('paid', 'packed', 'shipped', 'delivered'))`,
  "pairs that do not add up": `select * from
      (select book_id, other_id, order_count from bought_together) as counted full join
      (select p.book_id as one, p.other_id as other, count(*) as times from order_pairs p
        join orders o on o.id = p.order_id where o.state in ('paid', 'packed', 'shipped', 'delivered') group by 1, 2) as paid
      on one = book_id and other = other_id where coalesce(order_count, 0) <> coalesce(times, 0)`,
  "an order before its predecessor": `select id from (select id, placed_at, lag(placed_at) over (order by id) as before
    from orders) as one where placed_at < before`,
  "an order of a customer who had not joined yet, or to an unknown address": `select o.id from orders o
    join accounts a on a.id = o.account_id where a.created_at > o.placed_at or a.role <> 'customer'
      or not exists (select 1 from addresses d where d.account_id = a.id and d.fullname = o.fullname
        and d.address1 = o.address1 and d.pincode = o.pincode and d.email = o.email)`,
  "steps in the wrong order": `select id from orders where paid_at < placed_at or packed_at < paid_at
    or shipped_at < packed_at or delivered_at < shipped_at or cancelled_at < placed_at or delivered_at > '${NOW.toISOString()}'`,
  "a step without its time": `select id from orders where (state = 'packed' and packed_at is null)
    or (state = 'shipped' and (shipped_at is null or tracking_no is null or logistics_provider_id is null))
    or (state = 'delivered' and delivered_at is null) or (state = 'cancelled' and cancelled_at is null)
    or (paid_at is not null and (eta_date is null or invoice_date <> paid_at))`,
  "a sent order whose copies are not all in its parcel": `select l.id from order_lines l join orders o on o.id = l.order_id
    left join parcels p on p.order_id = o.id left join parcel_lines s on s.parcel_id = p.id and s.order_line_id = l.id
    where (o.shipped_at is null) <> (p.id is null) or p.sent_at <> o.shipped_at or p.tracking_no <> o.tracking_no
      or (o.shipped_at is not null and s.quantity is distinct from l.quantity)`,
  "a log out of order": `select id from (select id, order_id, happened_at,
    lag(happened_at) over (partition by order_id order by id) as before from order_events) as one where happened_at < before`,
  "a log from the future": `select id from order_events where happened_at > '${NOW.toISOString()}'`,
  "two unpaid orders of a customer": `select account_id from orders where state = 'pending'
    group by account_id having count(*) > 1`,
  "stock held by a cancelled order": `select id from orders where stock_held = 1 and state = 'cancelled'`,
  "a paid order without its payment": `select o.id from orders o where o.paid_at is not null and (select sum(p.amount)
    from payments p where p.order_id = o.id and p.status in ('captured', 'refunded')) is distinct from o.total`,
  "a payment of an order that was not paid": `select o.id from orders o join payments p on p.order_id = o.id
    where o.paid_at is null and p.status in ('captured', 'refunded') and o.cancel_reason is distinct from 'unserviceable'`,
  "an inconsistent refund": `select r.id from refunds r join payments p on p.id = r.payment_id
    where r.status <> 'processed' or p.order_id <> r.order_id or r.amount > p.amount
      or (p.status = 'refunded') <> (r.amount = p.amount)`,
  "a refunded order without its refund": `select o.id from orders o where o.state = 'refunded'
    and coalesce((select sum(r.amount) from refunds r where r.order_id = o.id), 0) <> o.total`,
  "a book that had not been added yet": `select l.id from order_lines l join orders o on o.id = l.order_id
    join books b on b.id = l.book_id where b.created_at > o.placed_at and b.id <> 1`,
  "an order that the gateway does not have": `select o.id from orders o left join sandbox_orders s
    on s.id = o.gateway_order_id and s.receipt = o.receipt and s.amount = o.total where s.id is null`,
  "a payment that differs at the gateway": `select p.id from payments p join orders o on o.id = p.order_id
    left join sandbox_payments s on s.id = p.gateway_payment_id and s.order_id = o.gateway_order_id
      and s.status = p.status and s.amount = p.amount and s.amount_refunded =
        (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id) where s.id is null`,
  "a refund that differs at the gateway": `select r.id from refunds r join payments p on p.id = r.payment_id
    left join sandbox_refunds s on s.id = r.gateway_refund_id and s.payment_id = p.gateway_payment_id
      and s.amount = r.amount and s.status = r.status and s.idempotency_key = r.idempotency_key where s.id is null`,
  "a mail": "select id from outgoing_mails",
  ...(!isOnPostgres && {
    "a reference to nothing": "pragma foreign_key_check",
    "a broken page": "select * from pragma_integrity_check where integrity_check <> 'ok'",
  }),
};

async function expectSound(db: ShopDatabase) {
  for (const [what, query] of Object.entries(NEVER)) expect(await rows(db, query), what).toEqual([]);
  await expectAllowedSteps(db);
  await expectInvoices(db);
}

/** The events of each order are allowed steps, and lead to the order's state. */
async function expectAllowedSteps(db: ShopDatabase) {
  const orders = await rows<{ id: number; state: OrderState; kinds: string }>(
    db,
    `select o.id, o.state, (select ${isOnPostgres ? "string_agg(kind, ',')" : "group_concat(kind)"}
      from (select kind from order_events where order_id = o.id order by id) as kinds) as kinds from orders o`,
  );
  for (const { id, state, kinds } of orders) {
    const [first, ...others] = kinds.split(",");
    expect(first).toBe("placed");
    let at: OrderState = "pending";
    let paidAt: string | null = null;
    for (const kind of others) {
      const to = ORDER_STATES.find((one) => one === kind);
      if (!to) continue;
      expect(canMove({ state: at, cancelReason: null, paidAt }, to), `${id}: ${kinds}`).toBe(true);
      at = to;
      if (to === "paid") paidAt = "then";
    }
    expect(at, `${id}: ${kinds}`).toBe(state);
  }
}

/** Invoice numbers are consecutive within each financial year, in the order of the payments. */
async function expectInvoices(db: ShopDatabase) {
  const invoices = await rows<{ invoice_no: string; paid_at: string }>(
    db,
    "select invoice_no, paid_at from orders where paid_at is not null order by paid_at, id",
  );
  const seen: Record<string, number> = {};
  for (const { invoice_no, paid_at } of invoices) {
    const indian = new Date(Date.parse(paid_at) + 5.5 * 3_600_000).toISOString();
    const begins = Number(indian.slice(2, 4)) - (indian.slice(5, 7) < "04" ? 1 : 0);
    const year = `${begins}-${begins + 1}`;
    seen[year] = (seen[year] ?? 0) + 1;
    expect(invoice_no).toBe(`KB/${year}/${String(seen[year]).padStart(6, "0")}`);
  }
  const counters = await rows<{ financial_year: string; last_number: number }>(
    db,
    "select * from invoice_counters",
  );
  expect(Object.fromEntries(counters.map((row) => [row.financial_year, row.last_number]))).toEqual(seen);
}

const states = async (db: ShopDatabase) => {
  const found = await rows<{ state: string; n: number }>(
    db,
    "select coalesce(cancel_reason, state) as state, count(*) as n from orders group by 1",
  );
  return Object.fromEntries(found.map((row) => [row.state, row.n]));
};

/** All rows of orders, to compare two shops. */
const everything = async (db: ShopDatabase) =>
  Promise.all(TABLES.map((table) => rows(db, `select * from ${table} order by id`)));
const TABLES = ["orders", "order_lines", "payments", "refunds", "order_events", "audit_entries", "accounts"];

/** The counters of PostgreSQL go on where a transaction was rolled back; orders, payments and refunds use none. */
const withoutCounters = (tables: Awaited<ReturnType<typeof everything>>) =>
  tables.map((all, at) =>
    all.map((row) => ({ ...(row as object), ...(isOnPostgres && unknownIds(TABLES[at]!)) })),
  );

const unknownIds = (table: string) => ({
  account_id: 0,
  actor_account_id: 0,
  ...(!["orders", "payments", "refunds"].includes(table) && { id: 0 }),
});

describe("generated orders", async () => {
  const db = await shopWithBooks();
  const stockBefore = await rows(db, "select id, stock from books order by id");
  const added = await generateOrders(db.write, { upTo: ORDERS, now: NOW, onProgress: nobody });

  it("have the requested number, with a quarter as many customers, and are consistent", async () => {
    expect(added).toEqual({ ok: true, orders: ORDERS, customers: ORDERS / 4 });
    await expectSound(db);
    expect(await rows(db, "select email from accounts where email not like '%@%example%'")).toEqual([]);
    expect(await rows(db, "select status, count(*) as n from accounts group by 1")).toHaveLength(2);
  });

  it("have every state and every reason for cancelling; old ones are mostly delivered", async () => {
    const found = await states(db);
    const wanted = [
      ...ORDER_STATES.filter((state) => state !== "cancelled"),
      "payment_timeout",
      "superseded",
    ];
    for (const state of [...wanted, "unserviceable", "customer", "staff"])
      expect(found[state], state).toBeGreaterThan(0);
    expect(found.delivered! / ORDERS).toBeGreaterThan(0.8);
    const old = new Date(NOW.getTime() - 30 * 86_400_000).toISOString();
    expect(
      await rows(
        db,
        `select id from orders where state in ('paid', 'packed', 'shipped') and placed_at < '${old}'`,
      ),
    ).toEqual([]);
    expect(await rows(db, "select distinct status from payments order by 1")).toEqual(
      ["captured", "failed", "refunded"].map((status) => ({ status })),
    );
  });

  it("are paid before the next one is placed, so that invoice numbers follow the time", () => {
    const many = { orders: 200_000, customers: 50_000, spanDays: 399, growth: 1, waiting: 5, now: NOW };
    const plan = planOrders(many);
    for (let ordinal = 100_000; ordinal < 101_000; ordinal += 1) {
      const life = simulateOrder(plan.order(ordinal), {
        total: 50_000,
        reservationMinutes: 30,
        now: NOW.getTime(),
      });
      expect(life.paidAt ?? 0).toBeLessThan(plan.order(ordinal + 1).placedAt);
    }
  });

  it("are found by invoice number and email address", async () => {
    const [order] = await rows<{ id: number; invoice_no: string; email: string }>(
      db,
      "select * from orders where invoice_no is not null order by id desc limit 1",
    );
    for (const term of [order!.invoice_no, order!.email]) {
      const found = await db.read
        .selectFrom("orders as o")
        .select("o.id")
        .where(textMatches("orders", "o.id", searchFor("orders", term)!))
        .execute();
      expect(found.map((row) => row.id)).toContain(order!.id);
    }
  });

  it("continue where an interrupted run stopped, with the same result", async () => {
    const other = await shopWithBooks();
    const mend = await failing(other, "insert on orders", "power cut", "new.id = 777");
    await expect(generateOrders(other.write, { upTo: ORDERS, now: NOW, onProgress: nobody })).rejects.toThrow(
      "power cut",
    );
    expect(await rows(other, "select count(*) as n from orders")).toEqual([{ n: 500 }]);
    await mend();
    expect(await generateOrders(other.write, { upTo: ORDERS, now: NOW, onProgress: nobody })).toMatchObject({
      ok: true,
      orders: ORDERS - 500,
    });
    expect(withoutCounters(await everything(other))).toEqual(withoutCounters(await everything(db)));
    expect(await generateOrders(other.write, { upTo: ORDERS, now: NOW, onProgress: nobody })).toEqual({
      ok: true,
      orders: 0,
      customers: 0,
    });
  });

  it("are refused if the shop has newer orders of its own", async () => {
    const other = await shopWithBooks();
    const { orderId } = await createPendingOrder(other.write, new MemoryGateway(), { now: later(-60) });
    const refused = await generateOrders(other.write, { upTo: 100, now: NOW, onProgress: nobody });
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining("newest order is of 21 Nov 2026"),
    });
    expect(await rows(other, "select id from orders")).toEqual([{ id: orderId }]);
  });

  it("need no background work except reconciling, which changes nothing; unpaid ones lapse in time", async () => {
    const server = await startSandboxServer(db.write);
    const gateway = server.gateway();
    const before = await everything(db);
    expect(await processRefunds(db.write, gateway, NOW)).toBe(0);
    while ((await reconcile(db.write, gateway, NOW)) > 0);
    expect(server.calls.length).toBeGreaterThan(0);
    expect(server.calls.length).toBeLessThan(50);
    expect(await everything(db)).toEqual(before);

    const held = await rows<{ id: number; copies: number }>(
      db,
      `select l.book_id as id, sum(l.quantity) as copies from order_lines l join orders o on o.id = l.order_id
        where o.state = 'pending' group by 1`,
    );
    expect(held.length).toBeGreaterThan(0);
    expect(await lapse(db.write, later(30))).toBe(5);
    expect(await rows(db, "select id, stock from books order by id")).toEqual(stockBefore);
  });

  it("can be refunded by staff through the gateway", async () => {
    const gateway = (await startSandboxServer(db.write)).gateway();
    const order = await db.read
      .selectFrom("orders as o")
      .innerJoin("payments as p", "p.order_id", "o.id")
      .select(["o.id", "p.id as payment", "o.total"])
      .where("o.state", "=", "packed")
      .where("p.status", "=", "captured")
      .executeTakeFirstOrThrow();
    const refund = { orderId: order.id, paymentRowId: order.payment, amount: order.total, reason: "staff" };
    const id = await db.write.transaction().execute((trx) => queueRefund(trx, refund, NOW));
    expect(await processRefunds(db.write, gateway, NOW)).toBe(1);
    expect(await rows(db, `select status from refunds where id = ${id}`)).toEqual([{ status: "pending" }]);
  });

  it("are followed by the next real order with the next invoice number", async () => {
    const [last] = await rows<{ id: number; invoices: number }>(
      db,
      "select max(o.id) as id, c.last_number as invoices from orders o, invoice_counters c where c.financial_year = '26-27' group by 2",
    );
    const bookId = (
      await rows<{ id: number }>(db, "select id from books where stock > 20 and hidden = 0 limit 1")
    )[0]!.id;
    const order = await createPendingOrder(db.write, new MemoryGateway(), { bookId, now: later(60) });
    expect(order.orderId).toBe(last!.id + 1);
    expect(await applyPayment(db.write, capturedPayment(order), "webhook", later(61))).toMatchObject({
      outcome: "paid",
    });
    const [paid] = await rows<{ invoice_no: string }>(
      db,
      `select invoice_no from orders where id = ${order.orderId}`,
    );
    expect(paid!.invoice_no).toBe(`KB/26-27/${String(last!.invoices + 1).padStart(6, "0")}`);
  });
});

describe("the demo shop's orders", () => {
  async function demoShop(now: Date) {
    const db = await createTestDatabase();
    await createSampleAccounts(db.write, hashPassword, { now });
    const added = await fillSampleShop(db, { coversDir, demoOrders: true, now });
    return { db, added };
  }
  const ofSampleCustomer = `select state from orders where account_id =
    (select id from accounts where email = '${SAMPLE_ACCOUNTS[1].email}') order by id`;

  it.each(["2026-11-21T10:00:00.000Z", "2026-04-02T19:30:00.000Z", "2027-01-31T02:15:00.000Z"])(
    "have every state at any hour, and three belong to the sample customer (%s)",
    async (time) => {
      const { db, added } = await demoShop(new Date(time));
      expect(added).toMatchObject({ books: 60, orders: 40 });
      const found = await states(db);
      for (const state of ORDER_STATES.filter((one) => one !== "cancelled"))
        expect(found[state], state).toBeGreaterThan(0);
      expect(found).toMatchObject({ customer: 1, staff: 1 });
      expect(found.payment_timeout).toBeGreaterThan(0);
      expect(await rows(db, ofSampleCustomer)).toEqual([
        { state: "delivered" },
        { state: "shipped" },
        { state: "paid" },
      ]);
      expect(await rows(db, "select id from books where sold_count > 3")).not.toEqual([]);
      expect(await rows(db, "select code, use_count as n from coupons order by code")).toEqual([
        { code: "MONSOON50", n: 0 },
        { code: "WELCOME10", n: 3 },
      ]);
      const sampleCustomer = await rows<{ id: number }>(
        db,
        `select id from accounts where email = '${SAMPLE_ACCOUNTS[1].email}'`,
      );
      const welcome = await findCouponFor(db.read, { code: "WELCOME10" }, sampleCustomer[0]!.id);
      expect(welcome && couponProblem(welcome, 30_000, new Date(time))).toBeNull();
      expect(
        await rows(
          db,
          `select r.state, l.quantity <= k.quantity as fits, r.account_id = o.account_id as own,
            r.requested_at between o.delivered_at and '${time}' as timely, count(*) as n
          from return_requests r join orders o on o.id = r.order_id join return_lines l on l.return_id = r.id
          join order_lines k on k.id = l.order_line_id and k.order_id = o.id where o.state = 'delivered' group by 1, 2, 3, 4`,
        ),
      ).toEqual([{ state: "requested", fits: 1, own: 1, timely: 1, n: 1 }]);
      expect(
        await rows(db, "select distinct actor_account_id as id from order_events where actor = 'staff'"),
      ).toEqual(await rows(db, "select id from accounts where role = 'admin'"));
      expect(await rows(db, "select count(*) as n from accounts where status = 'inactive'")).toEqual([
        { n: 1 },
      ]);
    },
  );

  it("are consistent, and leave the stock of the sample books as it was", async () => {
    const { db } = await demoShop(NOW);
    for (const [what, query] of Object.entries(NEVER)) expect(await rows(db, query), what).toEqual([]);
    await expectAllowedSteps(db);
    await expectInvoices(db);
    await lapse(db.write, later(60));
    const plain = await createTestDatabase();
    await fillSampleShop(plain, { coversDir, now: NOW });
    const stock = "select title, stock from books order by id";
    expect(await rows(db, stock)).toEqual(await rows(plain, stock));
  });

  it("are added together with the sixty books, or not at all", async () => {
    const db = await createTestDatabase();
    const mend = await failing(db, "insert on payments", "power cut", "new.order_id = 20");
    await expect(fillSampleShop(db, { coversDir, demoOrders: true, now: NOW })).rejects.toThrow("power cut");
    for (const table of ["books", "orders", "accounts", "sandbox_orders"])
      expect(await rows(db, `select 1 from ${table}`), table).toEqual([]);
    await mend();
    expect(await fillSampleShop(db, { coversDir, demoOrders: true, now: NOW })).toMatchObject({ orders: 40 });
    expect(await fillSampleShop(db, { coversDir, demoOrders: true, now: NOW })).toMatchObject({ orders: 0 });
  });

  it("can be followed by a customer's own order", async () => {
    const { db } = await demoShop(NOW);
    const accountId = await createAccount(db.write);
    const [book] = await rows<{ id: number }>(db, "select id from books where title = 'Gora'");
    expect(
      await addToCart(db.write, { accountId }, { bookId: book!.id, quantity: 1 }, later(1)),
    ).toMatchObject({ ok: true });
    const order = await createPendingOrder(db.write, new MemoryGateway(), {
      accountId,
      bookId: book!.id,
      now: later(1),
    });
    expect(order.orderId).toBe(41);
    expect(await applyPayment(db.write, capturedPayment(order), "window", later(2))).toMatchObject({
      outcome: "paid",
    });
  });
});
