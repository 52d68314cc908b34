import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { BOOK_SEARCH, type BookSearch } from "./book-search.server";
import { byEngine, isPostgres } from "./by-engine";
import type { Db } from "./engine";
import { tsquery, wordsByColumn } from "./postgres/tsquery";
import { fts5 } from "./sqlite/fts5";
import type { Tables } from "./tables";
import type { TextSearch } from "./text-search";

type BooksAsB = Tables & { b: Tables["books"] };

type TextIndex = "books_fts" | "orders_fts" | "accounts_fts" | "audit_fts";

/** For `where` on the index itself: its rows that match. @param search from `fullTextExpression` */
export function indexMatches(index: TextIndex, search: TextSearch): RawBuilder<SqlBool> {
  return byEngine({
    sqlite: sql<SqlBool>`${sql.table(index)} match ${fts5(search)}`,
    postgres: () => sql<SqlBool>`${sql.table(index)}.words @@ ${tsquery(search, COLUMNS[index])}::tsquery`,
  });
}

/** Only books are searched outside of some columns. */
const COLUMNS: Record<TextIndex, readonly string[]> = {
  books_fts: Object.keys(BOOK_SEARCH),
  orders_fts: [],
  accounts_fts: [],
  audit_fts: [],
};

/**
 * Narrows a query on books (as `b`) to those that match.
 * @param search from `fullTextExpression`
 */
export function whereTextMatches<Row>(query: SelectQueryBuilder<BooksAsB, "b", Row>, search: TextSearch) {
  const joined = query
    .innerJoin("books_fts", "books_fts.rowid", "b.id")
    .where(indexMatches("books_fts", search));
  // The type without the joined table, from which callers select nothing.
  return joined as unknown as SelectQueryBuilder<BooksAsB, "b", Row>;
}

/**
 * For `order by` where the index of books is searched: best match first, lower is better.
 * @param search what was searched for
 */
export function relevance(search: TextSearch, of: BookSearch = BOOK_SEARCH): Expression<number> {
  // The index's columns are in the order of the declaration.
  const weights = Object.values(of).map(({ weight }) => sql.lit(weight));
  return byEngine({
    sqlite: sql<number>`bm25(books_fts, ${sql.join(weights)})`,
    postgres: () => sql<number>`(${sql.join([sql`0`, ...ranks(search, of)], sql` - `)})`,
  });
}

/**
 * For each column its weight times how often the words occur there. 1: compared with the length of all texts, since a book
 * with fewer words is more about each of them.
 */
const ranks = (search: TextSearch, of: BookSearch) =>
  wordsByColumn(search, Object.keys(of)).map(
    ({ column, query }) =>
      sql`${sql.lit(of[column]!.weight)} * ts_rank(books_fts.words, ${query}::tsquery, 1)`,
  );

/**
 * For `where`: rows whose text in this index matches.
 * @param id the column with the index's rowid, e.g. "o.id", or an expression of it: `unindexed` if many rows match, so
 * that the query follows its sort order and checks each row, instead of looking up and sorting all matches
 * @param search from `fullTextExpression`
 */
export function textMatches(
  index: TextIndex,
  id: string | Expression<number>,
  search: TextSearch,
): Expression<SqlBool> {
  const rowid = typeof id === "string" ? sql.ref(id) : id;
  return sql<SqlBool>`${rowid} in (select rowid from ${sql.table(index)} where ${indexMatches(index, search)})`;
}

/** How many rows match, from the index alone. @param search from `fullTextExpression` */
export async function countTextMatches(db: Db, index: TextIndex, search: TextSearch): Promise<number> {
  const { count } = await db
    .selectFrom(index)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(indexMatches(index, search))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The position of the exact text in the column, from 1; 0 if absent. Cannot use an index: only for small tables.
 * @param options.ignoresCase of Latin letters; the text must be in small letters
 */
export function positionOf(column: string, text: string, { ignoresCase = false } = {}): Expression<number> {
  const value = ignoresCase ? sql`lower(${sql.ref(column)})` : sql.ref(column);
  return byEngine({
    sqlite: sql<number>`instr(${value}, ${text})`,
    postgres: () => sql<number>`strpos(${value}, ${text})`,
  });
}

const PAGES_A_STEP = 100;

/**
 * Removes the words of deleted or changed rows from the disk: the index only marks them as deleted until it merges its
 * parts (FTS5, 'merge'). Works in small steps, each in its own transaction, so that other writes do not wait long.
 * PostgreSQL does this by itself (autovacuum).
 * @param db the write connection, not a transaction
 */
export async function eraseFromIndex(db: Db, index: TextIndex): Promise<void> {
  if (isPostgres(db)) return;
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
