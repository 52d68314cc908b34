import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { saveSynonym } from "./search-terms/synonyms.server";
import { NO_FILTERS, type CatalogueFilters } from "../books/lists/catalogue";
import { countBooks, listBookIds } from "../books/lists/catalogue.server";
import { planSearch } from "./search-books.server";

let db: Awaited<ReturnType<typeof createTestDatabase>>;
const titleOf = new Map<number, string>();

beforeAll(async () => {
  db = await createTestDatabase();
  const add = async (fields: Parameters<typeof catalogueBook>[1] & { title: string }) =>
    titleOf.set(await catalogueBook(db.write, fields), fields.title);
  await add({ title: "गोदान", authors: ["मुंशी प्रेमचंद"], language: "Hindi", isbn13: "9788126415885" });
  await add({
    title: "Gitanjali",
    original_title: "গীতাঞ্জলি",
    authors: ["Rabindranath Tagore"],
    published_on: "1910",
  });
  await add({ title: "Devdas", authors: ["Saratchandra Chattopadhyay"], tags: ["Novel"] });
  await add({ title: "The Guide", authors: ["R. K. Narayan"], tags: ["Novel"] });
  await add({ title: "Sultana's Dream", authors: ["Rokeya Sakhawat Hossain"] });
  await add({ title: "دیوان غالب", authors: ["مرزا غالب"], language: "Urdu" });
  await add({ title: "பொன்னியின் செல்வன்", authors: ["கல்கி"], language: "Tamil" });
  await add({ title: "राम", authors: ["Valmiki"] });
  await add({ title: "रोम", authors: ["Livy"] });
  await add({ title: "River", brief: "About the sea." });
  await add({ title: "Home", authors: ["River Singh"] });
  await add({ title: "Riverbank" });
  await add({ title: "Sea and Hills", brief: "About a river." });
});

async function find(q: string, filters: Partial<CatalogueFilters> = {}): Promise<string[]> {
  const wanted = { ...NO_FILTERS, sort: "relevance" as const, q, ...filters };
  const { ids, count } = await listBookIds(db.read, wanted, { offset: 0, limit: 50 });
  expect([new Set(ids).size, await countBooks(db.read, wanted)]).toEqual([ids.length, count]);
  expect(count).toBe(ids.length);
  return ids.map((id) => titleOf.get(id)!);
}

test("an English plural finds what is called by its singular, as if it were typed so", async () => {
  expect((await find("novels guides")).sort()).toEqual(["The Guide"]);
  expect((await find("novels")).sort()).toEqual(["Devdas", "The Guide"]);
  expect(await find("homes")).toEqual(await find("home"));
  for (const q of ["novels guides", "novels", "homes"])
    expect(await planSearch(db.read, q, "shop")).toMatchObject({ isForgiven: false, meant: null });
});

describe("a book is found first by", () => {
  test.each([
    ["its title in its own script", "गोदान", "गोदान"],
    ["its title in Latin letters", "godan", "गोदान"],
    ["another spelling", "Godaan", "गोदान"],
    ["a third spelling", "gaudan", "गोदान"],
    ["another Indian script", "গোদান", "गोदान"],
    ["its author in Latin letters", "munshi premchand", "गोदान"],
    ["one wrong letter", "premchnd", "गोदान"],
    ["two wrong letters of a long word", "prenchund", "गोदान"],
    ["its original title", "গীতাঞ্জলি", "Gitanjali"],
    ["its title in a third script", "गीतांजलि", "Gitanjali"],
    ["title and author in any order", "tagore gitanjali", "Gitanjali"],
    ["a name written in two words", "rabindra nath tagore", "Gitanjali"],
    ["a name with another spelling", "ravindranath tagor", "Gitanjali"],
    ["the year", "tagore 1910", "Gitanjali"],
    ["a title written in two words", "dev das", "Devdas"],
    ["initials with spaces", "R K Narayan", "The Guide"],
    ["initials without spaces", "RK Narayan", "The Guide"],
    ["a name without spaces", "rknarayan", "The Guide"],
    ["small words that it does not have", "a book by narayan", "The Guide"],
    ["a title without its apostrophe", "sultanas dream", "Sultana's Dream"],
    ["a title without its last letter", "sultana dream", "Sultana's Dream"],
    ["a title without its space", "sultanasdream", "Sultana's Dream"],
    ["Urdu's letters", "غالب", "دیوان غالب"],
    ["Urdu in Latin letters", "ghalib", "دیوان غالب"],
    ["Urdu in Devanagari", "ग़ालिब", "دیوان غالب"],
    ["Tamil in Latin letters", "ponniyin selvan", "பொன்னியின் செல்வன்"],
    ["an ISBN with hyphens", "978-81-264-1588-5", "गोदान"],
    ["an ISBN with the word before it", "ISBN 978-81-264-1588-5", "गोदान"],
    ["an ISBN-13 with a colon", "ISBN-13: 9788126415885", "गोदान"],
    ["the ISBN-10 of it", "isbn no. 8126415884", "गोदान"],
    ["an ISBN with the word and one wrong digit", "isbn 9788126415835", "गोदान"],
    ["an author with a form of address that no book has", "pandit tagore", "Gitanjali"],
    ["the same with a wrong letter", "pandit tagire", "Gitanjali"],
    ["a volume that is not printed on it", "ponniyin selvan part 1", "பொன்னியின் செல்வன்"],
    ["a volume in one word", "ponniyin selvan vol.2", "பொன்னியின் செல்வன்"],
    ["a volume as Hindi says it", "godan bhag ek", "गोदान"],
    ["an ISBN with one wrong digit", "9788126415835", "गोदान"],
    ["its language and a word", "hindi godan", "गोदान"],
  ])("%s: %s", async (_, q, title) => {
    expect((await find(q))[0]).toBe(title);
  });
});

