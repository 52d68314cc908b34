import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { queriesOf } from "~/test/databases/queries";
import { createStaff } from "~/test/factories";
import { type CatalogueBook, catalogueBook } from "~/test/factories-catalogue";
import { createCarrier, createOrder, createOrderShop } from "~/test/orders";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { listAudit } from "~/domain/kit/audit/audit-log.server";
import { parseAuditSearch } from "~/domain/kit/audit/audit-search";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { ALL_RIGHTS } from "~/domain/kit/rights/rights";
import { bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import { NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { listBooks, movedTags, pageBooks } from "~/domain/catalogue/books/lists/catalogue.server";
import { addChoice } from "~/domain/catalogue/books/lists/choices.server";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { DEFAULT_CONTENT } from "../home/default-home";
import { readDraft } from "../home/draft.server";
import { saveBlock } from "../home/edit-blocks.server";
import { blocksOfVersion, publishDraft } from "../home/publishing.server";
import { shownHome } from "../home/shown-blocks.server";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { findMasterData, saveMasterData } from "~/domain/catalogue/names/master-data.server";
import { deleteName } from "./delete-name.server";
import { mergeNames } from "./merge-names.server";
import { previewMerge } from "./preview-merge.server";

let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write, { first_name: "Kamala", last_name: "Iyer" });
});

