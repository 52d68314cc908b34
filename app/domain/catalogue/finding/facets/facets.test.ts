import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { isOnPostgres } from "~/test/databases/postgres";
import { queriesOf, stepsOf } from "~/test/databases/queries";
import { catalogueBook } from "~/test/factories-catalogue";
import { countBooks, listBookIds, listBooks } from "../../books/lists/catalogue.server";
import { type CatalogueFilters, NO_FILTERS, SORT_ORDERS } from "../../books/lists/catalogue";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { FILTER_PARAMS } from "../../books/lists/filter-params";
import { FACET_KEYS } from "./facets";
import { countsWithout, listByFacets } from "./facet-list.server";
import { facetPanel } from "./panel.server";
import { tally } from "./tally.server";
import { spellPicks, wantedBy } from "./wanted.server";

const { read, write } = await createTestDatabase();
const ALL = { offset: 0, limit: 1000 };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeAll(async () => {
  await catalogueBook(write, {
    title: "Godan",
    authors: ["Premchand"],
    language: "Hindi",
    tags: ["Novel", "Classic"],
    publisher: "Saraswati",
    price: 20_000,
    format: "BC",
    age_from: 13,
    created_at: daysAgo(89),
  });
  await catalogueBook(write, {
    title: "Gaban",
    authors: ["Premchand"],
    language: "Hindi",
    tags: ["Novel"],
    stock: 0,
    publisher: "Rajkamal",
    price: 30_000,
    format: "BB",
    rating_sum: 9,
    rating_count: 2,
  });
  await catalogueBook(write, {
    title: "Gora",
    authors: ["Tagore", "Pearson"],
    language: "Bengali",
    tags: ["Novel", "Classic"],
    publisher: "Saraswati",
    price: 40_000,
    format: "BC",
    rating_sum: 7,
    rating_count: 2,
  });
  await catalogueBook(write, {
    title: "Abol Tabol",
    authors: ["Sukumar Ray"],
    language: "Bengali",
    tags: ["Poetry"],
    price: 10_000,
    age_from: 6,
    age_to: 9,
    publishing_status: "forthcoming",
    published_on: "2999-01-01",
    preorder_limit: 5,
  });
  await catalogueBook(write, {
    title: "Sangati",
    authors: ["Bama"],
    language: "Tamil",
    stock: 1,
    price: 10_000,
    publishing_status: "forthcoming",
    published_on: null,
  });
  const hidden = { title: "Hidden", authors: ["Premchand"], language: "Hindi", hidden: 1 as const };
  await catalogueBook(write, { ...hidden, tags: ["Novel"] });
});

const filtersOf = (filters: Partial<CatalogueFilters>): CatalogueFilters => ({
  ...NO_FILTERS,
  sort: "title",
  ...filters,
});

async function titles(filters: Partial<CatalogueFilters>) {
  const { books, count } = await listBooks(read, filtersOf(filters), ALL);
  expect(count).toBe(books.length);
  return books.map(({ title }) => title);
}

async function group(filters: Partial<CatalogueFilters>, key: string, finds = {}) {
  const { groups } = await facetPanel(read, filtersOf(filters), { finds });
  const found = groups.find((one) => one.key === key);
  return found && Object.fromEntries(found.choices.map(({ value, count }) => [value, count]));
}

