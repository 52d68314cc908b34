import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createCarrier, createOrder, refundKey } from "~/test/orders";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { parseOrderSearch } from "./order-list";
import { countOrderViews, listStaffOrders } from "./order-list.server";
import { ORDER_VIEWS } from "./order-views";
import type { OrderState } from "../orders";

let db: Db;
let meera: number;
let asha: number;
const gateway = new MemoryGateway();
/** The ids of the orders by a name for this test. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  db = (await createTestDatabase()).write;
  const staffId = await createStaff(db);
  const providerId = await createCarrier(db, "Blue Dart");
  const bookId = await createBook(db, { stock: 100, price: 10_000 });
  meera = await createAccount(db, { first_name: "Meera", last_name: "Nair", email: "meera@example.in" });
  asha = await createAccount(db, { first_name: "Asha", last_name: "Rao", email: "asha.rao@example.in" });
  const make = async (
    name: string,
    accountId: number,
    state: OrderState,
    at: string,
    quantity: number,
    stateName: string,
  ) => {
    const now = new Date(at);
    const order = await createOrder(db, gateway, state, {
      now,
      accountId,
      bookId,
      quantity,
      staffId,
      providerId,
    });
    await db.updateTable("orders").set({ state_name: stateName }).where("id", "=", order.orderId).execute();
    ids[name] = order.orderId;
  };
  // The evening of the 1st in UTC is the 2nd in India.
  await make("delivered", meera, "delivered", "2026-11-01T18:29:59.999Z", 3, "Kerala");
  await make("shipped", asha, "shipped", "2026-11-01T18:30:00.000Z", 1, "kerala ");
  await make("abroad", asha, "shipped", "2026-11-02T18:29:59.999Z", 5, "California");
  await make("packed", meera, "packed", "2026-11-02T18:30:00.000Z", 2, "Orissa");
  await make("paid", asha, "paid", "2026-11-05T06:00:00.000Z", 4, "Kerala");
  await make("cancelled", meera, "cancelled", "2026-11-06T06:00:00.000Z", 6, "Kerala");
  await make("pending", meera, "pending", "2026-11-07T06:00:00.000Z", 7, "Kerala");
  // Refunds that fail: a part of the paid order, all of the cancelled one.
  const request = { orderId: ids.paid!, staffId, amount: 5_000, reason: "Torn", key: refundKey() };
  await refundByStaff(db, request, new Date("2026-11-08T06:00:00.000Z"));
  gateway.refundStatus = "failed";
  await processRefunds(db, gateway, new Date("2026-11-08T06:00:00.000Z"));
});

const list = (search: string) => listStaffOrders(db, parseOrderSearch(new URLSearchParams(search)));
const found = async (search: string) =>
  (await list(search)).rows.map((row) => Object.keys(ids).find((name) => ids[name] === row.id));
const ALL = ["pending", "cancelled", "paid", "packed", "abroad", "shipped", "delivered"];

test("lists all orders, the newest first, with the data of a row", async () => {
  expect(await found("")).toEqual(ALL);
  const { rows, count, page, pageCount } = await list("status=delivered");
  expect({ count, page, pageCount }).toEqual({ count: 1, page: 1, pageCount: 1 });
  expect(rows).toEqual([
    {
      id: ids.delivered,
      customer: { id: meera, name: "Meera Nair" },
      placedAt: "2026-11-01T18:29:59.999Z",
      state: "delivered",
      isPickUp: false,
      paymentWay: "online",
      dueAtDoor: 0,
      doorReceived: 0,
      balanceDue: 0,
      carrier: "Blue Dart",
      trackingNo: expect.stringMatching(/^TRK-/) as string,
      despatchedAt: "2026-11-01T18:29:59.999Z",
      etaDate: "2026-11-08",
      total: 30_000,
      wait: null,
      isRefunding: false,
      notes: 0,
    },
  ]);
});

test.each([
  ["status=paid&status=packed", ["paid", "packed"]],
  ["status=shipped", ["abroad", "shipped"]],
  ["status=refunded", []],
  ["status=nonsense", ALL],
  ["from=2026-11-02&to=2026-11-02", ["abroad", "shipped"]],
  ["to=2026-11-01", ["delivered"]],
  ["from=2026-11-03", ["pending", "cancelled", "paid", "packed"]],
  ["from=2026-11-31&to=x", ALL],
  ["from=2026-11-05&status=cancelled&status=paid", ["cancelled", "paid"]],
  ["status=shipped&route=Kerala", ["shipped"]],
  ["route=international", ["abroad"]],
  ["route=Kerala&status=paid", []],
  ["route=Atlantis", []],
  ["refund=failed", ["cancelled", "paid"]],
])("filters by %s", async (search, names) => {
  const result = await list(search);
  expect(await found(search)).toEqual(names);
  expect(result.count).toBe(names.length);
});

test("lists one customer's orders; an invalid customer id is ignored", async () => {
  expect(await found(`customer=${meera}`)).toEqual(["pending", "cancelled", "packed", "delivered"]);
  expect(await found(`customer=${asha}&status=paid`)).toEqual(["paid"]);
  expect(await found("customer=99999")).toEqual([]);
  for (const odd of ["0", "-1", "1.5", "x", "9".repeat(30), "1 or 1=1"]) {
    expect(await found(`customer=${encodeURIComponent(odd)}`)).toEqual(ALL);
  }
});

test.each([
  ["sort=id&dir=asc", ["delivered", "shipped", "abroad", "packed", "paid", "cancelled", "pending"]],
  ["sort=id&dir=desc", ALL],
  ["sort=date&dir=asc", ["delivered", "shipped", "abroad", "packed", "paid", "cancelled", "pending"]],
  ["sort=total&dir=asc", ["shipped", "packed", "delivered", "paid", "abroad", "cancelled", "pending"]],
  ["sort=total&dir=desc&status=paid&status=packed", ["paid", "packed"]],
  ["sort=fullname&dir=asc", ALL],
])("sorts by %s", async (search, names) => {
  expect(await found(search)).toEqual(names);
});

describe("the search", () => {
  test("finds an order by its number, with or without '#'", async () => {
    expect(await found(`q=${ids.packed}`)).toContain("packed");
    expect(await found(`q=${encodeURIComponent(`#${ids.pending}`)}`)).toEqual(["pending"]);
    expect(await found("q=99999")).toEqual([]);
  });

  test("finds an order by its invoice number or the serial number in it", async () => {
    const { invoice_no } = await db
      .selectFrom("orders")
      .select("invoice_no")
      .where("id", "=", ids.packed!)
      .executeTakeFirstOrThrow();
    expect(await found(`q=${encodeURIComponent(invoice_no!)}`)).toEqual(["packed"]);
    expect(await found(`q=${invoice_no!.slice(-6)}`)).toContain("packed");
    // '26' is part of every invoice number, as the financial year, but is only searched for as a whole number.
    expect((await found("q=26")).length).toBeLessThan(2);
  });

  test("finds names and email addresses by their beginning, also together with filters", async () => {
    expect(await found("q=asha")).toEqual(["paid", "abroad", "shipped"]);
    expect(await found("q=ASHA.RAO%40example.in")).toEqual(["paid", "abroad", "shipped"]);
    expect(await found("q=asha&status=paid&status=packed")).toEqual(["paid"]);
    expect(await found("q=asha&sort=total&dir=desc")).toEqual(["abroad", "paid", "shipped"]);
    expect(await found("q=nobody")).toEqual([]);
  });

  test("forgives wrong letters in names and titles if no order is found otherwise", async () => {
    const similar = async (search: string) => {
      const { rows, isForgiven } = await list(search);
      expect(isForgiven, search).toBe(rows.length > 0);
      return found(search);
    };
    // Meera Nair has placed them; all go to a Meera Nair.
    expect(await similar("q=meerq")).toEqual(ALL);
    expect(await similar("q=miera+naor")).toEqual(ALL);
    expect(await similar("q=aiha")).toEqual(["paid", "abroad", "shipped"]);
    expect(await similar("q=%E0%A4%85%E0%A4%B6%E0%A4%B2")).toEqual(["paid", "abroad", "shipped"]);
    expect(await similar("q=aiha&status=paid")).toEqual(["paid"]);
    expect(await similar("q=aiha+california")).toEqual(["abroad"]);
    await db.updateTable("books").set({ title: "Chokher Bali" }).execute();
    await db
      .updateTable("order_lines")
      .set({ title: "Chokher Bali" })
      .where("order_id", "=", ids.paid!)
      .execute();
    await db.updateTable("orders").set({ place: "Mysuru" }).where("id", "=", ids.paid!).execute();
    expect(await similar("q=chokjer")).toEqual(["paid"]);
    expect(await similar("q=asha+chokjer+mysuru")).toEqual(["paid"]);
  });

  test("forgives nothing in numbers, short words and the addresses of emails, or if a filter leaves orders out", async () => {
    for (const q of [
      "q=99998",
      "q=%2399998",
      "q=ST/99998",
      "q=roa",
      "q=ahsa.rao%40example.in",
      "q=TRK-QQQQ1",
    ])
      expect(await list(q), q).toMatchObject({ count: 0, isForgiven: false });
    expect(await list("q=asha&status=delivered")).toMatchObject({ count: 0, isForgiven: false });
    expect(await list("q=asha")).toMatchObject({ count: 3, isForgiven: false });
  });

  test.each(['"', "*", "OR", "invoice:1", "'); drop table orders", "\u0000", "%", "()", "-", "#", "＃１２"])(
    "accepts the odd text %j without an error",
    async (text) => {
      await expect(list(`q=${encodeURIComponent(text)}`)).resolves.toBeDefined();
    },
  );
});

test("a page number that is too high gives the last page", async () => {
  expect(await found("size=5")).toEqual(ALL.slice(0, 5));
  expect(await found("size=5&page=2")).toEqual(ALL.slice(5));
  expect(await list("size=5&page=99")).toMatchObject({ count: 7, page: 2, pageCount: 2, size: 5 });
});

test("a search with many matches keeps the order of the list", async () => {
  const { write } = await createTestDatabase();
  const accountId = await createAccount(write, { first_name: "Ravi", last_name: "Kumar" });
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const rows = Array.from({ length: 1200 }, (_, n) => ({
    account_id: accountId,
    state: n % 2 ? ("paid" as const) : ("packed" as const),
    item_count: 1,
    subtotal: 1000 + n,
    shipping: 0,
    tax: 0,
    total: 1000 + n,
    fullname: "Ravi Kumar",
    address1: "1",
    address2: "2",
    place: "Kochi",
    state_name: "Kerala",
    pincode: "682001",
    mobile: "9847012345",
    email: "ravi@example.com",
    gateway: "sandbox" as const,
    receipt: `receipt-${n}`,
    invoice_no: `KB/25-26/${String(n).padStart(6, "0")}`,
    placed_at: at(n),
    pay_by: at(n),
    paid_at: at(n),
  }));
  for (let n = 0; n < rows.length; n += 100)
    await write
      .insertInto("orders")
      .values(rows.slice(n, n + 100))
      .execute();
  const search = (text: string) => listStaffOrders(write, parseOrderSearch(new URLSearchParams(text)));
  const everything = await search("size=50&page=3");
  expect(everything.count).toBe(1200);
  expect(await search("size=50&page=3&q=kumar")).toEqual(everything);
  const narrowed = await search("size=50&page=2&status=paid&q=ravi");
  expect(narrowed).toEqual(await search("size=50&page=2&status=paid"));
  expect(narrowed.count).toBe(600);
});

test("filters by the way of paying, the method of delivery and a book; they work together", async () => {
  await db
    .updateTable("orders")
    .set({ payment_way: "cod", due_at_door: 100, method_name: "Gyan Post" })
    .where("id", "in", [ids.packed!, ids.shipped!])
    .execute();
  expect(await found("payment=cod")).toEqual(["packed", "shipped"]);
  expect(await found("payment=online")).toEqual(
    ALL.filter((name) => name !== "packed" && name !== "shipped"),
  );
  expect(await found("payment=barter")).toEqual(ALL);
  expect(await found("method=Gyan+Post&status=packed")).toEqual(["packed"]);
  expect(await found("method=Gyan")).toEqual([]);
  const { book_id } = await db
    .selectFrom("order_lines")
    .select("book_id")
    .where("order_id", "=", ids.paid!)
    .executeTakeFirstOrThrow();
  const other = await db
    .selectFrom("order_lines")
    .select("order_id")
    .where("book_id", "=", book_id)
    .execute();
  const having = ALL.filter((name) => other.some((row) => row.order_id === ids[name]));
  expect(having).toContain("paid");
  expect(await found(`book=${book_id}`)).toEqual(having);
  expect(await found("book=999999")).toEqual([]);
});

test("each view counts what its list shows; a late order is one that has not left", async () => {
  await db.updateTable("orders").set({ eta_date: "2026-11-08" }).execute();
  const now = new Date("2026-11-20T06:00:00.000Z");
  const counts = await countOrderViews(db, now);
  for (const [view, { query }] of Object.entries(ORDER_VIEWS)) {
    const shown = await listStaffOrders(db, parseOrderSearch(new URLSearchParams(query)), now);
    expect(counts[view as keyof typeof counts], view).toBe(shown.count);
  }
  expect(counts).toEqual({ confirm: 0, pack: 1, ship: 1, late: 2, answer: 0 });
});
