import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, indexChanges } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "../books/lists/catalogue";
import { listBooksForStaff } from "../books/staff/staff-books.server";
import { listBookIds, listBooks } from "../books/lists/catalogue.server";
import { anyCharacter } from "~/test/checks/any-character";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

const ALL = { offset: 0, limit: 1000 };

async function titles(db: TestDatabase, { q }: { q: string }) {
  const { books } = await listBooks(db.read, { ...NO_FILTERS, q }, ALL);
  return books.map((book) => book.title);
}

describe("search terms are never read as full-text query syntax", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
    await catalogueBook(db.write, { title: "Plain", tags: ["Novel"] });
    await catalogueBook(db.write, { title: "Not AND Or Near", tags: ["Drama"] });
  });

  test.each([
    '"',
    '""',
    "'",
    "*",
    "**",
    "(",
    ")",
    "plain OR drama",
    "plain NOT novel",
    "NEAR(plain novel, 2)",
    "title:plain",
    "title : plain",
    "{title authors} : plain",
    "^plain",
    "plain*",
    "plain + novel",
    "-plain",
    "plain) OR (drama",
    '"plain" OR "drama"',
    "plain;drop table books",
    "\u0000plain",
    "plain\u0000",
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "\\",
    "%",
    "_",
    "؟",
    "\ud800",
    "🙂",
    "isbn:1",
    "1' or 1=1 --",
    `${'"'.repeat(100)}`,
  ])("the term %j", async (q) => {
    const found = await titles(db, { q });
    expect(found.length).toBeLessThanOrEqual(1);
  });

  test("operators are ordinary words", async () => {
    expect(await titles(db, { q: "and or not near" })).toEqual(["Not AND Or Near"]);
    expect(await titles(db, { q: "title:plain" })).toEqual([]);
    expect(await titles(db, { q: '"plain"' })).toEqual(["Plain"]);
    expect(await titles(db, { q: "***" })).toEqual([]);
  });

  test("no term causes an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 40 }), async (q) => {
        await listBookIds(db.read, { ...NO_FILTERS, q, sort: "relevance" }, ALL);
      }),
      { numRuns: 300 },
    );
  });
});

test("the store does not find a book by its SKU, the back office does; both by a translator and the series", async () => {
  const db = await createTestDatabase();
  const id = await catalogueBook(db.write, { title: "Plain", sku: "NTP-0042", isbn13: "9780306406157" });
  db.executeScript(`
    insert into authors (id, name, name_key) values (90, 'W. W. Pearson', 'w. w. pearson');
    insert into book_contributors values (${id}, 90, 'B06', 1);
    insert into series (id, name, name_key) values (90, 'River Classics', 'river classics');
    update books set series_id = 90, series_number = '7';
  `);
  await indexChanges(db);
  const ofStaff = async (q: string) => {
    const filters = { lowStock: false, visibility: null, lowStockMark: 5 };
    return (await listBooksForStaff(db.read, { q, page: 1, size: 10, sort: null, ...filters })).count;
  };
  for (const [q, inStore, inOffice] of [
    ["ntp-0042", 0, 1],
    ["pearson", 1, 1],
    ["river classics 7", 1, 1],
    ["0-306-40615-2", 1, 1],
  ] as const) {
    expect([q, (await titles(db, { q })).length]).toEqual([q, inStore]);
    expect([q, await ofStaff(q)]).toEqual([q, inOffice]);
  }
});
