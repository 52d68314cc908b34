import { beforeAll, expect, test } from "vitest";
import { createAccount, createStaff } from "~/test/factories";
import { insertDocument } from "~/test/documents";
import { insertOrder } from "~/test/factories-orders";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";
import { USUAL_NAMES } from "~/domain/accounting/journal/account-names";

const shop = testShop();
const JOURNAL = "/admin/accounts/journal";
let accounts: Browser;

beforeAll(async () => {
  const db = shop.db.write;
  accounts = await signedIn(shop, await createStaff(db, { job: "accounts" }));
  const orderId = await insertOrder(db, { accountId: await createAccount(db), state: "paid" });
  await insertDocument(db, {
    orderId,
    number: "N/1",
    place: "29",
    lines: [{ value: 11_800, rate: 1800, quantity: 2 }],
  });
});

const exported = async () =>
  (
    await shop.db.read
      .selectFrom("audit_entries")
      .select("after")
      .where("subject", "=", "export")
      .orderBy("id", "desc")
      .executeTakeFirst()
  )?.after ?? "";

test("the job Accounts sees the sums, names the accounts, and downloads the journal with these names", async () => {
  const page = await pageHtml(accounts.get(`${JOURNAL}?month=2026-11`));
  for (const text of ["Customers", "Sales taxable at 18%", "₹118.00", "₹100.00", "Journal as CSV"])
    expect(page, text).toContain(text);
  const names = { ...USUAL_NAMES, customers: "Sundry Debtors" };
  const saved = await readPage(accounts.post(`${JOURNAL}?month=2026-11`, names));
  expect(saved).toMatchObject({ status: 303, to: `${JOURNAL}?month=2026-11` });
  const after = await pageHtml(accounts.get(saved.to!));
  expect(flashMessages(after).join()).toBe("The names of the accounts are saved");
  const file = await accounts.get("/admin/accounts/export/journal?month=2026-11&format=csv");
  expect(file.headers.get("content-disposition")).toContain("journal-2026-11.csv");
  expect(await file.text()).toContain("2026-11-15,Sales,N/1,Sundry Debtors,118.00,,");
  expect(await exported()).toContain("Journal");
  const book = await accounts.get("/admin/accounts/export/journal?month=2026-11&format=xlsx");
  expect(new Uint8Array(await book.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
});

test("an account without a name is refused at its field, and what was typed stays", async () => {
  const refused = await readPage(accounts.post(JOURNAL, { ...USUAL_NAMES, bank: " ", cash: "Till 9" }));
  expect([
    refused.status,
    refused.html.includes("Bank needs a name"),
    refused.html.includes('value="Till 9"'),
  ]).toEqual([400, true, true]);
});

test("a report is downloaded as it is sorted; a wrong period leads back", async () => {
  const path = "/admin/accounts/reports/file";
  const file = await accounts.get(`${path}?by=state&month=2026-11&sort=label&dir=asc`);
  expect(file.headers.get("content-disposition")).toContain("sales-by-state-2026-11.csv");
  expect((await file.text()).split(/\r?\n/)[1]).toBe("Karnataka,2,118.00,0.00,118.00,0,0.00,118.00");
  expect(await exported()).toContain("Sales by state");
  const stock = await accounts.get(`${path}?by=stock&format=xlsx`);
  expect([stock.status, stock.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="stock.xlsx"',
  ]);
  expect((await accounts.get(`${path}?format=pdf`)).status).toBe(404);
  expect((await accounts.get(`${path}?month=2026-13`)).status).toBe(303);
});

test("who may not see sums has none of it", async () => {
  const clerk = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  for (const path of [
    JOURNAL,
    "/admin/accounts/export/journal",
    "/admin/accounts/reports",
    "/admin/accounts/reports/file",
  ])
    expect((await clerk.get(path)).status, path).toBe(403);
  expect((await clerk.post(JOURNAL, USUAL_NAMES)).status).toBe(403);
});
