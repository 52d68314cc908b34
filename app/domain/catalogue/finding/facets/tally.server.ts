import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { CHARGED, choiceCondition } from "./choice-conditions.server";
import { FIXED_GROUPS, fixedChoices, type GroupKey, NAMED_KEYS, type NamedGroup } from "./facets";

/** A filter that can be left out: a group, the price, or the search. */
export type FilterKey = GroupKey | "price" | "q";

/** What is chosen, as conditions on a visible book `b`. */
export interface Filter {
  key: FilterKey;
  condition: RawBuilder<SqlBool>;
}

export interface Tally {
  /** By group: how many books have each value, under all other filters. Values are ids of names, or fixed choices. */
  names: Record<NamedGroup, Map<number, number>>;
  choices: Partial<Record<GroupKey, Map<string, number>>>;
  /** Lowest and highest price in paise under all other filters; null without books. */
  bounds: { lowest: number; highest: number } | null;
}

// What facets read of a book: columns of the index books_facets, in which a whole catalogue is a few megabytes. For each count
// only those that it needs, since SQLite copies them.
const VALUES = sql.raw("b.id, b.language_id, b.publisher_id, b.series_id, b.format, b.country_of_origin");
const OTHERS =
  sql.raw(`b.price, b.sale_price, b.age_from, b.age_to, b.stock, b.publishing_status, b.published_on,
  b.preorder_limit, b.preordered, b.created_at, b.rating_sum, b.rating_count`);

/**
 * The visible books that miss at most one filter, as `b`. `missed` is its number, counted from 1; 0: the book matches. One that
 * misses a single filter still counts for the values of that filter's group: choosing them instead would show it.
 */
function nearlyMatching(filters: readonly Filter[], read: RawBuilder<unknown>) {
  if (filters.length === 0) return sql`select ${read}, 0 as missed from books b where b.hidden = 0`;
  const numbers = filters.map(
    ({ condition }, at) => sql`case when ${condition} then 0 else ${sql.lit(at + 1)} end`,
  );
  const columns = numbers.map((number, at) => sql`${number} as ${sql.ref(`missed${at}`)}`);
  const missed = filters.map((_, at) => sql.ref(`missed${at}`));
  const misses = missed.map((column) => sql`(case when ${column} = 0 then 0 else 1 end)`);
  return sql`select b.*, ${sql.join(missed, sql` + `)} as missed
    from (select ${read}, ${sql.join(columns)} from books b where b.hidden = 0 ${ONCE}) as b
    where ${sql.join(misses, sql` + `)} <= 1`;
}

/** A bound that none reaches: with one, engines ask what a filter asks once for each book, not each time that its number is read. */
const ONCE = sql.raw("limit 9223372036854775807");

/** By number, from 1, how many books miss this filter alone; by 0 how many match. */
export async function countMissing(db: Db, filters: readonly Filter[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ missed: number; count: number }>`
    select missed, count(*) as count from (${nearlyMatching(filters, sql`b.id`)}) as b group by missed`.execute(
    db,
  );
  return new Map(rows.map(({ missed, count }) => [missed, count]));
}

