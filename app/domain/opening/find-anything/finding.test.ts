import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { ADMIN_SCREENS } from "~/test/checks/admin-screens";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { insertOrder } from "~/test/factories-orders";
import { createCarrier } from "~/test/orders";
import { listBooksForStaff } from "~/domain/catalogue/books/staff/staff-books.server";
import { ALL_RIGHTS, type Job, JOBS, type Right } from "~/domain/kit/rights/rights";
import { hasRight, SCREENS, screenAt } from "~/domain/kit/rights/screens";
import { FIND_MAX, FOUND_MAX } from "./finding";
import { findAnything } from "./finding.server";
import { FINDABLE_SCREENS } from "./screens-found";

let db: ShopDatabase;
let orderId: number;
let accountId: number;

/** A part of a book, an order, a customer and the name of a screen. */
const WORD = "Coupons";

beforeAll(async () => {
  db = await createTestDatabase();
  await catalogueBook(db.write, { title: `${WORD} of Calcutta`, stock: 3 });
  for (let n = 1; n <= FOUND_MAX + 2; n += 1) await catalogueBook(db.write, { title: `Monsoon ${n}` });
  accountId = await createAccount(db.write, {
    first_name: WORD,
    last_name: "Rao",
    email: "zoya@example.in",
  });
  orderId = await insertOrder(db.write, { accountId, state: "shipped" });
  await db.write
    .updateTable("orders")
    .set({
      fullname: `${WORD} Rao`,
      mobile: "9845012345",
      tracking_no: "EK777IN",
      logistics_provider_id: await createCarrier(db.write, "Speed Post"),
    })
    .where("id", "=", orderId)
    .execute();
});

const find = (q: string, rights: readonly Right[] = ALL_RIGHTS) => findAnything(db.read, { q, rights });
const keys = async (q: string, rights?: readonly Right[]) =>
  (await find(q, rights)).groups.map(({ key }) => key);

/** Written down a second time on purpose. */
const SEEN: Record<Job, string[]> = {
  owner: ["books", "orders", "customers", "screens"],
  manager: ["books", "orders", "customers", "screens"],
  catalogue: ["books"],
  orders: ["orders"],
  accounts: ["orders"],
};

test.each(Object.keys(SEEN) as Job[])("%s finds only what the job may see", async (job) => {
  expect(await keys(WORD, JOBS[job].rights)).toEqual(SEEN[job]);
});

test("each single right opens its own group and screens alone", async () => {
  const groups: Partial<Record<Right, string>> = {
    catalogue: "books",
    orders: "orders",
    customers: "customers",
  };
  for (const right of ALL_RIGHTS) {
    const found = await find("o", [right]);
    const others = found.groups.filter(({ key }) => key !== "screens" && key !== groups[right]);
    expect(others, right).toEqual([]);
    for (const { to } of found.groups.flatMap(({ key, rows }) => (key === "screens" ? rows : [])))
      expect(hasRight([right], screenAt(to)!.see), `${right}: ${to}`).toBe(true);
  }
});

test.each([
  ["an order by number", () => `#${orderId}`],
  ["by mobile, as it is typed", () => "+91 98450 12345"],
  ["by email", () => "zoya@example.in"],
  ["by tracking number", () => "EK777IN"],
])("finds %s", async (_, q) => {
  const orders = (await find(q())).groups.find(({ key }) => key === "orders")!;
  expect(orders.rows).toMatchObject([{ to: `/admin/orders/${orderId}`, title: `#${orderId} · ${WORD} Rao` }]);
  expect(orders.rows[0]!.note).toContain("Speed Post EK777IN");
});

test("a number after # leads with its order, and a book has it too", async () => {
  await catalogueBook(db.write, { title: `Volume ${orderId}` });
  expect((await find(`#${orderId}`)).groups[0]).toMatchObject({
    key: "orders",
    rows: [{ to: `/admin/orders/${orderId}` }],
  });
  expect((await keys(String(orderId)))[0]).toBe("books");
});

