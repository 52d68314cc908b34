import { beforeAll, expect, test } from "vitest";
import { staffClient } from "~/test/api";
import { createStaff } from "~/test/factories";
import { insertDocument } from "~/test/documents";
import { pageHtml } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let accountant: Browser;

beforeAll(async () => {
  accountant = await signedIn(shop, await createStaff(shop.db.write, { job: "accounts" }));
  await insertDocument(shop.db.write, { number: "KB/26-27/000007", lines: [{ value: 118_00, rate: 1800 }] });
  await insertDocument(shop.db.write, { issued_at: "2026-10-15T06:00:00.000Z", lines: [{ value: 40_00 }] });
});

const page = (query: string) => pageHtml(accountant.get(`/admin/accounts?${query}`));

test("the page of a month has its sums, its files, and the months beside it", async () => {
  const html = await page("month=2026-11");
  expect(html).toContain("November 2026");
  expect(html).toContain("₹118.00");
  // At its part of the page, and among all files at the end.
  for (const list of ["documents", "lines", "payments", "refunds"])
    for (const format of ["csv", "xlsx"])
      expect(html.split(`"/admin/accounts/export/${list}?month=2026-11&amp;format=${format}"`).length).toBeGreaterThan(2); // oxfmt-ignore
  expect(html).toContain("/admin/accounts/export/documents?month=2026-11&amp;format=xlsx");
  expect(html).toContain('href="/admin/accounts?month=2026-10"');
});

test("days that cannot be are said at their fields, which keep what was typed", async () => {
  const html = await page("from=2026-11-02&to=2026-11-01");
  expect(html).toContain("The last day is before the first. Please swap the days");
  expect(html).toContain('value="2026-11-02"');
});

test("a list is downloaded under the name of its month; a wrong period leads back with a sentence; others are not there", async () => {
  const answer = await accountant.get("/admin/accounts/export/documents?month=2026-11");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="documents-2026-11.csv"');
  expect(await answer.text()).toContain("KB/26-27/000007,2026-11-15,Tax invoice");
  const wrong = await accountant.get("/admin/accounts/export/lines?month=2026-13");
  expect([wrong.status, wrong.headers.get("Location")]).toEqual([303, "/admin/accounts?month=2026-13"]);
  expect((await accountant.get("/admin/accounts/export/secrets?month=2026-11")).status).toBe(404);
  expect((await accountant.get("/admin/accounts/export/lines?format=pdf")).status).toBe(404);
});

test("the API gives the same files; what is wrong with the period is a sentence", async () => {
  const client = await staffClient(shop);
  const file = await client.get<string>("/accounts/export/lines?from=2026-11-01&to=2026-11-30");
  expect(file.status).toBe(200);
  expect(file.body).toContain("KB/26-27/000007,Tax invoice");
  expect(await client.get("/accounts/export/lines?from=2026-11-01")).toMatchObject({
    status: 400,
    body: { result: 0, msg: "Give the last day too" },
  });
  const entry = await shop.db.read
    .selectFrom("audit_entries")
    .select("after")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.after).toContain("Accounts: Lines of documents");
});

test("the documents of a month are one PDF; a month without any says so on the page", async () => {
  const pdf = await accountant.get("/admin/accounts/documents?month=2026-11&as=pdf");
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  const zip = await accountant.get("/admin/accounts/documents?month=2026-11&as=zip");
  expect((await zip.text()).slice(0, 2)).toBe("PK");
  const none = await accountant.get("/admin/accounts/documents?month=2025-01&as=zip");
  expect([none.status, none.headers.get("Location")]).toEqual([303, "/admin/accounts?month=2025-01&as=zip"]);
});
