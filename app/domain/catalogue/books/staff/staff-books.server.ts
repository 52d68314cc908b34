import { type Expression, expressionBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { countTextMatches, firstMatch, textMatches } from "~/db/search/full-text.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import type { Tables } from "~/db/tables";
import type { Match } from "~/db/search/match";
import { type ForgivingListing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import { readBooks } from "../books.server";
import { recordOfRow } from "../record/book-record-values";
import { staffBooks } from "./staff-book-rows.server";
import type { EditableBook, StaffBook, StaffFilters, StaffSort } from "./staff-books";
import { users } from "../../names/uses.server";
import { perDay } from "../lists/catalogue-memo.server";
import { type BookSearchPlan, planSearch } from "../../finding/search-books.server";
import { indianDate } from "~/domain/kit/dates";
import { isAnnounced, isForthcoming } from "../sale/sale.server";

interface BooksAsB {
  b: Tables["books"];
}

type Conditions = StaffFilters & Pick<StaffSearch, "lowStockMark">;
type Sorted = Conditions & Pick<StaffSearch, "sort">;

interface StaffSearch extends ListSearch<StaffSort>, StaffFilters {
  /** Copies at or below which stock counts as low. */
  lowStockMark: number;
}

/**
 * A page of all books, hidden ones too; searches the words of `q` in what is printed on a book,
 * and in its SKU. By default the best match comes first; without `q`, or if thousands match, the newest book.
 */
export async function listBooksForStaff(db: Db, search: StaffSearch): Promise<ForgivingListing<StaffBook>> {
  const { rows, ...page } = await listIds(db, search);
  return { rows: await staffBooks(db, rows), ...page };
}

/** The same list, each book with all fields of its form. */
export async function listEditableBooks(
  db: Db,
  search: StaffSearch,
): Promise<ForgivingListing<EditableBook>> {
  const { rows, ...page } = await listIds(db, search);
  return { rows: await findEditableBooks(db, rows), ...page };
}

async function listIds(db: Db, search: StaffSearch): Promise<ForgivingListing<number>> {
  const found = search.q ? await planSearch(db, search.q, "staff") : null;
  if (search.q && !found) return { rows: [], ...pageOf(search, 0), count: 0, isForgiven: false };
  const text = found && found.upTo.at(-1)!;
  const count = await countBooks(db, search, text);
  const { limit, offset, ...shown } = pageOf(search, count);
  const rows =
    found && !search.sort
      ? await bestFirst(db, search, found, count).limit(limit).offset(offset).execute()
      : await inOrder(db, search, text).limit(limit).offset(offset).execute();
  return { rows: rows.map((row) => row.id), count, ...shown, isForgiven: found?.isForgiven ?? false };
}

/** Ids read at once by `listedIds`: their books take a few milliseconds, after which others get their turn. */
const AT_ONCE = 50;

/** A book's place in a sort order: what it is sorted by, and its id. */
interface Place {
  key: string | number | null;
  id: number;
}

/**
 * The ids of all pages of the list, in its order, some at a time; each time the query goes on behind the last book, so
 * that a large shop's list neither fills the memory nor blocks other reads. Matches of a text are looked up once.
 */
export async function* listedIds(
  db: Db,
  search: Omit<StaffSearch, "page" | "size">,
): AsyncGenerator<number[]> {
  const found = search.q ? await planSearch(db, search.q, "staff") : null;
  if (search.q && !found) return;
  if (found) {
    const text = found.upTo.at(-1)!;
    const query = search.sort
      ? inOrder(db, search, text)
      : bestFirst(db, search, found, await countBooks(db, search, text));
    const rows = await query.execute();
    for (let start = 0; start < rows.length; start += AT_ONCE)
      yield rows.slice(start, start + AT_ONCE).map(({ id }) => id);
    return;
  }
  for (let last: Place | null = null; ;) {
    const rows: Place[] = await inOrder(db, search, null, last).limit(AT_ONCE).execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!;
  }
}

/**
 * The filters as conditions on a book's id only: the list can then walk the covering index of its sort order and read
 * only the books that it shows.
 * @param id excluded from index use (`unindexed`), or SQLite would fetch and sort all matches
 */
function conditions(
  { lowStock, lowStockMark, visibility, release, of }: Conditions,
  text: Match | null,
  id: Expression<number>,
): Expression<SqlBool>[] {
  const eb = expressionBuilder<Tables, never>();
  // Queries are built only if they are used: that takes time on each request.
  const coming = () => isForthcoming(indianDate(new Date()));
  const announced = () => eb.selectFrom("books as b").select("b.id").where(isAnnounced);
  const hidden = () => eb.selectFrom("books").select("books.id").where("hidden", "=", literalFlag(1));
  const low = () => eb.selectFrom("books").select("books.id").where("stock", "<=", lowStockMark);
  return [
    text ? textMatches("books", id, text) : null,
    lowStock ? eb(id, "in", low()) : null,
    release === "coming" ? eb(id, "in", announced().where(coming())) : null,
    release === "overdue"
      ? eb(
          id,
          "in",
          announced()
            .where(unindexed<number>("b.stock"), "=", 0)
            .where((not) => not.not(coming())),
        )
      : null,
    visibility === "hidden" ? eb(id, "in", hidden()) : null,
    visibility === "visible" ? eb(id, "not in", hidden()) : null,
    of ? sql<SqlBool>`${id} in (${users(of.entity.references, of.id)})` : null,
  ].filter((condition) => condition !== null);
}

function countBooks(db: Db, search: Conditions, text: Match | null): Promise<number> {
  const { lowStock, lowStockMark, visibility, release, of } = search;
  const named = of && [of.entity.key, of.id];
  const key = JSON.stringify([text, lowStock && lowStockMark, visibility, release, named]);
  return perDay(db, `staff count ${key}`, async () => {
    if (text && !lowStock && !visibility && !release && !of) return countTextMatches(db, "books", text);
    const { count } = await db
      .selectFrom("books as b")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where((eb) => eb.and(conditions(search, text, unindexed("b.id"))))
      .executeTakeFirstOrThrow();
    return count;
  });
}

/**
 * The matching ids, sorted by a column, else newest first. Ties are sorted by id, so pages neither skip nor repeat.
 * @param after only those behind this place
 */
function inOrder(db: Db, search: Sorted, text: Match | null, after: Place | null = null) {
  const direction = search.sort?.direction ?? "desc";
  // Sorted by id only: the table itself is in that order.
  const id = search.sort
    ? unindexed<number>("b.id")
    : expressionBuilder<Tables & BooksAsB, "b">().ref("b.id");
  const key = sortKey(search.sort?.field);
  const behind = sql.raw(direction === "asc" ? ">" : "<");
  const where = conditions(search, text, id);
  if (after)
    where.push(
      key
        ? sql<SqlBool>`(${key}, b.id) ${behind} (${after.key}, ${after.id})`
        : sql<SqlBool>`b.id ${behind} ${after.id}`,
    );
  const books = db
    .selectFrom("books as b")
    .select(["b.id", sql<Place["key"]>`${key ?? sql`null`}`.as("key")])
    .where((eb) => eb.and(where));
  /** Walks the names in their order, and the books of each name by id. */
  const byNames = (table: "languages" | "publishers", column: "language_id" | "publisher_id") => {
    const query = db
      .selectFrom(`${table} as n`)
      .crossJoin("books as b")
      .select(["b.id", "n.sort_key as key"])
      .whereRef(`b.${column}`, "=", "n.id")
      .where((eb) => eb.and(where))
      .orderBy("n.sort_key", direction)
      .orderBy("b.id", direction);
    // The type without the joined table, from which callers select nothing.
    return query as unknown as typeof books;
  };
  switch (search.sort?.field) {
    case "languageName":
      return byNames("languages", "language_id");
    case "publisherName":
      return byNames("publishers", "publisher_id");
    case undefined:
      return books.orderBy("b.id", direction);
    default:
      return books.orderBy(key!, direction).orderBy("b.id", direction);
  }
}

/** What a list is sorted by besides the id; null: nothing. */
function sortKey(field: StaffSort | undefined): Expression<string | number> | null {
  switch (field) {
    case "title":
      return sql.ref("b.title_key");
    case "price":
    case "stock":
      return sql.ref(`b.${field}`);
    case "languageName":
    case "publisherName":
      return sql.ref("n.sort_key");
    case undefined:
      return null;
  }
}

/** With more matches than this, ranking all would take too long and help nobody: the newest come first instead. */
const MANY = 2_000;

function bestFirst(db: Db, search: Conditions, { tiers, upTo }: BookSearchPlan, count: number) {
  const matches = db
    .selectFrom("books as b")
    .select("b.id")
    .where((eb) => eb.and(conditions(search, upTo.at(-1)!, sql.ref("b.id"))));
  if (count > MANY) return matches.orderBy("b.id", "desc");
  return matches.orderBy(firstMatch("books", "b.id", tiers)).orderBy("b.id");
}

/** A book with all fields of its form, even if hidden. @returns null when there is no such book */
export async function findEditableBook(db: Db, id: number): Promise<EditableBook | null> {
  const [book] = await findEditableBooks(db, [id]);
  return book ?? null;
}

/** The title of a book, even if hidden; null when there is no such book. */
export async function findTitle(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom("books").select("title").where("id", "=", id).executeTakeFirst();
  return row?.title ?? null;
}

const IMPRINTS = 500;

/** The imprints of all books by name, for suggestions. */
export async function listImprints(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("books")
    .select("imprint")
    .distinct()
    .where("imprint", "is not", null)
    .orderBy("imprint")
    .limit(IMPRINTS)
    .execute();
  return rows.map(({ imprint }) => imprint!);
}

/** Like `findEditableBook`, in the order of the ids, without unknown ones. Five queries for any number. */
export async function findEditableBooks(db: Db, ids: number[]): Promise<EditableBook[]> {
  const found = await readBooks(db, ids, { visibleOnly: false });
  return found.map(({ book, row }) => ({
    ...book,
    ...recordOfRow(row),
    salePrice: row.planned_sale_price ?? row.sale_price,
    featured: row.featured === 1,
    hidden: row.hidden === 1,
    preordered: row.preordered,
    version: row.version,
  }));
}