test.each(["ISBN 978-0-14-306583-8", "isbn: 9780143065838", "ISBN-13: 978 0 14 306583 8"])(
  "%s leads with its book",
  async (q) => {
    const id = await catalogueBook(db.write, {
      title: `Numbered ${q}`,
      isbn13: "9780143065838",
    });
    expect((await find(q)).groups[0]).toMatchObject({
      key: "books",
      rows: [{ title: `Numbered ${q}` }],
    });
    await db.write.deleteFrom("books").where("id", "=", id).execute();
  },
);

test("shows a few of each group, with a link to the list that has as many as it says", async () => {
  const [books] = (await find("monsoon")).groups;
  const list = await listBooksForStaff(db.read, {
    q: "monsoon",
    page: 1,
    size: 50,
    sort: null,
    lowStock: false,
    visibility: null,
    lowStockMark: 5,
  });
  expect(list.count).toBe(FOUND_MAX + 2);
  expect(books).toMatchObject({
    key: "books",
    count: list.count,
    all: { to: "/admin/products?q=monsoon", label: `All ${list.count} books` },
  });
  expect(books!.rows).toHaveLength(FOUND_MAX);
  expect((await find("Calcutta")).groups[0]!.all).toBeNull();
});

test("similar words are found only where nothing has the words as typed", async () => {
  expect(await find("monxoon")).toMatchObject({
    isForgiven: true,
    groups: [{ key: "books" }],
  });
  expect(await find("monsoon")).toMatchObject({ isForgiven: false });
  expect(await find("qqqqqqqq")).toEqual({ groups: [], isForgiven: false });
});

test.each([
  ["carriers", "/admin/logistics/providers"],
  ["courier", "/admin/logistics/providers"],
  ["logo", "/admin/appearance/look"],
  ["failed searches", "/admin/search"],
  ["refunds failed", "/admin/orders?refund=failed"],
  ["shipping fee", "/admin/settings#settings-shippingFee"],
  ["gst", "/admin/settings#settings-gstin"],
  ["api key", "/admin/programs"],
])("the word %s leads to %s", async (q, to) => {
  const screens = (await find(q)).groups.find(({ key }) => key === "screens");
  expect(screens?.rows.map((row) => row.to)).toContain(to);
});

/** Screens that nobody looks for: they are steps of another one, files, or the search itself. */
const NO_SCREENS = [
  "/admin/accounts/documents",
  "/admin/delivery/export",
  "/admin/*",
  "/admin/appearance/preview",
  "/admin/audit/export",
  "/admin/find",
  "/admin/find/suggest",
  "/admin/imports/template",
  "/admin/newsletter/export",
  "/admin/opening/test-purchase/pay",
  "/admin/accounts/gstr1/file",
  "/admin/accounts/reports/file",
  "/admin/orders/manifest/file",
  "/admin/orders/papers",
  "/admin/orders/papers/file",
  "/admin/pages/messages/complaints",
  "/admin/products/export",
  "/admin/products/many",
  "/admin/prove",
  "/admin/sidebar",
];

test("every screen of the back office can be found by its name", () => {
  const plain = ADMIN_SCREENS.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes(":"));
  const found = Object.keys(FINDABLE_SCREENS).filter((to) => !to.includes("?"));
  expect([...new Set(plain)].sort()).toEqual([...NO_SCREENS, ...found].sort());
  expect(Object.keys(FINDABLE_SCREENS).filter((to) => !screenAt(to))).toEqual([]);
  expect(Object.keys(SCREENS)).toEqual(expect.arrayContaining(found));
});

test("a search is bounded, and one without a letter or digit finds nothing", async () => {
  expect(await keys(`Calcutta${" ".repeat(FIND_MAX)}nothing`)).toEqual(["books"]);
  expect(await keys("x".repeat(100_000))).toEqual([]);
  for (const nothing of ["", "  ", "…", '" * )', "%", "\u0000"]) expect(await keys(nothing)).toEqual([]);
});
