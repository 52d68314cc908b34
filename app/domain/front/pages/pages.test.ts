import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import routes from "~/routes";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { parseXml, textsOf } from "~/test/files/xml";
import { markdownProblem } from "~/platform/markdown.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { NAME_FOLDERS } from "~/domain/catalogue/names/name-address";
import { legalFacts } from "~/domain/shop/settings/legal-facts";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { ADDRESS, addressFrom, RESERVED_ADDRESSES } from "./addresses";
import { newsFeed } from "./news-feed";
import type { PageKind } from "./pages";
import { findPage, latestNews, listNews, listPublishedPages, movedTo, shownPaths } from "./pages.server";
import { type PageFields, pageSchema } from "./pages.schema";
import { deletePage, findStaffPage, listPages, savePage } from "./staff-pages.server";
import { parsePageSearch } from "./staff-pages";
import { hasPrompt, TEMPLATE_NAMES, templateFields } from "./templates";
import { textDifference } from "./text-difference";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const PAGE: PageFields = {
  title: "About us",
  address: "about",
  body: "We publish books.",
  searchTitle: "",
  searchDescription: "",
  hasContactForm: false,
  postedOn: null,
  pictureId: null,
  published: true,
};
const NEWS: PageFields = { ...PAGE, title: "A new book", address: "a-new-book", postedOn: "2026-11-20" };

let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
});

async function save(
  fields: Partial<PageFields> = {},
  { id = null as number | null, kind = "page" as PageKind, version = 0 } = {},
) {
  const base = kind === "news" ? NEWS : PAGE;
  return savePage(db.write, { id, kind, staffId, fields: { ...base, ...fields }, version }, NOW);
}