/** The counts of all groups. @param isNarrowing of all chosen tags each narrows the list */
export async function tally(db: Db, filters: readonly Filter[], isNarrowing: boolean): Promise<Tally> {
  const counts = (key: FilterKey) => {
    const own = key === "tag" && isNarrowing ? 0 : filters.findIndex((filter) => filter.key === key) + 1;
    if (filters.length === 0) return null;
    return own === 0 ? sql<SqlBool>`b.missed = 0` : sql<SqlBool>`b.missed in (0, ${sql.lit(own)})`;
  };
  const names = Object.fromEntries(
    NAMED_KEYS.map((key) => [key, new Map<number, number>()]),
  ) as Tally["names"];
  const choices: Tally["choices"] = { format: new Map(), country: new Map() };
  for (const { key, value, count } of await countValues(db, filters, counts))
    if (key === "format" || key === "country") choices[key]!.set(value, count);
    else names[key].set(Number(value), count);

  const now = new Date();
  const moment = { now, today: indianDate(now) };
  const fixed = FIXED_GROUPS.filter((key) => key !== "format" && key !== "country").flatMap((key) =>
    fixedChoices(key).map(([value]) => ({ key, value })),
  );
  const sums = fixed.map(
    ({ key, value }, at) => sql`sum(case when ${counts(key) ?? ALL} and ${choiceCondition(key, value, moment)}
      then 1 else 0 end) as ${sql.ref(`count${at}`)}`,
  );
  const price = sql`case when ${counts("price") ?? ALL} then ${CHARGED} end`;
  const all = sql`select min(${price}) as lowest, max(${price}) as highest, ${sql.join(sums)}`;
  const found = await sql<Record<string, number | null>>`${
    filters.length === 0
      ? sql`${all} from books b where b.hidden = 0`
      : sql`with book as materialized (${nearlyMatching(filters, OTHERS)}) ${all} from book b`
  }`.execute(db);
  const row = found.rows[0]!;
  for (const [at, { key, value }] of fixed.entries())
    (choices[key] ??= new Map()).set(value, Number(row[`count${at}`] ?? 0));
  const { lowest, highest } = row;
  return { names, choices, bounds: lowest == null || highest == null ? null : { lowest, highest } };
}

const ALL = sql<SqlBool>`1 = 1`;

/** The groups that are counted by the values that books have. */
const COUNTED_BY_VALUE = [...NAMED_KEYS, "format", "country"] as const;
type ByValue = (typeof COUNTED_BY_VALUE)[number];

/** How many books have each value. @param counts whether a book `b` counts for a group; null: all do */
async function countValues(
  db: Db,
  filters: readonly Filter[],
  counts: (key: FilterKey) => RawBuilder<SqlBool> | null,
): Promise<{ key: ByValue; value: string; count: number }[]> {
  const groups = COUNTED_BY_VALUE.map(
    (key) => sql`select ${sql.lit(key)} as key, cast(value as text) as value, count(*) as count
      from (${valuesOf(key, counts(key))}) as ${sql.ref(`of_${key}`)} group by ${sql.ref(`of_${key}.value`)}`,
  );
  const { rows } = await sql<{ key: ByValue; value: string; count: number }>`
    with book as materialized (${nearlyMatching(filters, VALUES)})
    ${sql.join(groups, sql` union all `)}`.execute(db);
  return rows;
}

/** A group's values of these books, each once for a book. @param counts null: all visible books count */
function valuesOf(key: ByValue, counts: RawBuilder<SqlBool> | null) {
  switch (key) {
    case "tag":
      return linked("tag_id", "book_tags", counts);
    case "author":
      // Where a book has no author, its editors stand in.
      return linked("author_id", "book_authors", counts);
    case "language":
      // A further language may be the first one again.
      return sql`select b.language_id as value from book b where ${counts ?? ALL}
        union all select l.language_id from book b cross join book_languages l
          where l.book_id = b.id and l.language_id <> b.language_id and ${counts ?? ALL}`;
    case "series":
      return sql`select b.series_id as value from book b where b.series_id is not null and ${counts ?? ALL}`;
    case "publisher":
      return sql`select b.publisher_id as value from book b where ${counts ?? ALL}`;
    case "format":
      return sql`select b.format as value from book b where b.format is not null and ${counts ?? ALL}`;
    case "country":
      return sql`select b.country_of_origin as value from book b
        where b.country_of_origin is not null and ${counts ?? ALL}`;
  }
}

/**
 * A column of rows that belong to these books. All of them are read by an index in the column's order, without those of the few
 * hidden books. Of some books the books come first, as SQLite takes `cross join`.
 */
function linked(column: string, table: "book_tags" | "book_authors", counts: RawBuilder<SqlBool> | null) {
  const [value, rows] = [sql.ref(`l.${column}`), sql.table(table)];
  return counts
    ? sql`select ${value} as value from book b cross join ${rows} l where l.book_id = b.id and ${counts}`
    : sql`select ${value} as value from ${rows} l where l.book_id not in (select id from books where hidden = 1)`;
}