const { author, tag, publisher, language, series, logisticsProvider } = MASTER_DATA;
const book = (given: CatalogueBook) => catalogueBook(db.write, given);
const find = async (id: number) => (await findEditableBook(db.read, id))!;
const idOf = async ({ table }: MasterDataEntity, name: string) =>
  (await db.read.selectFrom(table).select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
const add = async (entity: MasterDataEntity, name: string) => {
  const saved = await saveMasterData(db.write, entity, { id: null, name, staffId });
  if (!saved.ok) throw new Error(saved.message);
  return saved.id;
};
const merge = async (entity: MasterDataEntity, from: string, into: string) =>
  mergeNames(db.write, entity, {
    fromId: await idOf(entity, from),
    intoId: await idOf(entity, into),
    staffId,
  });
const rowsOf = (table: "book_contributors" | "book_languages" | "book_tags") =>
  db.read.selectFrom(table).selectAll().execute();

test("authors: a book that has both keeps the first place; roles stay; the history and the search say so", async () => {
  const both = await book({ title: "Both", authors: ["R K Narayan", "Asha Devi", "R. K. Narayan"] });
  const one = await book({ title: "One", authors: ["Asha Devi", "R K Narayan"] });
  const other = await book({ title: "Other", authors: ["R. K. Narayan"] });
  const [goneId, keptId] = [await idOf(author, "R K Narayan"), await idOf(author, "R. K. Narayan")];
  await db.write
    .insertInto("book_contributors")
    .values({ book_id: both, author_id: goneId, role: "B06", position: 3 })
    .execute();
  const [version, untouched] = [(await find(one)).version, await find(other)];
  const outcome = await merge(author, "R K Narayan", "R. K. Narayan");
  expect(outcome).toMatchObject({
    ok: true,
    message: "“R K Narayan” was merged into “R. K. Narayan”",
    changed: 2,
  });

  const names = async (id: number) => (await find(id)).authors.map(({ name }) => name);
  expect(await names(both)).toEqual(["R. K. Narayan", "Asha Devi"]);
  expect(await names(one)).toEqual(["Asha Devi", "R. K. Narayan"]);
  expect(await rowsOf("book_contributors")).toContainEqual({
    book_id: both,
    author_id: keptId,
    role: "B06",
    position: 3,
  });
  expect((await find(one)).version).toBe(version + 1);
  expect(await find(other)).toEqual(untouched);
  expect(await findMasterData(db.read, author, goneId)).toBeNull();
  const [entry] = await readAudit(db.read, "book", one);
  expect(entry).toMatchObject({
    who: "Kamala Iyer",
    action: "updated",
    changes: [
      {
        field: "Authors",
        before: ["Asha Devi", "R K Narayan"],
        after: ["Asha Devi", "R. K. Narayan"],
      },
      { field: "Why", after: "Author “R K Narayan” was merged into “R. K. Narayan”" },
    ],
  });
  expect(await readAudit(db.read, "book", other)).toEqual([]);
  const [kept] = await readAudit(db.read, "author", keptId);
  expect(kept).toMatchObject({ action: "merged another name into" });
  expect(kept!.changes.map(({ field, after }) => [field, after])).toEqual([
    ["Merged name", "R K Narayan"],
    ["Books changed", 2],
  ]);
  const found = await listBooks(db.read, { ...NO_FILTERS, q: "narayan asha" }, { offset: 0, limit: 9 });
  expect(found.books.map(({ id }) => id).sort()).toEqual([both, one].sort());
});

test("tags: counts, lists, kept results, links by name and by id follow", async () => {
  await book({ title: "Both", tags: ["Novel", "Novels"], sold_count: 2 });
  const one = await book({ title: "One", tags: ["Novels"], sold_count: 5 });
  const oldId = await idOf(tag, "Novels");
  const byNovel = { ...NO_FILTERS, tags: ["Novel"] };
  expect((await listBooks(db.read, byNovel, { offset: 0, limit: 9 })).count).toBe(1);
  await merge(tag, "Novels", "Novel");
  expect(await db.read.selectFrom("tags").select(["name", "book_count", "sold_count"]).execute()).toEqual([
    { name: "Novel", book_count: 2, sold_count: 7 },
  ]);
  expect((await listBooks(db.read, byNovel, { offset: 0, limit: 9 })).count).toBe(2);
  expect(await movedTags(db.read, ["Poetry", " NOVELS", "novel"])).toEqual(["Poetry", "Novel"]);
  expect(await movedTags(db.read, ["Novel"])).toBeNull();
  const page = { page: 0, pageSize: 5 };
  expect((await pageBooks(db.read, { filters: NO_FILTERS, tagIds: [oldId], ...page })).count).toBe(2);
  const filters = { ...NO_FILTERS, tags: ["Novels"] };
  expect((await pageBooks(db.read, { filters, tagIds: [], ...page })).count).toBe(2);
  expect((await find(one)).tags.map(({ name }) => name)).toEqual(["Novel"]);
  // Typed in a book's form the old name finds the tag that stayed.
  expect(await addChoice(db.write, { kind: "tags", name: "novels", staffId })).toMatchObject({
    choice: { name: "Novel" },
    isNew: false,
  });
  // A new tag of this name has the address again, and never the old id.
  const again = await add(tag, "Novels");
  expect(again).toBeGreaterThan(oldId);
  expect(await movedTags(db.read, ["Novels"])).toBeNull();
});

test("publishers and series change in the book; chains of merges lead to the last", async () => {
  const id = await book({ title: "Gora", publisher: "Neem Tree" });
  await book({ title: "Other", publisher: "Neem Tree Press" });
  const seriesId = await add(series, "Byomkesh");
  await db.write.updateTable("books").set({ series_id: seriesId }).where("id", "=", id).execute();
  const keptSeries = await add(series, "Byomkesh Bakshi");
  await merge(publisher, "Neem Tree", "Neem Tree Press");
  await merge(series, "Byomkesh", "Byomkesh Bakshi");
  expect(await db.read.selectFrom("books").select("series_id").where("id", "=", id).execute()).toEqual([
    { series_id: keptSeries },
  ]);
  expect((await find(id)).publisher.name).toBe("Neem Tree Press");
  const keptId = await add(publisher, "Neem Tree Books");
  await merge(publisher, "Neem Tree Press", "Neem Tree Books");
  expect(
    await db.read.selectFrom("former_names").select("into_id").where("entity", "=", "publisher").execute(),
  ).toEqual(["Neem Tree", "Neem Tree Press"].map(() => ({ into_id: keptId })));
});

test("languages: first, further and original; a book does not repeat its first language", async () => {
  const id = await book({ title: "Gora", language: "Hindi" });
  const other = await book({ title: "Godan", language: "हिंदी" });
  const [gone, kept] = [await idOf(language, "हिंदी"), await idOf(language, "Hindi")];
  await db.write.insertInto("book_languages").values({ book_id: id, language_id: gone }).execute();
  await db.write.insertInto("book_languages").values({ book_id: other, language_id: kept }).execute();
  await db.write.updateTable("books").set({ original_language_id: gone }).where("id", "=", id).execute();
  await merge(language, "हिंदी", "Hindi");
  const books = db.read.selectFrom("books").select(["language_id", "original_language_id"]);
  expect(await books.orderBy("id").execute()).toEqual([
    { language_id: kept, original_language_id: kept },
    { language_id: kept, original_language_id: null },
  ]);
  expect(await rowsOf("book_languages")).toEqual([]);
});

test("carriers: orders name the one that stays", async () => {
  const { db: shop, gateway, staffId: clerk } = await createOrderShop();
  const { orderId } = await createOrder(shop, gateway, "shipped", { staffId: clerk, now: new Date() });
  const order = () =>
    shop.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const before = await order();
  const fromId = before.logistics_provider_id!;
  const intoId = await createCarrier(shop, "Marigold");
  const preview = await previewMerge(shop, logisticsProvider, {
    gone: (await findMasterData(shop, logisticsProvider, fromId))!,
    stays: (await findMasterData(shop, logisticsProvider, intoId))!,
  });
  expect(preview).toMatchObject({ uses: 1, both: 0, firstBooks: [], blocks: [] });
  expect(await mergeNames(shop, logisticsProvider, { fromId, intoId, staffId: clerk })).toMatchObject({
    changed: 1,
  });
  expect(await order()).toEqual({ ...before, logistics_provider_id: intoId });
});

test("the home page: what visitors see, the draft, earlier states and a form that was open", async () => {
  await book({ title: "Gora", tags: ["Novels"] });
  const [gone, kept] = [await idOf(tag, "Novels"), await add(tag, "Novel")];
  const shelf = { ...DEFAULT_CONTENT.shelf, heading: "Long ones", source: "tag" as const, tag: gone };
  const save = (content: typeof shelf) =>
    saveBlock(db.write, { id: null, kind: "shelf", content, revision: 0, staffId });
  await save(shelf);
  const { version } = await readDraft(db.read);
  await publishDraft(db.write, { staffId, version });
  await save({ ...shelf, heading: "Longer ones" });
  const pair = { gone: { id: gone, name: "Novels" }, stays: { id: kept, name: "Novel" } };
  expect(await previewMerge(db.read, tag, pair)).toMatchObject({
    uses: 1,
    usesOfStays: 0,
    firstBooks: [{ title: "Gora" }],
    blocks: ["Shelf of books ‘Long ones’", "Shelf of books ‘Longer ones’"],
  });
  await merge(tag, "Novels", "Novel");
  await save({ ...shelf, heading: "Sent later" });
  const tags = (blocks: { content: object }[]) =>
    blocks.flatMap(({ content }) => ("tag" in content && content.tag !== null ? [content.tag] : []));
  expect(tags((await readDraft(db.read)).blocks)).toEqual([kept, kept, kept]);
  expect(tags((await blocksOfVersion(db.read, 1))!)).toEqual([kept]);
  const shown = (await shownHome(db.read)).filter(({ kind }) => kind === "shelf").at(-1);
  expect(shown).toMatchObject({ books: [{ title: "Gora" }], more: { to: "/books?tag=Novel" } });
});

test("refuses itself, one that is gone and one that was merged, each with a sentence; nothing changes", async () => {
  const [one, two] = [await add(tag, "One"), await add(tag, "Two")];
  const three = await add(tag, "Three");
  const ask = (fromId: number, intoId: number) => mergeNames(db.write, tag, { fromId, intoId, staffId });
  expect(await ask(one, one)).toMatchObject({
    reason: "target",
    message: "Please choose another book tag: it cannot be merged into itself",
  });
  await deleteName(db.write, tag, { id: three, staffId });
  expect(await ask(one, three)).toMatchObject({ reason: "target", message: /deleted meanwhile/ });
  expect(await ask(three, one)).toMatchObject({ reason: "gone", message: /not found/ });
  // Two people at the same time, one in each direction.
  const outcomes = await Promise.all([ask(one, two), ask(two, one)]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
  expect(outcomes[1]).toMatchObject({
    reason: "target",
    message: "“One” has been merged into “Two” meanwhile. Nothing else was changed.",
  });
  expect(await db.read.selectFrom("tags").select("name").execute()).toEqual([{ name: "Two" }]);
});

test("a book's form that was open saves with the name that stayed, without a question", async () => {
  const id = await book({
    title: "Gora",
    authors: ["Tagore"],
    tags: ["Novels"],
    brief: "A foundling grows up.",
  });
  await add(tag, "Novel");
  const seen = await find(id);
  const fields = bookFormSchema.parse({
    title: "Gora, a novel",
    brief: seen.brief,
    isbn13: "9788171670000",
    price: "250",
    stock: "10",
    authorId: seen.authors.map((one) => String(one.id)),
    booktagsId: seen.tags.map((one) => String(one.id)),
    publisherId: String(seen.publisher.id),
    languageId: String(seen.language.id),
  });
  await merge(tag, "Novels", "Novel");
  const saved = await updateBook(db.write, { bookId: id, staffId, fields, seen });
  expect(saved).toMatchObject({ ok: true });
  expect((await find(id)).tags.map(({ name }) => name)).toEqual(["Novel"]);
});

test("other servers are told of each changed book", async () => {
  await createEndpoint(db.write, { staffId, events: ["book.changed"] });
  await book({ title: "Gora", tags: ["Novels"] });
  await add(tag, "Novel");
  await merge(tag, "Novels", "Novel");
  expect(await storedDeliveries(db.read)).toMatchObject([{ type: "book.changed" }]);
});

test("5,000 books: all of them, while others are answered", async () => {
  await book({ title: "First", publisher: "Neem" });
  await add(publisher, "Neem Tree");
  const { id: _, ...row } = await db.read.selectFrom("books").selectAll().executeTakeFirstOrThrow();
  const { charged_price: __, rating: ___, ...plain } = row;
  const copies = Array.from({ length: 500 }, (_n, n) => ({ ...plain, title: `Book ${n}` }));
  for (let part = 0; part < 10; part += 1) await db.write.insertInto("books").values(copies).execute();
  let answered = 0;
  const run = { isOver: false };
  const others = (async () => {
    while (!run.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      await findMasterData(db.read, publisher, 1);
      answered += 1;
    }
  })();
  const outcome = await merge(publisher, "Neem", "Neem Tree");
  run.isOver = true;
  await others;
  expect(outcome).toMatchObject({ ok: true, changed: 5001 });
  expect(answered).toBeGreaterThan(50);
  const entries = db.read.selectFrom("audit_entries").where("subject", "=", "book");
  const { count } = await entries.select((eb) => eb.fn.countAll().as("count")).executeTakeFirstOrThrow();
  expect(count).toBe(5001);
  // In the log they are one entry.
  const log = await listAudit(db.read, parseAuditSearch(new URLSearchParams()), ALL_RIGHTS);
  expect(log.entries[0]).toMatchObject({ action: "merged another name into", parts: 5001 });
  expect(log.entries.filter(({ subject }) => subject === "book")).toEqual([]);
});

test("names of many books are merged by as many statements as names of few", async () => {
  const statements = async (name: string, books: number) => {
    for (let n = 0; n < books; n += 1) await book({ title: `${name} ${n}`, authors: [name] });
    await add(author, `${name} again`);
    const ids = { fromId: await idOf(author, name), intoId: await idOf(author, `${name} again`) };
    const queries = await queriesOf(db.write, async (noting) => {
      expect(await mergeNames(noting, author, { ...ids, staffId })).toMatchObject({ changed: books });
    });
    return queries.length;
  };
  const few = await statements("Asha Devi", 2);
  expect(few).toBeLessThanOrEqual(40);
  expect(await statements("R K Narayan", 40)).toBe(few);
});
