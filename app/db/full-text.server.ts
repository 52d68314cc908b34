import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { BOOK_SEARCH, type BookSearch } from "./book-search.server";
import type { Db } from "./database.server";
import type { Tables } from "./tables";

type BooksAsB = Tables & { b: Tables["books"] };

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
export function relevance(search: BookSearch = BOOK_SEARCH): Expression<number> {
  // The index's columns are in the order of the declaration.
  const weights = Object.values(search).map(({ weight }) => sql.lit(weight));
  return sql<number>`bm25(books_fts, ${sql.join(weights)})`;
}

/**
 * The same search in some of the index's columns only.
 * @param expression from `fullTextExpression`; @param columns names of columns
 */
export const withinColumns = (expression: string, columns: readonly string[]): string =>
  `{${columns.join(" ")}} : (${expression})`;

type TextIndex = "books_fts" | "orders_fts" | "accounts_fts";

/**
 * For `where`: rows whose text in this index matches.
 * @param id the column that holds the index's rowid, e.g. "o.id", or an expression of it: `unindexed` where many rows
 * match, so that the query goes along its own order and asks of each row, rather than look up and sort all that match
 * @param expression from `fullTextExpression`
 */
export function textMatches(
  index: TextIndex,
  id: string | Expression<number>,
  expression: string,
): Expression<SqlBool> {
  const table = sql.table(index);
  const rowid = typeof id === "string" ? sql.ref(id) : id;
  return sql<SqlBool>`${rowid} in (select rowid from ${table} where ${table} match ${expression})`;
}

/** For `where` on the index itself, with `relevance` to sort by. @param expression from `fullTextExpression` */
export function bookTextMatches(expression: string): Expression<SqlBool> {
  return sql<SqlBool>`books_fts match ${expression}`;
}

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
 * The invoices with this serial number, and names and e-mail addresses with a word that begins with it; from four
 * digits on also mobiles, PIN codes, tracking numbers and payments. (A whole number would otherwise find every invoice
 * of a year.)
 * @param digits at least one, digits only
 */
export function orderNumberExpression(digits: string): string {
  const serial = digits.padStart(6, "0");
  const found = `(invoice : "${serial}") OR ({names emails} : "${digits}"*)`;
  if (digits.length < 4) return found;
  return `${found} OR ({place tracking payments titles coupon} : "${digits}"*) OR (${mobileExpression(digits)})`;
}

/** Mobiles that begin with these digits, with the country's code before them or without. @param digits digits only */
export function mobileExpression(digits: string): string {
  const own = digits.length > 10 ? digits.slice(-10) : digits;
  return `mobile : ("${own}"* OR "${digits}"*)`;
}

/**
 * The digits of a number as people type and say it: "+91 98450 12345", "682 001", "045-12".
 * @returns null for a text that is no number
 */
export function digitsOf(text: string): string | null {
  return /^\+?\d[\d\s()-]*$/.test(text.trim()) ? text.replace(/\D/g, "").slice(0, 20) : null;
}

/** Where in the column this very text begins, from 1; 0 when it is not there. No index helps: for short tables. */
export function positionOf(column: string, text: string): Expression<number> {
  return sql<number>`instr(${sql.ref(column)}, ${text})`;
}

const PAGES_A_STEP = 100;

/**
 * Takes the words of rows that were deleted or changed off the disk as well: the index only marks them as gone until
 * it merges its parts (FTS5, 'merge'). In small steps, each a transaction of its own, so that nobody waits long.
 * @param db the write connection, not a transaction
 */
export async function eraseFromIndex(db: Db, index: TextIndex): Promise<void> {
  const table = sql.table(index);
  // Negative: begin to merge all there is into one part; positive: go on.
  const step = (pages: number) =>
    db.transaction().execute(async (trx) => {
      const before = await totalChanges(trx);
      await sql`insert into ${table} (${table}, rank) values ('merge', ${sql.lit(pages)})`.execute(trx);
      // The insertion itself counts as one.
      return (await totalChanges(trx)) - before > 1;
    });
  let goesOn = await step(-PAGES_A_STEP);
  while (goesOn) goesOn = await step(PAGES_A_STEP);
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]!.count;
}
