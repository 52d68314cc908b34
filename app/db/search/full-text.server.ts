import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { byEngine, isPostgres } from "../by-engine";
import type { Db } from "../engine";
import { tsquery } from "../postgres/tsquery";
import type { Match } from "./match";
import { type SubjectName, SUBJECTS } from "./subjects";
import { fts5 } from "../sqlite/fts5";

const tableOf = (name: SubjectName) => sql.table(SUBJECTS[name].index);

/** The ids of an index's rows, within a query on it. */
export const indexedId = (name: SubjectName): RawBuilder<number> =>
  byEngine({
    sqlite: sql<number>`${tableOf(name)}.rowid`,
    postgres: () => sql<number>`${tableOf(name)}.row_id`,
  });

/** For `where` on the index itself: its rows that match. */
export function indexMatches(name: SubjectName, match: Match): RawBuilder<SqlBool> {
  return byEngine({
    sqlite: sql<SqlBool>`${tableOf(name)} match ${fts5(match)}`,
    postgres: () => sql<SqlBool>`${tableOf(name)}.words @@ ${tsquery(match)}::tsquery`,
  });
}

/** The ids that match, as a query. */
export const matchingIds = (name: SubjectName, match: Match): RawBuilder<{ id: number }> =>
  sql`select ${indexedId(name)} as id from ${tableOf(name)} where ${indexMatches(name, match)}`;

/**
 * For `order by`: the place of the first of these matches that a row is one of, from 0. Each is looked up once in a query.
 * @param id the column with the index's rowid
 */
export function firstMatch(name: SubjectName, id: string, matches: readonly Match[]): RawBuilder<number> {
  const cases = matches.map(
    (match, at) => sql`when ${sql.ref(id)} in (${matchingIds(name, match)}) then ${sql.lit(at)}`,
  );
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(matches.length)} end`;
}

/**
 * For `where`: rows whose text in this index matches.
 * @param id the column with the index's rowid, e.g. "o.id", or an expression of it: `unindexed` if many rows match, so
 * that the query follows its sort order and checks each row, instead of looking up and sorting all matches
 */
export function textMatches(
  name: SubjectName,
  id: string | Expression<number>,
  match: Match,
): Expression<SqlBool> {
  const rowid = typeof id === "string" ? sql.ref(id) : id;
  return sql<SqlBool>`${rowid} in (${matchingIds(name, match)})`;
}

/** How many rows match, from the index alone. */
export async function countTextMatches(db: Db, name: SubjectName, match: Match): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${tableOf(name)} where ${indexMatches(name, match)}`.execute(db);
  return rows[0]!.count;
}

/** Whether any row matches. */
export async function hasTextMatch(db: Db, name: SubjectName, match: Match): Promise<boolean> {
  const { rows } = await sql`${matchingIds(name, match)} limit 1`.execute(db);
  return rows.length > 0;
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
export async function eraseFromIndex(db: Db, name: SubjectName): Promise<void> {
  if (isPostgres(db)) return;
  const table = tableOf(name);
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