async function saved(...given: Parameters<typeof save>): Promise<{ id: number; version: number }> {
  const outcome = await save(...given);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

describe("a page's address", () => {
  test("reserved ones are the first parts of all other addresses of the shop", () => {
    const first = new Set<string>();
    const collect = (entries: typeof routes, above: string) => {
      for (const { path, children, index } of entries as {
        path?: string;
        index?: boolean;
        children?: typeof routes;
      }[]) {
        const whole = [above, path].filter(Boolean).join("/");
        if (!index && whole) first.add(whole.split("/")[0]!);
        if (children) collect(children, whole);
      }
    };
    collect(routes, "");
    const folders = readdirSync("public", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const others = ["assets", ...folders.map(({ name }) => name)];
    for (const folder of NAME_FOLDERS) first.delete(folder);
    const needed = [...first, ...others].filter((part) => ADDRESS.test(part));
    expect([...RESERVED_ADDRESSES].sort()).toEqual([...new Set(needed)].sort());
  });

  test.each([
    ["About us", "about-us"],
    ["Über uns & mehr!", "uber-uns-mehr"],
    ["Don’t panic", "dont-panic"],
    ["हमारे बारे में", ""],
    ["x".repeat(59) + " yz", "x".repeat(59)],
  ])("made from the title %s is %j", (title, address) => expect(addressFrom(title)).toBe(address));

  test.each([
    ["page", "cart", "/cart is an address of the shop itself. Please choose another one."],
    ["page", "Über", "An address has small letters, digits and hyphens, such as about-us"],
    ["page", "a/b", "An address has small letters, digits and hyphens, such as about-us"],
    ["page", "a--b", "An address has small letters, digits and hyphens, such as about-us"],
  ] as const)("%s /%s is refused with a sentence", (kind, address, message) => {
    const { error } = pageSchema(kind).safeParse({ title: "x", body: "y", address, postedOn: "2026-11-22" });
    expect(error?.issues).toMatchObject([{ path: ["address"], message }]);
  });

  test("is read with a slash and capitals; news can be called cart; terms keep theirs", () => {
    const form = { title: "x", body: "y", address: "/About-Us", postedOn: "2026-11-22" };
    expect(pageSchema("page").parse(form).address).toBe("about-us");
    expect(pageSchema("news").parse({ ...form, address: "cart" }).address).toBe("cart");
    expect(pageSchema("terms").parse(form).address).toBe("terms");
  });

  test("that exists is refused, and other news may have it", async () => {
    await saved();
    expect(await save({ title: "Another" })).toEqual({
      ok: false,
      reason: "field",
      field: "address",
      message: "“About us” has the address /about already. Please choose another one.",
    });
    expect(await save({ address: "about" }, { kind: "news" })).toMatchObject({ ok: true });
  });

  test("that was changed leads to the page, until another page takes it", async () => {
    const { id } = await saved();
    await saved({ address: "who-we-are" }, { id, version: 1 });
    expect(await movedTo(db.read, "page", "about")).toBe("/who-we-are");
    await saved({ address: "us" }, { id, version: 2 });
    for (const old of ["about", "who-we-are"]) expect(await movedTo(db.read, "page", old)).toBe("/us");
    expect((await findStaffPage(db.read, id))!.oldPaths).toEqual(["/about", "/who-we-are"]);
    await saved({ title: "New" });
    expect(await movedTo(db.read, "page", "about")).toBeNull();
    // Back to an address that it had before.
    await saved({ address: "who-we-are" }, { id, version: 3 });
    expect(await movedTo(db.read, "page", "who-we-are")).toBeNull();
    expect(await movedTo(db.read, "page", "us")).toBe("/who-we-are");
    await saved({ address: "who-we-are", published: false }, { id, version: 4 });
    expect(await movedTo(db.read, "page", "us")).toBeNull();
  });
});

describe("saving", () => {
  test("refuses raw HTML, foreign pictures, lines to be replaced and a deleted picture, with a sentence", async () => {
    for (const [fields, field, message] of [
      [{ body: "a <b>c</b>" }, "body", /^HTML is not shown/],
      [{ body: "[x](javascript:alert(1))" }, "body", /^The link to javascript:alert\(1\) would not work/],
      [{ body: "![x](https://x.example/a.png)" }, "body", /^Only pictures uploaded here/],
      [{ body: "(Write here: who you are.)" }, "body", /^The text still has a line/],
      [{ pictureId: 7 }, "pictureId", /^This picture has been deleted/],
    ] as const)
      expect(await save(fields)).toMatchObject({ ok: false, field, message: expect.stringMatching(message) });
    expect(await save({ body: "(Write here: who you are.)", published: false })).toMatchObject({ ok: true });
  });

  test("tells the second of two editors what differs; saving again replaces it; the log has what changed", async () => {
    const { id } = await saved({ body: "One\nTwo\nThree" });
    await saved({ body: "One\nTwo and a half\nThree" }, { id, version: 1 });
    const second = { title: "About", body: "One\n2\nThree" };
    expect(await save(second, { id, version: 1 })).toEqual({
      ok: false,
      reason: "changed",
      message: "This page was changed while you were editing it. Nothing of yours has been saved yet.",
      clash: {
        version: 2,
        fields: [
          { field: "Title", stored: "About us", yours: "About" },
          { field: "Text", stored: "Two and a half", yours: "2" },
        ],
      },
    });
    expect(await save(second, { id, version: 2 })).toMatchObject({ ok: true, version: 3 });
    const [last] = await readAudit(db.read, "page", id);
    expect(last).toMatchObject({
      who: "Asha Rao",
      action: "updated",
      changes: [
        { field: "Title", before: "About us", after: "About" },
        { field: "Text", before: "Two and a half", after: "2" },
      ],
    });
  });

  test("changes what visitors see at once; a draft's change does not", async () => {
    const before = await db.catalogueVersion();
    const { id } = await saved({ published: false });
    expect(await db.catalogueVersion()).toBe(before);
    expect(await findPage(db.read, "page", "about")).toBeNull();
    expect(await findPage(db.read, "page", "about", { withDrafts: true })).toMatchObject({
      isPublished: false,
    });
    await saved({}, { id, version: 1 });
    expect(await db.catalogueVersion()).toBe(before + 1);
    expect(await findPage(db.read, "page", "about")).toMatchObject({
      title: "About us",
      isPublished: true,
      changedAt: NOW.toISOString(),
    });
    await saved({ published: false }, { id, version: 2 });
    expect(await db.catalogueVersion()).toBe(before + 2);
  });

  test("unknown pages and pages of another kind are not found", async () => {
    const { id } = await saved();
    expect(await save({}, { id: 99 })).toMatchObject({ reason: "unknown" });
    expect(await save({}, { id, kind: "news", version: 1 })).toMatchObject({ reason: "unknown" });
  });
});

test("deleting a page removes its former addresses and frees its pictures; terms are not deleted", async () => {
  const { id } = await saved();
  await saved({ address: "us" }, { id, version: 1 });
  expect(await deletePage(db.write, { id, staffId }, NOW)).toBe("About us");
  expect(await deletePage(db.write, { id, staffId }, NOW)).toBeNull();
  expect([await movedTo(db.read, "page", "about"), await findPage(db.read, "page", "us")]).toEqual([
    null,
    null,
  ]);
  expect((await readAudit(db.read, "page", id))[0]).toMatchObject({ action: "deleted" });
  const terms = await saved({ address: "terms" }, { kind: "terms" });
  expect(await deletePage(db.write, { id: terms.id, staffId }, NOW)).toBeNull();
});

describe("the lists", () => {
  test("published pages by title; the back office's with search, state and sort order", async () => {
    await saved({ title: "contact", address: "contact" });
    await saved();
    await saved({ title: "Zines", address: "zines", published: false });
    await saved({ address: "terms" }, { kind: "terms" });
    expect((await listPublishedPages(db.read)).map(({ path }) => path)).toEqual(["/about", "/contact"]);
    const titles = async (search: string) =>
      (await listPages(db.read, "page", parsePageSearch(new URLSearchParams(search)))).rows.map(
        ({ title }) => title,
      );
    expect(await titles("")).toEqual(["About us", "contact", "Zines"]);
    expect(await titles("sort=title&dir=desc")).toEqual(["Zines", "contact", "About us"]);
    expect(await titles("state=draft")).toEqual(["Zines"]);
    expect(await titles("q=CONT")).toEqual(["contact"]);
  });

  test("news by day, the newest first, from their day in India on; in pages", async () => {
    await saved({ title: "Old", address: "old", postedOn: "2026-01-05" }, { kind: "news" });
    await saved({ title: "Tomorrow", address: "later", postedOn: "2026-11-23" }, { kind: "news" });
    await saved({ title: "Draft", address: "draft", published: false }, { kind: "news" });
    await saved({ title: "Today", address: "today", postedOn: "2026-11-22" }, { kind: "news" });
    const titles = async (page: number, now: Date) => {
      const list = await listNews(db.read, page, { size: 2, now });
      return [list.page, list.pageCount, ...list.items.map(({ title }) => title)];
    };
    expect(await titles(1, NOW)).toEqual([1, 1, "Today", "Old"]);
    // 23 November begins in India at 18:30 UTC of the day before.
    const midnight = new Date("2026-11-22T18:30:00.000Z");
    expect(await titles(9, midnight)).toEqual([2, 2, "Old"]);
    expect(await findPage(db.read, "news", "later", { now: NOW })).toBeNull();
    expect(await findPage(db.read, "news", "later", { now: midnight })).not.toBeNull();
    expect((await shownPaths(db.read, NOW)).map(({ path }) => path)).toEqual([
      "/news",
      "/news/old",
      "/news/today",
    ]);
  });

  test("the feed has the news with escaped texts, and ids that stay", async () => {
    const { id } = await saved({ title: "A & <b>", body: "Some *text*." }, { kind: "news" });
    const shop = { origin: "https://books.example.in", name: "Neem & Tree" };
    const feed = parseXml(newsFeed(await latestNews(db.read, NOW), shop, NOW));
    expect(textsOf(feed, "title")).toEqual(["News from Neem & Tree", "A & <b>"]);
    expect(textsOf(feed, "summary")).toEqual(["Some text."]);
    expect(textsOf(feed, "published")).toEqual(["2026-11-19T18:30:00.000Z"]);
    expect(textsOf(feed, "id")).toEqual([`${shop.origin}/news.xml`, `${shop.origin}/news#${id}`]);
    expect(textsOf(parseXml(newsFeed([], shop, NOW)), "updated")).toEqual([NOW.toISOString()]);
  });
});

test("each template is a text that can be saved as a draft, from the settings alone", async () => {
  const settings = await readSettings(db.read);
  const bare = {
    ...settings,
    supportEmail: "",
    supportPhone: "",
    postalAddress: "",
    legalName: "",
    grievanceOfficer: "",
  };
  for (const name of TEMPLATE_NAMES) {
    for (const given of [settings, bare, { ...settings, returnDays: 0 }]) {
      const fields = templateFields(name, { ...legalFacts(given), paymentProvider: "Razorpay" });
      expect(markdownProblem(fields.body!)).toBeNull();
      expect(fields.body).not.toMatch(/undefined|null|\(\s*\)|: *\n/);
      expect(
        pageSchema("page").safeParse({ title: fields.title, address: fields.address, body: fields.body })
          .success,
      ).toBe(true);
    }
  }
  const facts = { ...legalFacts(settings), paymentProvider: "Razorpay" };
  expect(templateFields("contact", facts).body).toContain(settings.supportEmail);
  expect(templateFields("contact", facts).hasContactForm).toBe(true);
  expect(hasPrompt(templateFields("about", facts).body!)).toBe(true);
});

test("the difference of two texts is what lies between their common beginning and end", () => {
  expect(textDifference("a\nb\nc", "a\nx\ny\nc")).toEqual(["b", "x\ny"]);
  expect(textDifference("a", "a")).toEqual(["", ""]);
  expect(textDifference("a\na", "a")).toEqual(["a", ""]);
  expect(textDifference("", "a")).toEqual(["", "a"]);
});
