import { beforeAll, expect, test } from "vitest";
import { listBooksForStaff } from "~/domain/catalogue/books/staff/staff-books.server";
import { listCustomers } from "~/domain/people/accounts/customers.server";
import { parseCustomerSearch } from "~/domain/people/accounts/customers";
import type { Db } from "~/db/database.server";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { insertOrder, receivedPayment } from "~/test/factories-orders";
import { createTestDatabase } from "~/test/database";
import { createCarrier } from "~/test/orders";
import { addOrderNote } from "../notes/order-notes.server";
import { logOrderEvent } from "../order-events.server";
import { parseOrderSearch } from "./order-list";
import { listStaffOrders } from "./order-list.server";

/**
 * Orders 1 to 60. #45 is Priya's, with all the data that tests search for; #7 has 45 in its
 * invoice number, #9 in its address.
 */
let db: Db;
let bookId: number;
let other: number;
let language: string;

beforeAll(async () => {
  db = (await createTestDatabase()).write;
  const accountId = await createAccount(db, {
    first_name: "Meera",
    last_name: "Nair",
    email: "m@example.in",
  });
  const priya = await createAccount(db, { first_name: "Priya", last_name: "Das", email: "p@example.in" });
  await createAddress(db, priya, { mobile: "+91 98450-12345" });
  bookId = await catalogueBook(db, { title: "Chokher Bali", publisher: "Visva Bharati" });
  for (let id = 1; id <= 60; id += 1)
    await insertOrder(db, { accountId: id === 45 ? priya : accountId, state: "shipped" });
  const providerId = await createCarrier(db);
  await db.updateTable("orders").set({ invoice_no: "KB/26-27/000045" }).where("id", "=", 7).execute();
  await db
    .updateTable("orders")
    .set({
      fullname: "Priya Das",
      mobile: "+91 98450-12345",
      place: "Kolkata",
      state_name: "West Bengal",
      pincode: "700016",
      tracking_no: "EK 777 IN",
      logistics_provider_id: providerId,
      coupon_code: "PUJO25",
    })
    .where("id", "=", 45)
    .execute();
  await db.updateTable("orders").set({ place: "Sector 45" }).where("id", "=", 9).execute();
  const paymentId = await receivedPayment(db, 45, 25_000);
  await db
    .updateTable("payments")
    .set({ gateway_payment_id: "pay_MT48CvBhIC98MQ" })
    .where("id", "=", paymentId)
    .execute();
  await db
    .insertInto("order_lines")
    .values({
      order_id: 45,
      book_id: bookId,
      title: "Chokher Bali",
      mrp: 25_000,
      unit_price: 25_000,
      quantity: 1,
      hsn: "4901",
      tax_rate: 0,
    })
    .execute();
  other = await insertOrder(db, { accountId, state: "paid" });
  const row = await db
    .selectFrom("books as b")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select("l.name")
    .where("b.id", "=", bookId)
    .executeTakeFirstOrThrow();
  language = row.name;
});

const found = async (q: string, rest = "") =>
  (
    await listStaffOrders(db, parseOrderSearch(new URLSearchParams(`q=${encodeURIComponent(q)}${rest}`)))
  ).rows.map(({ id }) => id);

test("'#45' finds only order 45; '45' finds it first", async () => {
  expect(await found("#45")).toEqual([45]);
  expect(await found("# 45")).toEqual([45]);
  expect(await found("45")).toEqual([45, 7]);
  expect(await found("45", "&sort=id&dir=asc")).toEqual([7, 45]);
  expect(await found("#4500")).toEqual([]);
});

test.each([
  "9845012345",
  "+91 98450 12345",
  "98450-12345",
  "09845012345",
  "98450",
  "700016",
  "700 016",
  "EK777IN",
  "ek 777",
  "pay_MT48CvBhIC98MQ",
  "Kolkata",
  "west bengal",
  "Chokher",
  "bali priya",
  "PUJO25",
])("an order from before the upgrade is found by '%s'", async (q) => {
  expect(await found(q)).toEqual([45]);
});

test("an order is found by its changed data, and no longer by its old data", async () => {
  await db
    .updateTable("orders")
    .set({ tracking_no: "NEW1", mobile: "9000090000", place: "Howrah", pincode: "711101" })
    .where("id", "=", other)
    .execute();
  for (const q of ["NEW1", "9000090000", "Howrah", "711101"]) expect(await found(q)).toEqual([other]);
  await receivedPayment(db, other, 100);
  const { gateway_payment_id } = await db
    .selectFrom("payments")
    .select("gateway_payment_id")
    .where("order_id", "=", other)
    .executeTakeFirstOrThrow();
  expect(await found(gateway_payment_id)).toContain(other);
  await db
    .insertInto("order_lines")
    .values({
      order_id: other,
      book_id: bookId,
      title: "Ghare Baire",
      mrp: 1,
      unit_price: 1,
      quantity: 1,
      hsn: "4901",
      tax_rate: 0,
    })
    .execute();
  expect(await found("Baire")).toEqual([other]);
  await db.updateTable("orders").set({ mobile: "", tracking_no: null }).where("id", "=", other).execute();
  expect([await found("9000090000"), await found("NEW1")]).toEqual([[], []]);
});

test("customers are found by the mobile number of an address, books by language and publisher", async () => {
  const customers = async (q: string) =>
    (await listCustomers(db, parseCustomerSearch(new URLSearchParams({ q })))).rows.map(({ email }) => email);
  expect(await customers("98450 12345")).toEqual(["p@example.in"]);
  expect(await customers("+919845012345")).toEqual(["p@example.in"]);
  await db.deleteFrom("addresses").execute();
  expect(await customers("9845012345")).toEqual([]);
  const books = async (q: string) => {
    const search = { q, page: 1, size: 10, sort: null, lowStock: false, visibility: null, lowStockMark: 5 };
    return (await listBooksForStaff(db, search as Parameters<typeof listBooksForStaff>[1])).rows.map(
      ({ id }) => id,
    );
  };
  expect(await books(language)).toContain(bookId);
  expect(await books("Visva")).toEqual([bookId]);
  await db.updateTable("languages").set({ name: "Bangla", name_key: "bangla" }).execute();
  expect(await books("bangla chokher")).toEqual([bookId]);
});

test("an order is found by a note from the moment that it is written, and only by its own", async () => {
  expect(await found("brown paper")).toEqual([]);
  const staffId = await createStaff(db);
  await addOrderNote(db, { orderId: 12, staffId, note: "Wrap it in brown paper, says Zubeida" });
  await addOrderNote(db, { orderId: 12, staffId, note: "दुकान से ले जाएँगे" });
  await logOrderEvent(
    db,
    { orderId: 13, kind: "packed", actor: "staff", detail: { note: "brown paper" } },
    new Date(),
  );
  for (const q of ["brown paper", "zubeida", "paper wrap", "दुकान"]) expect(await found(q), q).toEqual([12]);
});
