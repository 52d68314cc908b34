import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { type BlockContents, type BlockKind, BLOCK_KINDS } from "./block-kinds";
import { DEFAULT_BLOCKS, describeChanges, parseBlocks } from "./blocks";
import { DEFAULT_CONTENT } from "./default-home";
import { publishedBlocks, readDraft } from "./draft.server";
import { hideBlock, moveBlock, removeBlock, saveBlock } from "./edit-blocks.server";
import {
  blocksOfVersion,
  restoreVersion,
  discardDraft,
  listVersions,
  publishDraft,
} from "./publishing.server";
import { showBlocks, shownHome } from "./shown-blocks.server";

const TODAY = new Date("2026-11-22T06:00:00.000Z");
let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

const save = <Kind extends BlockKind>(
  kind: Kind,
  content: BlockContents[Kind],
  { id = null as number | null, revision = 0 } = {},
) => saveBlock(db.write, { id, kind, content, revision, staffId });
const version = async () => (await readDraft(db.read)).version;
const publish = async () => publishDraft(db.write, { staffId, version: await version() }, TODAY);
const kinds = async () => (await readDraft(db.read)).blocks.map(({ kind }) => kind);
const QUOTE = { text: "Where the mind is without fear", source: "Tagore" };
const HERO = { ...DEFAULT_CONTENT.hero, title: "Poems since 1976" };

test("the words for 'book' are doors to the languages that have visible books, with their number", async () => {
  await catalogueBook(db.write, { title: "Gora", language: "Bengali" });
  const both = await catalogueBook(db.write, { title: "Two Tongues", language: "Bengali" });
  const english = await catalogueBook(db.write, { title: "Reef", language: "English" });
  await catalogueBook(db.write, { title: "Hidden", language: "Hindi", hidden: 1 });
  await catalogueBook(db.write, { title: "Qapla", language: "Klingon" });
  const language = async (name: string) =>
    (await db.read.selectFrom("languages").select("id").where("name", "=", name).executeTakeFirstOrThrow())
      .id;
  const [bn, en] = [await language("Bengali"), await language("English")];
  await db.write.insertInto("book_languages").values({ book_id: both, language_id: en }).execute();
  await db.write.updateTable("books").set({ featured: 1 }).where("id", "=", english).execute();
  const doorsOf = async (words: boolean) => {
    const block = { ...DEFAULT_BLOCKS[0]!, content: { ...DEFAULT_CONTENT.hero, words } };
    return (await showBlocks(db.read, [block], "2026-11-22"))[0];
  };
  expect(await doorsOf(true)).toMatchObject({
    doors: { bn: [`${bn}-bengali`, "Bengali", 2], en: [`${en}-english`, "English", 2] },
  });
  expect(Object.keys(((await doorsOf(true)) as { doors: object }).doors).sort()).toEqual(["bn", "en"]);
  expect(await doorsOf(false)).not.toHaveProperty("doors");
});

describe("the shop as it came", () => {
  test("has its five blocks, which travel to the page without their content", async () => {
    expect((await shownHome(db.read)).map((block) => [block.kind, "content" in block])).toEqual([
      ["hero", false],
      ["blurbs", false],
      ["shelf", false],
      ["categories", false],
      ["newsletter", false],
    ]);
    expect(await readDraft(db.read)).toMatchObject({ changes: [], changed: null });
  });

  test("every kind's first content passes its own schema, but for texts that a new block still needs", () => {
    for (const block of DEFAULT_BLOCKS) {
      const { schema } = BLOCK_KINDS[block.kind];
      expect(schema.safeParse(block.content)).toEqual({ success: true, data: block.content });
    }
  });
});

describe("the draft", () => {
  test("is not seen by visitors until it is published as one", async () => {
    expect(await save("hero", HERO, { id: 1 })).toMatchObject({ ok: true });
    await save("quotation", QUOTE);
    await hideBlock(db.write, { id: 2, hidden: true, staffId });
    expect(await moveBlock(db.write, { id: 5, direction: "up", staffId })).toEqual({
      name: "Newsletter ‘Letters about books’",
      place: 4,
    });
    expect((await readDraft(db.read)).changes).toEqual([
      "Changed: Opening ‘Poems since 1976’ (Title)",
      "Hidden: Short texts side by side ‘Wide selection’",
      "Added: Quotation ‘Where the mind is without fear’",
      "The order of the blocks",
    ]);
    expect((await shownHome(db.read))[0]).not.toHaveProperty("content");
    const before = await db.catalogueVersion();
    expect(await publish()).toEqual({ ok: true });
    expect(await db.catalogueVersion()).toBeGreaterThan(before);
    const shown = await shownHome(db.read);
    expect(shown.map(({ kind }) => kind)).toEqual(["hero", "shelf", "newsletter", "categories", "quotation"]);
    expect(shown[0]).toMatchObject({ content: { title: "Poems since 1976" } });
    expect(await readDraft(db.read)).toMatchObject({ changes: [], changed: null });
    expect(await publish()).toMatchObject({ ok: false });
  });

  test("that is back where it began is none", async () => {
    await moveBlock(db.write, { id: 1, direction: "down", staffId });
    await moveBlock(db.write, { id: 1, direction: "up", staffId });
    expect(await moveBlock(db.write, { id: 1, direction: "up", staffId })).toMatchObject({ place: 1 });
    expect(await readDraft(db.read)).toMatchObject({ changes: [], changed: null });
  });

  test("can be discarded; what was published stays", async () => {
    await save("quotation", QUOTE);
    expect(await discardDraft(db.write, { staffId, version: await version() })).toEqual({ ok: true });
    expect(await kinds()).toEqual(DEFAULT_BLOCKS.map(({ kind }) => kind));
  });

  test("has room for one opening, and for twenty blocks", async () => {
    expect(await save("hero", HERO)).toMatchObject({ ok: false, reason: "full" });
    for (let n = DEFAULT_BLOCKS.length; n < 20; n += 1) await save("quotation", { ...QUOTE, source: `${n}` });
    expect(await save("quotation", QUOTE)).toMatchObject({ ok: false, reason: "full" });
  });

  test("each change is recorded with names in place of ids", async () => {
    const bookId = await catalogueBook(db.write, { title: "Gitanjali" });
    await save("hero", { ...HERO, books: [bookId] }, { id: 1 });
    const [entry] = await readAudit(db.read, "home", 0);
    expect(entry?.changes).toContainEqual({ field: "Opening: Books", before: [], after: ["Gitanjali"] });
  });
});

