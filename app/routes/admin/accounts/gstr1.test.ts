import { beforeAll, expect, test } from "vitest";
import { staffClient } from "~/test/api";
import { insertDocument } from "~/test/documents";
import { setSettings } from "~/test/factories";
import { unzipped } from "~/test/files/import-files";
import { gstMonth, SELLER } from "~/test/gst-month";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let accounts: Browser;
beforeAll(async () => {
  await setSettings(shop.db.write, { gstin: SELLER });
  await gstMonth(shop.db.write);
  accounts = await staffBrowser(shop, { job: "accounts" });
});

const FILE = "/admin/accounts/gstr1/file";

const exported = async () =>
  (
    await shop.db.read
      .selectFrom("audit_entries")
      .select("after")
      .where("action", "=", "exported")
      .orderBy("id")
      .execute()
  ).map(({ after }) => JSON.parse(after!) as unknown);

test("the page has sums, tables and checks; the files are what it says, and in the audit log", async () => {
  const page = await pageHtml(accounts.get("/admin/accounts/gstr1?month=2026-11"));
  for (const text of ["GSTR-1 of November 2026", "₹1,18,000.00", "29AAGCB7383J1Z4", "N/26-27/000109"])
    expect(page, text).toContain(text);
  expect(page).toContain(`href="${FILE}?month=2026-11&amp;format=json"`);

  const json = await accounts.get(`${FILE}?month=2026-11&format=json`);
  expect(json.headers.get("content-disposition")).toBe(`attachment; filename="GSTR1-${SELLER}-112026.json"`);
  const file: unknown = await json.json();
  const staff = await staffClient(shop, { job: "accounts" });
  const answer = await staff.get("/accounts/gstr1?month=2026-11");
  expect([answer.status, answer.body]).toEqual([200, file]);
  expect(Object.keys(answer.body as object).sort()).toEqual(
    [
      "gstin",
      "fp",
      "version",
      "hash",
      "b2b",
      "b2cl",
      "b2cs",
      "nil",
      "cdnr",
      "cdnur",
      "hsn",
      "doc_issue",
    ].sort(),
  );

  const xlsx = await accounts.get(`${FILE}?month=2026-11&format=xlsx`);
  const [workbook, b2cs] = await unzipped(Buffer.from(await xlsx.arrayBuffer()), [
    "xl/workbook.xml",
    "xl/worksheets/sheet5.xml",
  ]);
  expect([...workbook!.matchAll(/sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual(
    ["Sums", "Checks", "b2b", "b2cl", "b2cs", "exemp", "cdnr", "cdnur", "hsn(b2b)", "hsn(b2c)", "docs"], // oxfmt-ignore
  );
  // Table 7: Delhi at 18 %, 200 and 36 rupees.
  expect([...b2cs!.matchAll(/<v>([^<]+)<\/v>/g)].map(([, value]) => value)).toEqual([
    "18",
    "200",
    "36",
    "0",
    "0",
  ]);
  const entry = (format: string) => ({ List: "GSTR-1", Month: "2026-11", Format: format });
  expect(await exported()).toEqual([entry("JSON"), entry("JSON"), entry("XLSX")]);
});

test("a return that is wrong is not given as JSON, on the page, as a file and in the API, with what to do", async () => {
  await insertDocument(shop.db.write, {
    issued_at: "2026-09-10T06:00:00.000Z",
    lines: [{ title: "Godan", hsn: "" }],
  });
  const before = await exported();
  const page = await pageHtml(accounts.get("/admin/accounts/gstr1?month=2026-09"));
  expect(page).toContain("This return cannot be filed yet");
  expect(page).toContain("“Godan” on ");
  expect(page).not.toContain("format=json");
  const sent = await readPage(accounts.get(`${FILE}?month=2026-09&format=json`));
  expect(sent).toMatchObject({ status: 303, to: "/admin/accounts/gstr1?month=2026-09" });
  const sentence =
    /^The return of September 2026 cannot be filed yet\. HSN of at least 4 digits: Lines have none/;
  expect(flashMessages(await pageHtml(accounts.get(sent.to!))).join()).toMatch(sentence);
  const staff = await staffClient(shop, { job: "accounts" });
  const { status, body } = await staff.get<{ result: number; msg: string }>("/accounts/gstr1?month=2026-09");
  expect([status, body.result]).toEqual([200, 0]);
  expect(body.msg).toMatch(sentence);
  expect(await exported()).toEqual(before);
  expect((await accounts.get(`${FILE}?month=2026-09&format=xlsx`)).status).toBe(200);
});

test("a seller who is not registered is told so; a month that is none is a 400 at its field", async () => {
  await setSettings(shop.db.write, { gstin: "" });
  const staff = await staffClient(shop, { job: "accounts" });
  expect((await staff.get("/accounts/gstr1?month=2026-11")).body).toMatchObject({
    result: 0,
    msg: expect.stringContaining("no GSTIN") as string,
  });
  for (const path of ["/admin/accounts/gstr1", `${FILE}?month=2026-11&format=xlsx`])
    expect((await accounts.get(path)).status, path).toBe(404);
  await setSettings(shop.db.write, { gstin: SELLER });
  for (const query of ["?month=2026-13", "?month=November", ""]) {
    const { status, body } = await staff.get(`/accounts/gstr1${query}`);
    expect([status, body]).toMatchObject([400, { errors: { month: ["A month is written as 2026-11"] } }]);
  }
  expect((await accounts.get(`${FILE}?month=2026-13&format=json`)).status).toBe(404);
  expect((await accounts.get(`${FILE}?month=2026-11&format=pdf`)).status).toBe(404);
});