test.each<[string, Partial<CatalogueFilters>, string[]]>([
  ["language", { picks: { language: ["hindi"] } }, ["Gaban", "Godan"]],
  ["two languages", { picks: { language: ["Hindi", "TAMIL"] } }, ["Gaban", "Godan", "Sangati"]],
  ["an unknown language beside a known one", { picks: { language: ["Latin", "Tamil"] } }, ["Sangati"]],
  ["an unknown author", { picks: { author: ["Nobody"] } }, []],
  ["the second author", { picks: { author: ["Pearson"] } }, ["Gora"]],
  ["author and publisher", { picks: { author: ["Premchand"], publisher: ["Rajkamal"] } }, ["Gaban"]],
  ["format", { picks: { format: ["BC"] } }, ["Godan", "Gora"]],
  ["an age within", { picks: { age: ["6-8"] } }, ["Abol Tabol"]],
  ["the end of an age", { picks: { age: ["9-12"] } }, ["Abol Tabol"]],
  ["an age without an end", { picks: { age: ["18-"] } }, ["Godan"]],
  ["no age", { picks: { age: ["3-5"] } }, []],
  ["in stock", { picks: { availability: ["in_stock"] } }, ["Godan", "Gora"]],
  ["pre-order", { picks: { availability: ["preorder"] } }, ["Abol Tabol"]],
  ["forthcoming", { picks: { availability: ["forthcoming"] } }, ["Sangati"]],
  ["new", { picks: { added: ["90"] } }, ["Godan"]],
  ["four stars", { picks: { rating: ["4"] } }, ["Gaban"]],
  ["three stars", { picks: { rating: ["3"] } }, ["Gaban", "Gora"]],
  ["all tags", { tags: ["novel", "Classic"], allTags: true }, ["Godan", "Gora"]],
  ["all tags, one unknown", { tags: ["Novel", "Cookery"], allTags: true }, []],
  [
    "any tag and a language",
    { tags: ["Novel", "Poetry"], picks: { language: ["Bengali"] } },
    ["Abol Tabol", "Gora"],
  ],
  ["price", { picks: { language: ["Hindi"] }, minPrice: 20_100 }, ["Gaban"]],
  ["a search", { picks: { language: ["Hindi"] }, q: "novel premchand" }, ["Gaban", "Godan"]],
  ["a search of others", { picks: { language: ["Hindi"] }, q: "gora" }, []],
])("a list is filtered by %s", async (_, filters, expected) => {
  expect(await titles(filters)).toEqual(expected);
  expect(await countBooks(read, filtersOf(filters))).toBe(expected.length);
});

test("every facet is among the parameters that a search keeps, in the order of the panel", () => {
  expect(FILTER_PARAMS).toEqual(["tag", "tags", ...FACET_KEYS, "min", "max"]);
});

test("each choice says how many books it shows under the filters of the other groups", async () => {
  expect(await group({}, "language")).toEqual({ Bengali: 2, Hindi: 2, Tamil: 1 });
  const picks = { language: ["Hindi"] };
  expect(await group({ picks }, "language")).toEqual({ Hindi: 2, Bengali: 2, Tamil: 1 });
  expect(await group({ picks }, "publisher")).toEqual({ Saraswati: 1, Rajkamal: 1 });
  expect(await group({ picks, minPrice: 25_000 }, "language")).toEqual({ Hindi: 1, Bengali: 1 });
  expect(await group({ q: "gora" }, "author")).toEqual({ Tagore: 1, Pearson: 1 });
  // Of all tags each narrows the list, so their counts are those of the list.
  const both = { tags: ["Novel", "Classic"], allTags: true };
  expect(await group(both, "tag")).toEqual({ Novel: 2, Classic: 2 });
  expect(await group({ ...both, allTags: false }, "tag")).toEqual({ Novel: 3, Classic: 2, Poetry: 1 });
});

test("the counts are those of the lists that the choices lead to", async () => {
  const filters = filtersOf({ picks: { author: ["Premchand", "Tagore"], format: ["BC"] }, maxPrice: 45_000 });
  const { groups, bounds } = await facetPanel(read, filters);
  let choices = 0;
  for (const { key, choices: all } of groups)
    for (const { value, count } of all) {
      const alone =
        key === "tag"
          ? { ...filters, tags: [value] }
          : { ...filters, picks: { ...filters.picks, [key]: [value] } };
      expect([key, value, await countBooks(read, alone)]).toEqual([key, value, count]);
      choices += 1;
    }
  expect(choices).toBeGreaterThan(8);
  expect(bounds).toEqual({ lowest: 20_000, highest: 40_000 });
});

