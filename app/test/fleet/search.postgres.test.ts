import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { openDatabase } from "~/db/database.server";
import { indexRest } from "~/db/search/index-rows.server";
import type { Tables } from "~/db/tables";
import { countBooks, listBookIds } from "~/domain/catalogue/books/lists/catalogue.server";
import { NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { fillSampleShop } from "~/sample/fill";
import { copyFile } from "node:fs/promises";
import { createTestDatabase, migratedFile } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { isOnPostgres } from "~/test/databases/postgres";

const BOOKS = 2000;
const SEARCHES = 200;

/** Signs, other scripts, marks on letters, prefixes, nothing. */
const ODD = [
  "gora",
  "GORA",
  "gor",
  "g",
  "the",
  "a",
  "of the",
  "tagore gora",
  "gora tagore",
  "rabindranath t",
  "premchand",
  "godan",
  "हिन्दी",
  "हिन्दी कविता",
  "कवि",
  "कविता",
  "গোরা",
  "नागार्जुन",
  "Bhārat",
  "bharat ek khoj",
  "Bhārat Ēk Khōj",
  "été",
  "ETE",
  "e\u0301te\u0301",
  "straße",
  "strasse",
  "σοφία",
  "ΣΟΦΊΑ",
  "co-op",
  "co op",
  "co-operative",
  "o'brien",
  "obrien",
  "o’brien",
  "don't",
  '"the river"',
  '"river the"',
  "title:gora",
  "gora OR home",
  "gora AND home",
  "NOT gora",
  "gor*",
  "^gora",
  "(gora)",
  "gora -home",
  "-gora",
  "--",
  "'",
  '"',
  "%",
  "_",
  "gora%",
  "100%",
  "c++",
  "1984",
  "19",
  "xyzzy",
  "gora xyzzy",
  "zzzz qqqq",
  "a b c d e f g h i j k l m n o p",
  "the the the",
  "hindi",
  "english novel",
  "bengali po",
  "ｇｏｒａ",
  "ﬁnance",
  "half\u00a0space",
  "गोदान premchand",
  "क्षितिज",
  "क्षि",
  "978-0-306-40615-7",
  "9780306406157",
  "0306406152",
  "0-306-40615-2",
  "97803064",
  "978",
];

/** Of every nth book something by which somebody would look for it. */
async function searches(db: Db): Promise<string[]> {
  const books = await db
    .selectFrom("books as b")
    .leftJoin("book_authors as ba", "ba.book_id", "b.id")
    .leftJoin("authors as a", "a.id", "ba.author_id")
    .select(["b.id", "b.title", "b.isbn13", "b.brief", "a.name as author"])
    .orderBy("b.id")
    .orderBy("a.id")
    .execute();
  const wanted = SEARCHES - ODD.length;
  const some = Array.from({ length: wanted }, (_, n) => books[Math.floor((n * books.length) / wanted)]!);
  return some.map(({ title, isbn13, brief, author }, n) => {
    const words = title.split(" ");
    const kinds = [
      title,
      words[0]!,
      words.at(-1)!.slice(0, 3),
      author ?? title,
      author?.split(" ").at(-1) ?? title,
      `${author?.split(" ").at(-1)} ${words[0]}`,
      isbn13 ?? title,
      brief.split(" ").slice(2, 5).join(" "),
      `${words.at(-1)} ${words[0]!.slice(0, 2)}`,
    ];
    return kinds[n % kinds.length]!;
  });
}

/** What a book is found by, in an order in which each row's others are there. */
const SEARCHED = [
  "publishers",
  "languages",
  "series",
  "authors",
  "tags",
  "books",
  "book_contributors",
  "book_tags",
] as const satisfies (keyof Tables)[];

/** The database computes these. */
const COMPUTED = ["charged_price", "rating"];

test.runIf(isOnPostgres)(
  "two hundred searches find the same books in the same order on both engines",
  { timeout: 180_000 },
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "kitab-search-"));
    const file = path.join(dir, "kitab.db");
    await copyFile(await migratedFile(), file);
    const sqlite = openDatabase(file);
    for (const title of [
      "हिन्दी कविता",
      "Bhārat Ēk Khōj",
      "L’Été à Pondichéry",
      "Σοφία",
      "The Co-op",
      "Straße",
    ])
      await catalogueBook(sqlite.write, { title });
    await catalogueBook(sqlite.write, { title: "O'Brien's 1984", isbn13: "9780306406157" });
    await fillSampleShop(sqlite, { coversDir: path.join(dir, "covers"), books: BOOKS });
    const postgres = await createTestDatabase();
    await postgres.write.transaction().execute(async (trx) => {
      for (const table of SEARCHED) {
        const rows: Record<string, unknown>[] = await sqlite.read.selectFrom(table).selectAll().execute();
        for (const row of rows) for (const column of COMPUTED) delete row[column];
        for (let start = 0; start < rows.length; start += 500)
          await trx
            .insertInto(table)
            .values(rows.slice(start, start + 500) as never)
            .execute();
      }
    });
    // Of so many the commit has left some to the background work.
    while ((await indexRest(postgres.write)) > 0);

    const found = async ({ read }: { read: Db }, q: string) => {
      const filters = { ...NO_FILTERS, q, sort: "relevance" as const };
      const { ids } = await listBookIds(read, filters, { offset: 0, limit: 10 * BOOKS });
      expect(ids).toHaveLength(await countBooks(read, filters));
      return ids;
    };
    const all = [...ODD, ...(await searches(sqlite.read))];
    expect(all).toHaveLength(SEARCHES);
    const different: string[] = [];
    for (const q of all) {
      const [one, other] = [await found(sqlite, q), await found(postgres, q)];
      if (String(one) !== String(other)) different.push(q);
    }
    expect(different).toEqual([]);
    await sqlite.close();
  },
);