describe("two owners at once", () => {
  test("the second to save a block is shown the difference, and can save again", async () => {
    await save("hero", HERO, { id: 1 });
    const mine = { ...DEFAULT_CONTENT.hero, title: "Mine" };
    const second = await save("hero", mine, { id: 1 });
    if (second.ok || second.reason !== "changed") throw new Error("not refused");
    expect(second.clash.fields).toEqual([
      { field: "Opening: Title", stored: "Poems since 1976", yours: "Mine" },
    ]);
    const { revision } = second.clash;
    expect(await save("hero", mine, { id: 1, revision })).toMatchObject({ ok: true });
  });

  test("a block that was removed meanwhile comes back with what was typed", async () => {
    await save("quotation", QUOTE);
    const { id, revision } = (await readDraft(db.read)).blocks.at(-1)!;
    expect(await removeBlock(db.write, { id, revision, staffId })).toBe(true);
    const edited = { ...QUOTE, source: "Rabindranath Tagore" };
    expect(await save("quotation", edited, { id, revision })).toMatchObject({ clash: { revision: 0 } });
    expect(await save("quotation", edited, { id, revision: 0 })).toMatchObject({ ok: true });
    expect((await readDraft(db.read)).blocks.at(-1)?.content).toEqual(edited);
  });

  test("a block that was changed meanwhile is not removed, nor a draft published or discarded unseen", async () => {
    const seen = await version();
    await save("hero", HERO, { id: 1 });
    expect(await removeBlock(db.write, { id: 1, revision: 0, staffId })).toBe(false);
    expect(await publishDraft(db.write, { staffId, version: seen })).toMatchObject({ ok: false });
    expect(await discardDraft(db.write, { staffId, version: seen })).toMatchObject({ ok: false });
    expect((await readDraft(db.read)).changes).toHaveLength(1);
  });
});

test("an earlier version is brought back as a draft, then published", async () => {
  await save("hero", HERO, { id: 1 });
  await publish();
  await removeBlock(db.write, { id: 2, revision: 0, staffId });
  await publish();
  const [last, first] = await listVersions(db.read);
  expect([last?.changes, first?.changes]).toEqual([
    ["Removed: Short texts side by side ‘Wide selection’"],
    ["Changed: Opening ‘Poems since 1976’ (Title)"],
  ]);
  const blocks = (await blocksOfVersion(db.read, first!.id))!;
  const given = { staffId, blocks, name: "22 Nov 2026", version: await version() };
  expect(await restoreVersion(db.write, given)).toEqual({ ok: true });
  expect((await publishedBlocks(db.read)).map(({ id }) => id)).not.toContain(2);
  expect((await readDraft(db.read)).changes).toEqual(["Added: Short texts side by side ‘Wide selection’"]);
  expect(await restoreVersion(db.write, given)).toMatchObject({ ok: false });
  await publish();
  expect((await publishedBlocks(db.read)).map(({ id }) => id)).toContain(2);
});

test("the original page is an earlier version too", async () => {
  await save("hero", HERO, { id: 1 });
  await publish();
  const given = { staffId, blocks: DEFAULT_BLOCKS, name: "the first page", version: await version() };
  expect(await restoreVersion(db.write, given)).toEqual({ ok: true });
  await publish();
  expect((await shownHome(db.read))[0]).not.toHaveProperty("content");
});

