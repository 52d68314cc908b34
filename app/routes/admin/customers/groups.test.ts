import { beforeAll, expect, test } from "vitest";
import { createAccount, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const GROUPS = "/admin/customers/groups";
const NEW = { intent: "save-group", name: "", standing: "active", creditLimit: "", creditDays: "", invoiceBy: "mail" }; // oxfmt-ignore
const DISCOUNT = { intent: "add-discount", rate: "35", of: "all", which: "", leastCopies: "1" };
let staff: Browser;
let bookId: number;

beforeAll(async () => {
  staff = await signedIn(shop, await createStaff(shop.db.write));
  bookId = await catalogueBook(shop.db.write, {
    title: "Gora",
    tags: ["Novel"],
    brief: "A novel",
    isbn13: "9788184006629",
  });
  await catalogueBook(shop.db.write, { title: "Gora and others", tags: ["Novel"], brief: "A novel" });
});

async function add(given: object) {
  const { status, to, html } = await readPage(staff.post(`${GROUPS}/new`, { ...NEW, ...given }));
  return { status, html, path: to ?? "", id: Number(to?.split("/").at(-1)) };
}

test("a group: added, changed, shown in the list, with its history; a name only once", async () => {
  expect(await pageHtml(staff.get(GROUPS))).toContain("No groups yet");
  const { path, id } = await add({ name: " Book  shops ", creditLimit: "₹1,00,000", creditDays: "45" });
  const stored = () =>
    shop.db.read
      .selectFrom("customer_groups")
      .select(["name", "active", "credit_limit", "credit_days", "invoice_by"])
      .where("id", "=", id)
      .executeTakeFirst();
  const made = {
    name: "Book shops",
    active: 1,
    credit_limit: 10_000_000,
    credit_days: 45,
    invoice_by: "mail",
  };
  expect(await stored()).toEqual(made);
  expect(await pageHtml(staff.get(GROUPS))).toMatch(/Book shops<[\s\S]*₹1,00,000\.00, 45 days/);
  const twin = await add({ name: "BOOK SHOPS", creditDays: "12" });
  expect(twin.status).toBe(400);
  expect(twin.html).toContain("Group already exists");
  expect(twin.html).toContain('value="12"');
  const changed = { ...NEW, name: "Shops", standing: "ended", creditLimit: "0", creditDays: "0", invoiceBy: "post" }; // oxfmt-ignore
  expect(await readPage(staff.post(path, changed))).toMatchObject({ status: 303, to: path });
  expect(await stored()).toMatchObject({ name: "Shops", active: 0, credit_days: 0, invoice_by: "post" });
  const page = await pageHtml(staff.get(path));
  expect(page).toContain("₹1,00,000.00");
  expect((await staff.get(`${GROUPS}/999`)).status).toBe(404);
});

test.each([
  [{ name: "" }, "Name is required"],
  [{ name: "x".repeat(41) }, "Name must be 40 characters or less"],
  [{ name: "A", creditLimit: "-1" }, "Credit must be an amount from 0 to 1,00,00,000 rupees"],
  [{ name: "A", creditLimit: "1.234" }, "Credit must be an amount"],
  [{ name: "A", creditDays: "366" }, "Days must be a whole number from 0 to 365"],
])("what is wrong with a group is said at its field: %j", async (given, message) => {
  const { status, html } = await add(given);
  expect([status, html.includes(message)]).toEqual([400, true]);
});

test("discounts: for all books, a tag, a book; one for the same takes the new rate; removed", async () => {
  const { path, id } = await add({ name: "Library" });
  const send = (given: object) => readPage(staff.post(path, { ...DISCOUNT, ...given }));
  const stored = () =>
    shop.db.read
      .selectFrom("group_discounts")
      .select(["id", "for_tag", "for_book", "rate", "least_copies"])
      .where("group_id", "=", id)
      .orderBy("id")
      .execute();
  expect(await send({ rate: "12.5 %" })).toMatchObject({ status: 303, to: path });
  await send({ rate: "20", of: "tag", which: "NOVEL", leastCopies: "10" });
  for (const which of ["978-81-8400-662-9", `#${bookId}`, "gora"])
    await send({ rate: "30", of: "book", which });
  const tag = await shop.db.read.selectFrom("tags").select("id").executeTakeFirstOrThrow();
  const rows = await stored();
  expect(rows).toMatchObject([
    { for_tag: null, for_book: null, rate: 1250, least_copies: 1 },
    { for_tag: tag.id, for_book: null, rate: 2000, least_copies: 10 },
    { for_tag: null, for_book: bookId, rate: 3000, least_copies: 1 },
  ]);
  expect(rows).toHaveLength(3);
  await send({ rate: "15" });
  expect((await stored())[0]!.rate).toBe(1500);
  const page = await pageHtml(staff.get(path));
  for (const text of [
    "15 % on all books",
    "20 % on books with the tag Novel, from 10 copies",
    "30 % on “Gora”",
  ])
    expect(page).toContain(text);
  const other = await add({ name: "Other" });
  await staff.post(other.path, { intent: "remove-discount", id: rows[0]!.id });
  expect(await stored()).toHaveLength(3);
  for (let twice = 0; twice < 2; twice += 1)
    expect(await readPage(staff.post(path, { intent: "remove-discount", id: rows[0]!.id }))).toMatchObject({
      status: 303,
    });
  expect(await stored()).toHaveLength(2);
  for (const [given, message] of [
    [{ rate: "0" }, "Discount must be more than 0 and at most 90 per cent"],
    [{ rate: "90.01" }, "at most 90 per cent"],
    [{ of: "tag" }, "Say which tag or book"],
    [{ which: "Novel" }, "For all books leave this empty"],
    [{ of: "tag", which: "Nowhere" }, "There is no tag “Nowhere”"],
    [{ of: "book", which: "9788184006628" }, "No book has the ISBN"],
    [{ of: "book", which: "xqzt" }, "No book has"],
    [{ of: "book", which: "novel" }, "Several books match"],
    [{ leastCopies: "0" }, "Copies must be a whole number from 1 to"],
  ] as const) {
    const refused = await send(given);
    expect([given, refused.status, refused.html.includes(message)]).toEqual([given, 400, true]);
  }
  expect(await stored()).toHaveLength(2);
});

test("a customer's page sets group, credit and days, and its history says so", async () => {
  const { id: groupId } = await add({ name: "School", creditLimit: "5000", creditDays: "60" });
  const customer = await createAccount(shop.db.write, { first_name: "Asha" });
  const path = `/admin/customers/${customer}`;
  expect(await pageHtml(staff.get(path))).toContain("Buys nothing on account.");
  const send = (given: object) =>
    readPage(staff.post(path, { intent: "terms", groupId, creditLimit: "", creditDays: "", ...given }));
  expect(await send({})).toMatchObject({ status: 303, to: path });
  const page = await pageHtml(staff.get(path));
  expect(page).toContain("May owe ₹5,000.00, to be paid within 60 days.");
  expect(page).toMatch(/History[\s\S]*Group[\s\S]*School/);
  await send({ creditLimit: "0", creditDays: "15" });
  expect(await pageHtml(staff.get(path))).toContain("Buys nothing on account.");
  await send({ groupId: 0, creditLimit: "250.50" });
  expect(await pageHtml(staff.get(path))).toContain("May owe ₹250.50, to be paid within 0 days.");
  const wrong = await send({ creditLimit: "much" });
  expect([wrong.status, wrong.html.includes('value="much"')]).toEqual([400, true]);
  expect((await send({ groupId: 999 })).html).toContain("There is no such group");
  expect((await staff.post(`/admin/customers/999999`, { intent: "terms", groupId, creditLimit: "", creditDays: "" })).status).toBe(404); // oxfmt-ignore
});
