import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "./database.server";
import { unindexed } from "./planner.server";
import type { Tables } from "./tables";

type BooksAsB = Tables & { b: Tables["books"] };

/** How much a match in each column counts, in the order of books_fts' columns. */
const WEIGHTS = { title: 10, authors: 6, publisher: 1.5, tags: 4, isbn: 20, brief: 2, description: 1 };

const MAX_WORDS = 12;

/**
 * The words of a search as an FTS5 expression that cannot be misread: each is quoted, so that no operator, column
 * filter or bracket of FTS5's own language survives. All must occur; the last may be the beginning of a word.
 * @param isbns whole ISBNs to find as well, letters and digits only
 * @returns null when the text holds nothing to look for
 */
export function fullTextExpression(text: string, isbns: string[] = []): string | null {
  const words = text
    .split(/[\s"\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const all = `${words.map((word) => `"${word}"`).join(" ")}*`;
  if (isbns.length === 0) return all;
  return `(isbn : (${isbns.map((isbn) => `"${isbn.replace(/[^\dA-Za-z]/g, "")}"`).join(" OR ")})) OR (${all})`;
}

/**
 * Narrows a query on books (as `b`) to those that match.
 * @param expression from `fullTextExpression`
 */
export function whereTextMatches<Row>(query: SelectQueryBuilder<BooksAsB, "b", Row>, expression: string) {
  const joined = query
    .innerJoin("books_fts", "books_fts.rowid", "b.id")
    .where(sql<boolean>`books_fts match ${expression}`);
  // The joined table adds nothing that callers may select.
  return joined as unknown as SelectQueryBuilder<BooksAsB, "b", Row>;
}

/** For `order by` in a query narrowed by `whereTextMatches`: the best match first (bm25 is negative, the better the lower). */
export function relevance(): Expression<number> {
  return sql<number>`bm25(books_fts, ${sql.raw(Object.values(WEIGHTS).join(", "))})`;
}

/**
 * For `where`: rows whose text in this index matches.
 * @param idColumn the column that holds the index's rowid, e.g. "o.id"
 * @param expression from `fullTextExpression`
 * @param isBroad many rows match: the query goes along its own order and asks of each whether it does, rather than
 * look up and sort all that do
 */
export function textMatches(
  index: TextIndex,
  idColumn: string,
  expression: string,
  isBroad = false,
): Expression<SqlBool> {
  const table = sql.table(index);
  const id = isBroad ? unindexed<number>(idColumn) : sql.ref(idColumn);
  return sql<SqlBool>`${id} in (select rowid from ${table} where ${table} match ${expression})`;
}

type TextIndex = "books_fts" | "orders_fts" | "accounts_fts";

/** How many rows match, from the index alone. @param expression from `fullTextExpression` */
export async function countTextMatches(db: Db, index: TextIndex, expression: string): Promise<number> {
  const { count } = await db
    .selectFrom(index)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(sql<SqlBool>`${sql.table(index)} match ${expression}`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The invoices with this serial number, and names and e-mail addresses with a word that begins with it. (A whole
 * number would otherwise find every invoice of a year.)
 * @param digits at least one, digits only
 */
export function orderNumberExpression(digits: string): string {
  const serial = digits.padStart(6, "0");
  return `(invoice : "${serial}") OR ({names emails} : "${digits}"*)`;
}
