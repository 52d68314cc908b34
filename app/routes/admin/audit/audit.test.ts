import { beforeAll, describe, expect, test } from "vitest";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { clearAudit } from "~/test/database";
import { createBook, createStaff } from "~/test/factories";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";
import { pageHtml, readPage } from "~/test/pages";

const shop = testShop();
let owner: Browser;
let ownerId: number;
let bookId: number;

const text = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const open = async (query = "", browser = owner) => pageHtml(await browser.get(`/admin/audit${query}`));

beforeAll(async () => {
  ownerId = await createStaff(shop.db.write, { first_name: "Asha", last_name: "Rao" });
  owner = await signedIn(shop, ownerId);
  bookId = await createBook(shop.db.write, { title: "Gora" });
  await clearAudit(shop.db.write);
  const record = (entry: Partial<Parameters<typeof recordAudit>[1]>, at: string) =>
    recordAudit(
      shop.db.write,
      { staffId: ownerId, subject: "book", subjectId: bookId, action: "updated", ...entry },
      new Date(at),
    );
  await record(
    { before: { Price: "₹250.00" }, after: { Price: "₹299.00", Tags: ["Novel", "Bengal"] } },
    "2026-11-20T18:30:00.000Z",
  );
  await record(
    {
      subject: "coupon",
      subjectId: 99,
      action: "added",
      after: { Code: "=1+1", Ends: "2026-12-31T18:30:00.000Z" },
    },
    "2026-11-21T06:00:00.000Z",
  );
});

describe("the page", () => {
  test("shows who did what to what, before and after, and when in India", async () => {
    const html = await open();
    expect(text(html)).toContain("21 Nov 2026, 12:00 am Asha Rao updated book Gora");
    expect(text(html)).toContain("Price: ₹250.00 → ₹299.00");
    expect(text(html)).toContain("Tags: Novel, Bengal");
    expect(text(html)).toContain("added coupon 99 (no longer there)");
    expect(text(html)).toMatch(/Ends: 1 Jan 2027, 12:00\sam/);
    expect(html).toContain(`href="/admin/products?edit=${bookId}"`);
    expect(html).not.toContain("/admin/coupons?edit=99");
  });

  test("is filtered by a plain form; the export keeps the filters", async () => {
    const html = await open("?kind=coupon&from=2026-11-21&size=50&older=x");
    expect(text(html)).toContain("added coupon");
    expect(text(html)).not.toContain("updated book");
    expect(html).toMatch(/<option value="coupon" selected="">Coupons/);
    expect(html).toMatch(/<button type="submit"[^>]*>Filter<\/button>/);
    expect(html).toContain('href="/admin/audit/export?kind=coupon&amp;from=2026-11-21&amp;size=50"');
    expect(html).toContain("Clear filters");
    expect(text(await open("?q=299"))).toContain("updated book");
    expect(text(await open("?q=elephant"))).toContain("No items found matching your search");
    expect(text(await open("?from=2026-11-22&to=2026-11-21"))).toContain("The last day is before the first");
  });

  test("has links to older and newer entries", async () => {
    const first = await open("?size=5");
    expect(first).not.toContain('aria-label="Pages"');
    for (let number = 0; number < 6; number++)
      await recordAudit(
        shop.db.write,
        { staffId: ownerId, subject: "tag", subjectId: number + 1, action: "added" },
        new Date(`2026-10-0${number + 1}T06:00:00.000Z`),
      );
    const html = await open("?size=5&q=");
    const older = /href="(\/admin\/audit\?[^"]*older=\d+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    const second = await pageHtml(await owner.get(older));
    expect(text(second)).toContain("1 Oct 2026");
    expect(second).toMatch(/href="\/admin\/audit\?[^"]*newer=\d+"/);
  });

  test("is for those with the right; others are told why not", async () => {
    const packer = await staffBrowser(shop, { job: "orders" });
    for (const path of ["/admin/audit", "/admin/audit/export"]) {
      const refused = await readPage(packer.get(path));
      expect(refused.status).toBe(403);
      expect(refused.html).toContain("read the record of what staff did");
    }
    expect(await pageHtml(await packer.get("/admin/account"))).not.toContain('href="/admin/audit"');
    // With the right alone: no links to what they may not see.
    const accountant = await staffBrowser(shop, { job: "accounts", extra_rights: '["audit"]' });
    const html = await open("?kind=book", accountant);
    expect(text(html)).toContain("updated book Gora");
    expect(html).not.toContain("/admin/products");
  });

  test("takes no forms", async () => {
    const answer = await owner.post("/admin/audit", { intent: "delete", id: "1" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe("the export", () => {
  test("has a row for each changed field; spreadsheets see no formula; the log says who exported what", async () => {
    const answer = await owner.get("/admin/audit/export?who=" + ownerId + "&from=2026-11-20&to=2026-11-21");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="audit-log-[\d-]+\.csv"$/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The byte order mark.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().trimEnd().split("\n");
    expect(lines[0]).toBe("entry,when (India),who,action,what,number,name,field,before,after");
    expect(lines.slice(1).map((line) => line.slice(line.indexOf(",") + 1))).toEqual([
      "2026-11-21 11:30,Asha Rao,added,Coupons,99,,Code,,'=1+1",
      expect.stringMatching(/^2026-11-21 11:30,Asha Rao,added,Coupons,99,,Ends,,"1 Jan 2027, 12:00\sam"$/),
      `2026-11-21 00:00,Asha Rao,updated,Books,${bookId},Gora,Price,₹250.00,₹299.00`,
      `2026-11-21 00:00,Asha Rao,updated,Books,${bookId},Gora,Tags,,"Novel, Bengal"`,
    ]);
    expect(text(await open("?kind=export"))).toContain(
      "Asha Rao exported List: Audit log Person: Asha Rao From: 20 Nov 2026 To: 21 Nov 2026",
    );
  });
});
