import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "./catalogue";
import { listBookIds, listBooks } from "./catalogue.server";

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
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (q) => {
        await listBookIds(db.read, { ...NO_FILTERS, q, sort: "relevance" }, ALL);
      }),
      { numRuns: 300 },
    );
  });
});