test("says how many books there are without a filter, also where there are none with it", async () => {
  const picks = { language: ["Tamil"], author: ["Premchand"] };
  expect(await countsWithout(read, filtersOf({ picks }))).toEqual({ language: 2, author: 1 });
  expect(await countsWithout(read, filtersOf({ q: "gora", picks: { language: ["Hindi"] } }))).toEqual({
    q: 2,
    language: 1,
  });
});

test("a page shows the first groups, and those in use, unless more are asked for", async () => {
  const keysOf = async (filters: Partial<CatalogueFilters>, options: Parameters<typeof facetPanel>[2]) => {
    const { groups, isWhole } = await facetPanel(read, filtersOf(filters), options);
    return [groups.map(({ key }) => key).join(), isWhole];
  };
  const some = { isWhole: false };
  expect(await keysOf({}, some)).toEqual(["tag,language", false]);
  expect(await keysOf({ picks: { age: ["0-2"] } }, some)).toEqual(["age", true]);
  expect(await keysOf({}, { ...some, finds: { author: "a" } })).toEqual(["tag,language,author", false]);
  const all = "tag,language,author,format,age,availability,added,publisher,rating";
  expect(await keysOf({}, {})).toEqual([all, true]);
});

test("a chosen name stays in its group without books, and names can be searched", async () => {
  expect(await group({ picks: { author: ["Bama"], language: ["Hindi"] } }, "author")).toEqual({
    Bama: 0,
    Premchand: 2,
  });
  expect(await group({}, "author", { author: "AR" })).toEqual({ Pearson: 1, "Sukumar Ray": 1 });
  expect(await group({}, "author", { author: "%" })).toEqual({});
});

test("a long group shows its eight largest names, and all of them when they are searched", async () => {
  const db = await createTestDatabase();
  for (let n = 10; n < 30; n += 1) await catalogueBook(db.write, { title: `${n}`, authors: [`Author ${n}`] });
  for (const title of ["a", "b"]) await catalogueBook(db.write, { title, authors: ["Author 29"] });
  const { groups } = await facetPanel(db.read, NO_FILTERS);
  const authors = groups.find(({ key }) => key === "author")!;
  expect(authors).toMatchObject({ total: 20, find: "" });
  expect(authors.choices).toHaveLength(8);
  expect(authors.choices).toContainEqual({ value: "Author 29", count: 3 });
  const found = (await facetPanel(db.read, NO_FILTERS, { finds: { author: "author 2" } })).groups;
  expect(found.find(({ key }) => key === "author")!.choices).toHaveLength(10);
  // One that is chosen stays in its place.
  const chosen = (await facetPanel(db.read, filtersOf({ picks: { author: ["Author 13"] } }))).groups;
  expect(chosen.find(({ key }) => key === "author")!.choices).toEqual(authors.choices);
  expect(authors.choices[3]!.value).toBe("Author 13");
});

test("the names of a group are found in any script, as they sound", async () => {
  const db = await createTestDatabase();
  await catalogueBook(db.write, { title: "One", authors: ["मुंशी प्रेमचंद"] });
  await catalogueBook(db.write, { title: "Two", authors: ["Asha Rao"] });
  const authors = async (find: string) => {
    const { groups } = await facetPanel(db.read, NO_FILTERS, { finds: { author: find } });
    return groups.find(({ key }) => key === "author")!.choices.map(({ value }) => value);
  };
  expect(await authors("premchand")).toEqual(["मुंशी प्रेमचंद"]);
  expect(await authors("আশা")).toEqual(["Asha Rao"]);
  expect(await authors("sha r")).toEqual(["Asha Rao"]);
});