describe("a shelf", () => {
  const titles = async (given: Partial<BlockContents["shelf"]>, today = "2026-11-22") => {
    const content = { ...DEFAULT_CONTENT.shelf, ...given };
    const [shown] = await showBlocks(db.read, [{ ...DEFAULT_BLOCKS[2]!, content }], today);
    if (shown?.kind !== "shelf") throw new Error("no shelf");
    return { titles: shown.books.map(({ title }) => title), more: shown.more?.to };
  };
  const rowId = async (table: "tags" | "authors", name: string) =>
    (await db.read.selectFrom(table).select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

  test("has the books of its source, and the list where it goes on", async () => {
    const one = await catalogueBook(db.write, {
      title: "One",
      tags: ["Poetry"],
      authors: ["Mira"],
      sold_count: 3,
      featured: 1,
      published_on: "2026-11-22",
    });
    const two = await catalogueBook(db.write, { title: "Two", tags: ["Novel"], published_on: "2026-11-23" });
    await catalogueBook(db.write, { title: "Three", tags: ["Novel"], published_on: "2027" });
    await catalogueBook(db.write, { title: "Gone", hidden: 1, sold_count: 9, published_on: "2028" });
    expect(await titles({ source: "featured", count: 1 })).toEqual({ titles: ["One"], more: undefined });
    expect(await titles({ source: "new", count: 2 })).toEqual({
      titles: ["Three", "Two"],
      more: "/books?sort=newest",
    });
    expect(await titles({ source: "bestsellers" })).toEqual({ titles: ["One"], more: "/bestsellers" });
    expect((await titles({ source: "forthcoming" })).titles).toEqual(["Two", "Three"]);
    expect((await titles({ source: "forthcoming" }, "2026-11-23")).titles).toEqual(["Three"]);
    expect(await titles({ source: "tag", tag: await rowId("tags", "Poetry") })).toEqual({
      titles: ["One"],
      more: "/books?tag=Poetry",
    });
    expect(await titles({ source: "author", author: await rowId("authors", "Mira") })).toEqual({
      titles: ["One"],
      more: "/books?q=Mira",
    });
    expect((await titles({ source: "picked", books: [two, 999, one] })).titles).toEqual(["Two", "One"]);
  });
});

test("a text is shown as safe HTML, and a picture that is gone is left out", async () => {
  const content = {
    heading: "",
    text: "**Us** <script>alert(1)</script>",
    picture: 7,
    side: "left" as const,
    button: "",
    to: "",
  };
  const block = { id: 9, revision: 0, kind: "textWithPicture" as const, hidden: false, content };
  const [shown] = await showBlocks(db.read, [block], "2026-11-22");
  expect(shown).toMatchObject({
    look: "text-picture",
    html: expect.stringContaining("<strong>Us</strong> &lt;script&gt;") as string,
  });
});

test("stored blocks of unknown kinds are left out, and new fields get a value", () => {
  const { words: _, ...older } = DEFAULT_CONTENT.hero;
  const json = JSON.stringify([
    { id: 1, revision: 0, kind: "hero", hidden: false, content: older },
    { id: 2, revision: 0, kind: "video", hidden: false, content: {} },
  ]);
  expect(parseBlocks(json)).toEqual([DEFAULT_BLOCKS[0]]);
  expect(describeChanges(DEFAULT_BLOCKS, DEFAULT_BLOCKS)).toEqual([]);
});

describe("a block's form", () => {
  const messages = (kind: BlockKind, given: Record<string, unknown>) =>
    BLOCK_KINDS[kind].schema
      .safeParse(given)
      .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);

  test("refuses what would look broken, each at its field", () => {
    expect(messages("hero", { title: " ", to: "javascript:alert(1)" })).toEqual([
      "title: Title is required",
      expect.stringMatching(/^to: Where the button leads must be an address/),
    ]);
    expect(messages("hero", { title: "x", button: "Go" })).toEqual(["to: Please say where the button leads"]);
    expect(messages("hero", { title: "x", books: ["1", "2", "3", "4"] })).toEqual([
      "books: At most 3 books can be chosen",
    ]);
    expect(messages("blurbs", { ...DEFAULT_CONTENT.blurbs, text2: "", title4: "More" })).toEqual([
      "text2: Second text is required",
      "text4: Please type the text to this title",
    ]);
    expect(messages("blurbs", { ...DEFAULT_CONTENT.blurbs, title4: "More" })).toEqual([
      "text4: Please type the text to this title",
    ]);
    const shelf = { heading: "x", count: "8" };
    expect(messages("shelf", { ...shelf, source: "tag", tag: "" })).toEqual([
      "tag: Please choose a category",
    ]);
    expect(messages("shelf", { ...shelf, source: "picked" })).toEqual([
      "books: Please find and add at least one book",
    ]);
    expect(messages("shelf", { ...shelf, count: "0", source: "new" })).toEqual([
      "count: How many at most must be a whole number from 1 to 24",
    ]);
  });

  test("reads what a form sends", () => {
    const sent = { title: " A  title ", text: "a\r\nb", books: ["3", "1", "3", "x"], words: "on" };
    expect(BLOCK_KINDS.hero.schema.parse(sent)).toEqual({
      title: "A title",
      text: "a\nb",
      button: "",
      to: "",
      books: [3, 1],
      words: true,
    });
    expect(BLOCK_KINDS.hero.schema.parse({ title: "x", books: "3" })).toMatchObject({
      books: [3],
      words: false,
    });
  });
});
