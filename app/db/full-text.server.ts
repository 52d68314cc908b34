import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { BOOK_SEARCH, type BookSearch } from "./book-search.server";
import type { Db } from "./engine";
import type { Tables } from "./tables";

type BooksAsB = Tables & { b: Tables["books"] };

const MAX_WORDS = 12;

/**
 * The words of a search as an FTS5 expression. Each word is quoted, so that operators, column filters and brackets of
 * FTS5's syntax have no effect. All words must occur; the last may be the beginning of a word.
 * @param isbns complete ISBNs to find as well, letters and digits only
 * @returns null when the text has no words
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
  // The type without the joined table, from which callers select nothing.
  return joined as unknown as SelectQueryBuilder<BooksAsB, "b", Row>;
}

/** For `order by` in a query with `whereTextMatches`: best match first (bm25 is negative; lower is better). */
export function relevance(search: BookSearch = BOOK_SEARCH): Expression<number> {
  // The index's columns are in the order of the declaration.
  const weights = Object.values(search).map(({ weight }) => sql.lit(weight));
  return sql<number>`bm25(books_fts, ${sql.join(weights)})`;
}

/**
 * Limits the search to some columns of the index.
 * @param expression from `fullTextExpression`; @param columns names of columns
 */
export const withinColumns = (expression: string, columns: readonly string[]): string =>
  `{${columns.join(" ")}} : (${expression})`;

/** Excludes columns from the search: quicker than naming all others. Parameters as for `withinColumns`. */
export const outsideColumns = (expression: string, columns: readonly string[]): string =>
  `- {${columns.join(" ")}} : (${expression})`;

type TextIndex = "books_fts" | "orders_fts" | "accounts_fts" | "audit_fts";

/**
 * For `where`: rows whose text in this index matches.
 * @param id the column with the index's rowid, e.g. "o.id", or an expression of it: `unindexed` if many rows match, so
 * that the query follows its sort order and checks each row, instead of looking up and sorting all matches
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
 * Finds invoices with this serial number, and names and email addresses with a word that begins with it; from four
 * digits on also mobiles, PIN codes, tracking numbers and payments. (As an ordinary word, a number could match every
 * invoice of a year.)
 * @param digits at least one, digits only
 */
export function orderNumberExpression(digits: string): string {
  const serial = digits.padStart(6, "0");
  const found = `(invoice : "${serial}") OR ({names emails} : "${digits}"*)`;
  if (digits.length < 4) return found;
  return `${found} OR ({place tracking payments titles coupon} : "${digits}"*) OR (${mobileExpression(digits)})`;
}

/** Finds mobiles that begin with these digits, with or without the country code. @param digits digits only */
export function mobileExpression(digits: string): string {
  const own = digits.length > 10 ? digits.slice(-10) : digits;
  return `mobile : ("${own}"* OR "${digits}"*)`;
}

/**
 * The digits of a number as typed: "+91 98450 12345", "682 001", "045-12".
 * @returns null for a text that is not a number
 */
export function digitsOf(text: string): string | null {
  return /^\+?\d[\d\s()-]*$/.test(text.trim()) ? text.replace(/\D/g, "").slice(0, 20) : null;
}

/**
 * The position of the exact text in the column, from 1; 0 if absent. Cannot use an index: only for small tables.
 * @param options.ignoresCase of Latin letters; the text must be in small letters
 */
export function positionOf(column: string, text: string, { ignoresCase = false } = {}): Expression<number> {
  const value = ignoresCase ? sql`lower(${sql.ref(column)})` : sql.ref(column);
  return sql<number>`instr(${value}, ${text})`;
}

const PAGES_A_STEP = 100;

/**
 * Removes the words of deleted or changed rows from the disk: the index only marks them as deleted until it merges its
 * parts (FTS5, 'merge'). Works in small steps, each in its own transaction, so that other writes do not wait long.
 * @param db the write connection, not a transaction
 */
export async function eraseFromIndex(db: Db, index: TextIndex): Promise<void> {
  const table = sql.table(index);
  // Negative: start merging all parts into one; positive: continue.
  const step = (pages: number) =>
    db.transaction().execute(async (trx) => {
      const before = await totalChanges(trx);
      await sql`insert into ${table} (${table}, rank) values ('merge', ${sql.lit(pages)})`.execute(trx);
      // The insertion itself counts as one change.
      return (await totalChanges(trx)) - before > 1;
    });
  let goesOn = await step(-PAGES_A_STEP);
  while (goesOn) goesOn = await step(PAGES_A_STEP);
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]!.count;
}
