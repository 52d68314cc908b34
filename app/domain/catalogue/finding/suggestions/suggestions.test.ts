import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "../../books/lists/catalogue";
import { canSuggest } from "./suggestions";
import { searchHelp, suggest } from "./suggestions.server";

let db: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  db = await createTestDatabase();
  const add = (title: string, more: Partial<Parameters<typeof catalogueBook>[1]> = {}) =>
    catalogueBook(db.write, { title, ...more });
  await add("गोदान", { authors: ["मुंशी प्रेमचंद"], isbn13: "9788126415885" });
  await add("Gora", { authors: ["Rabindranath Tagore"], tags: ["Novel"], publisher: "Gorakhpur Press" });
  await add("Gitanjali", {
    authors: ["Rabindranath Tagore"],
    tags: ["Poetry"],
    brief: "Not a novelty.",
  });
  await add("The Guide", { authors: ["R. K. Narayan"], tags: ["Novel"] });
  await add("<b>Bold</b> & Co", { authors: ["<i>Ann</i> Tagger"] });
  await add("Secret", { authors: ["Hidden Hand"], tags: ["Hush"], hidden: 1 });
  for (const at of [1, 2, 3, 4, 5, 6, 7]) await add(`River ${at}`, { authors: [`River Writer ${at}`] });
});

const books = async (q: string) => (await suggest(db.read, q)).books.map(({ title }) => title);
const names = async (q: string) =>
  Object.fromEntries(
    (await suggest(db.read, q)).names.map(({ kind, names }) => [kind, names.map(({ name }) => name)]),
  );

test.each([
  ["the beginning of a title", "git", "Gitanjali"],
  ["another script", "গোদান", "गोदान"],
  ["Latin letters", "godan", "गोदान"],
  ["the beginning of a sound", "goda", "गोदान"],
  ["an author", "tagore", "Gitanjali"],
  ["a word and single letters, which do not count", "gora x y.", "Gora"],
  ["wrong letters", "gitenjali", "Gitanjali"],
  ["an ISBN", "978-81-264-1588-5", "गोदान"],
])("by %s: %s", async (_, q, title) => expect(await books(q)).toContain(title));

test("books are at most five, each once, with what a small list shows", async () => {
  const { books } = await suggest(db.read, "river");
  expect(books).toHaveLength(5);
  expect(new Set(books.map(({ id }) => id)).size).toBe(5);
  expect((await suggest(db.read, "gora")).books[0]).toMatchObject({
    title: "Gora",
    authors: ["Rabindranath Tagore"],
    price: expect.any(Number) as number,
  });
});

test("names are those with books, of each kind a few, with the paths of their pages", async () => {
  expect(await names("go")).toMatchObject({ publishers: ["Gorakhpur Press"] });
  expect((await names("river")).authors).toHaveLength(3);
  const [author] = (await suggest(db.read, "tagor")).names;
  expect(author).toEqual({
    kind: "authors",
    label: "Authors",
    names: [{ name: "Rabindranath Tagore", path: expect.stringMatching(/^\/authors\/\d+-/) as string }],
  });
  expect((await suggest(db.read, "nov")).names).toEqual([
    { kind: "categories", label: "Categories", names: [{ name: "Novel", path: "/books?tag=Novel" }] },
  ]);
});

test("names with more books come first; names as typed before those that sound so", async () => {
  expect((await names("tag")).authors).toEqual(["Rabindranath Tagore", "<i>Ann</i> Tagger"]);
  expect(await names("munshi")).toEqual({ authors: ["मुंशी प्रेमचंद"] });
  expect(await names("rabindrnath")).toEqual({ authors: ["Rabindranath Tagore"] });
});

test("hidden books and what only they have are not suggested", async () => {
  for (const q of ["secret", "hidden", "hush"])
    expect(await suggest(db.read, q)).toEqual({ books: [], names: [] });
});

test("a change to the catalogue changes what is suggested", async () => {
  expect(await books("monsoon")).toEqual([]);
  const id = await catalogueBook(db.write, { title: "Monsoon", authors: ["Maya Monsoon"] });
  expect([await books("monsoon"), await names("monsoon")]).toEqual([
    ["Monsoon"],
    { authors: ["Maya Monsoon"] },
  ]);
  await db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", id).execute();
  expect(await suggest(db.read, "monsoon")).toEqual({ books: [], names: [] });
});

test("a search is never told that it meant what was typed", async () => {
  // Books have either word, but no book has both.
  const filters = { ...NO_FILTERS, q: "guide novelty", sort: "relevance" as const };
  const help = await searchHelp(db.read, filters, 1);
  expect(help).toMatchObject({ isForgiven: true, meant: null });
  expect(help!.words).toMatch(/These books have words that are spelled or sound alike\.$/);
});

test("with a wrong digit of an ISBN, the list says what is nearly the same", async () => {
  const filters = { ...NO_FILTERS, q: "978-81-264-1588-6", sort: "relevance" as const };
  const help = await searchHelp(db.read, filters, 1);
  expect(help!.words).toMatch(/These books have an ISBN that is nearly the same\.$/);
});

describe("any text has an answer", () => {
  test.each([
    "",
    " ",
    "a",
    "?!",
    "ि",
    "🙂",
    '" OR *',
    "a".repeat(10_000),
    "क".repeat(10_000),
    "\u0000\ud800ab",
    "ab".repeat(50) + "\u202e",
  ])("%j", async (q) => {
    const { books, names } = await suggest(db.read, q);
    expect([books, names]).toEqual([[], []]);
  });
});

test.each([
  ["go", true],
  ["g o", true],
  ["गो", true],
  ["ग", true],
  ["字", true],
  ["12", true],
  ["g", false],
  ["1", false],
  ["g?", false],
  ["", false],
])("%j is long enough: %s", (q, isEnough) => expect(canSuggest(q)).toBe(isEnough));