test("changes are seen at once: of a book, its lists, its stock, and when it is deleted", async () => {
  const db = await createTestDatabase();
  const one = await catalogueBook(db.write, { title: "One", authors: ["First"], tags: ["A"] });
  const two = await catalogueBook(db.write, { title: "Two", authors: ["First"] });
  const count = (picks: CatalogueFilters["picks"]) => countBooks(db.read, filtersOf({ picks }));
  expect(await count({ author: ["First"] })).toBe(2);
  await db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", two).execute();
  expect(await count({ author: ["First"] })).toBe(1);
  await db.write.updateTable("books").set({ stock: 0 }).where("id", "=", one).execute();
  expect(await count({ availability: ["in_stock"] })).toBe(0);
  await db.write.deleteFrom("book_contributors").where("book_id", "=", one).execute();
  expect(await count({ author: ["First"] })).toBe(0);
  await db.write.updateTable("books").set({ hidden: 0 }).where("id", "=", two).execute();
  expect(await count({ author: ["First"] })).toBe(1);
  const added = await catalogueBook(db.write, { title: "Three", authors: ["First"] });
  expect(await count({ author: ["First"] })).toBe(2);
  await db.write.deleteFrom("books").where("id", "in", [two, added]).execute();
  expect(await count({ author: ["First"] })).toBe(0);
});

test("names are spelled as in the catalogue; of a merged one that which stayed", async () => {
  const db = await createTestDatabase();
  await catalogueBook(db.write, { title: "One", publisher: "Old House" });
  await catalogueBook(db.write, { title: "Two", publisher: "New House" });
  expect(await spellPicks(db.read, { publisher: ["old  HOUSE", "x"], format: ["BC"] })).toEqual({
    picks: { publisher: ["Old House", "x"], format: ["BC"] },
    isMoved: false,
  });
  const idOf = async (name: string) =>
    (await db.read.selectFrom("publishers").select("id").where("name", "=", name).executeTakeFirstOrThrow())
      .id;
  const [fromId, intoId, staffId] = [
    await idOf("Old House"),
    await idOf("New House"),
    await createStaff(db.write),
  ];
  await mergeNames(db.write, MASTER_DATA.publisher, { fromId, intoId, staffId });
  expect(await spellPicks(db.read, { publisher: ["old house", "new house"] })).toEqual({
    picks: { publisher: ["New House"] },
    isMoved: true,
  });
  expect(await countBooks(db.read, filtersOf({ picks: { publisher: ["Old House"] } }))).toBe(2);
});

test("in every order the parts of a long list hold each matching book once", async () => {
  const db = await createTestDatabase();
  await db.write.transaction().execute(async (trx) => {
    for (let n = 0; n < 60; n += 1)
      await catalogueBook(trx, {
        title: ["A", "b", "C"][n % 3]! + String(n),
        language: n % 2 ? "Hindi" : "Urdu",
        price: 10_000 + (n % 7) * 100,
        created_at: daysAgo(n % 5),
        sold_count: n % 4,
      });
  });
  for (const sort of SORT_ORDERS) {
    const filters = filtersOf({ sort, picks: { language: ["Urdu"] } });
    const whole = (await listBookIds(db.read, filters, ALL)).ids;
    expect(whole).toHaveLength(30);
    const parts: number[] = [];
    for (let offset = 0; offset < 30; offset += 4)
      parts.push(...(await listByFacets(db.read, filters, { offset, limit: 4 }, 5)).ids);
    expect(parts).toEqual(whole);
  }
});

test("all counts of the facets come from an index, without the table of books", async () => {
  const wanted = await wantedBy(read, { ...NO_FILTERS, tags: ["Novel"], picks: { format: ["BC"] } });
  const queries = await queriesOf(read, (noting) => tally(noting, wanted, false));
  expect(queries.length).toBeGreaterThan(0);
  for (const query of queries) expect(await stepsOf(read, query)).toMatch(COUNTED_BY_INDEX);
});

const COUNTED_BY_INDEX = isOnPostgres
  ? /Index Only Scan using books_facets on books b/
  : /(SCAN|SEARCH) b USING COVERING INDEX books_facets\b/;