test("vowel signs count: राम is not रोम", async () => {
  expect(await find("राम")).toEqual(["राम"]);
  expect(await find("रोम")).toEqual(["रोम"]);
});

test("titles come before names with more words, beginnings after whole words, texts last; each book once", async () => {
  expect(await find("river")).toEqual(
    ["Home", "River", "Riverbank", "Sea and Hills"].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
  expect(await find("river", { sort: "title" })).toEqual(["Home", "River", "Riverbank", "Sea and Hills"]);
});
const ORDER = ["River", "Home", "Riverbank", "Sea and Hills"];

test("pages of a search hold each book once, in the same order", async () => {
  const wanted = { ...NO_FILTERS, sort: "relevance" as const, q: "river" };
  const pages = await Promise.all(
    [0, 1, 2, 3, 4].map(async (offset) => (await listBookIds(db.read, wanted, { offset, limit: 1 })).ids),
  );
  expect(pages.flat().map((id) => titleOf.get(id))).toEqual(ORDER);
});

test("what means nothing finds nothing", async () => {
  for (const q of ["xqzt", "qwrtp lkjhg", "zzz", "..", "﷽", "🙂", "blorptastic"])
    expect([q, await find(q)]).toEqual([q, []]);
});

test("a short number beside other words is a volume's, not the beginning of a year; alone it may be", async () => {
  expect(await find("tagore 19")).toEqual([]);
  expect(await find("tagore 191")).toEqual(["Gitanjali"]);
  expect(await find("19")).toEqual(["Gitanjali"]);
});

test("three words that one book has are not forgiven wrong letters", async () => {
  const { tiers } = (await planSearch(db.read, "tagore gitanjali rabindranath", "shop"))!;
  expect(JSON.stringify(tiers)).not.toContain("coarse");
  const forgiving = (await planSearch(db.read, "tagore gitanjili rabindranath", "shop"))!;
  expect(JSON.stringify(forgiving.tiers)).toContain("coarse");
});

test("a synonym that staff added finds what it stands for, also within other words", async () => {
  const staffId = await createStaff(db.write);
  const find2 = async (q: string) => (await find(q))[0];
  expect(await find2("village epic")).toBeUndefined();
  await saveSynonym(db.write, { id: null, phrases: ["Village Epic", "godan"], staffId });
  expect([await find2("village epic"), await find2("premchand village epic")]).toEqual(["गोदान", "गोदान"]);
  expect(await find2("epic village")).toBeUndefined();
});

test("says what was probably meant only when nothing has the words as typed or heard", async () => {
  expect((await planSearch(db.read, "gitenjali", "shop"))!.meant).toBe("gitanjali");
  expect((await planSearch(db.read, "gitanjali", "shop"))!.meant).toBeNull();
  expect((await planSearch(db.read, "xqzt", "shop"))!.meant).toBeNull();
  expect((await planSearch(db.read, "tagore gitenjali", "shop"))!.meant).toBe("tagore gitanjali");
});
