import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { countingVersion } from "../catalogue-memo.server";
import { AUTHOR_ROLE } from "../contributor-roles";
import { SALE_COLUMNS } from "../sale";
import {
  emptyShelf,
  putOnShelf,
  type Shelf,
  type ShelfRow,
  takeOffShelf,
  type Today,
  todayOf,
} from "./shelf";

/** As many books are read at once, so that other requests get their turn. */
const BOOKS_A_STEP = 500;

interface Kept {
  shelf: Shelf;
  /** The catalogue's version that the shelf has; -1: not complete yet. */
  version: number;
  /** When it was made: the next day in India, other books are new and out. */
  today: Today;
  underway: Promise<void>;
}

/** One shelf per database handle: tests and tools open several. */
const shelves = new WeakMap<Db, Kept>();

/**
 * The facets of all books as they are now. The first call reads every book, later ones only those that changed since.
 * @returns the shelf itself, not to be changed; later calls change it, but never the position of a book
 */
export async function keptShelf(db: Db, now = new Date()): Promise<Shelf> {
  const today = todayOf(now);
  let kept = shelves.get(db);
  if (kept?.today.date !== today.date) {
    kept = { shelf: emptyShelf(), version: -1, today, underway: Promise.resolve() };
    shelves.set(db, kept);
  }
  const one = kept;
  const version = await countingVersion(db);
  // Later callers wait for earlier ones, whatever became of these.
  const turn = one.underway.then(() => (one.version === version ? undefined : update(db, one, version)));
  one.underway = turn.catch(() => undefined);
  await turn;
  return one.shelf;
}

async function update(db: Db, kept: Kept, version: number): Promise<void> {
  const { shelf, today } = kept;
  const put = (rows: ShelfRow[]) => {
    for (const row of rows) putOnShelf(shelf, row, today);
  };
  if (kept.version === -1) {
    let after = 0;
    for (;;) {
      const rows = await readBooks(db, { after });
      put(rows);
      if (rows.length < BOOKS_A_STEP) break;
      after = rows.at(-1)!.id;
      await setImmediate();
    }
  } else {
    const changed = await changedSince(db, kept.version);
    for (let from = 0; from < changed.length; from += BOOKS_A_STEP) {
      const ids = changed.slice(from, from + BOOKS_A_STEP);
      const rows = await readBooks(db, { ids });
      put(rows);
      const found = new Set(rows.map((row) => row.id));
      for (const id of ids) if (!found.has(id)) takeOffShelf(shelf, id);
      await setImmediate();
    }
  }
  kept.version = version;
}

/** A change may be noted before its version is raised, so those of the version itself are read again. */
async function changedSince(db: Db, version: number): Promise<number[]> {
  const rows = await db
    .selectFrom("book_changes")
    .select("book_id")
    .where("at_version", ">=", version)
    .execute();
  return rows.map((row) => row.book_id);
}

/** These books, or the next after this id. */
async function readBooks(db: Db, which: { ids: number[] } | { after: number }): Promise<ShelfRow[]> {
  const books = db
    .selectFrom("books as b")
    .select([...SALE_COLUMNS, "b.id", "b.hidden", "b.charged_price", "b.rating", "b.rating_count"])
    .select(["b.created_at", "b.format", "b.age_from", "b.age_to", "b.series_id", "b.publisher_id"])
    .select("b.language_id")
    .orderBy("b.id")
    .limit(BOOKS_A_STEP);
  const rows = await (
    "ids" in which ? books.where("b.id", "in", which.ids) : books.where("b.id", ">", which.after)
  ).execute();
  if (rows.length === 0) return [];
  const ids = "ids" in which ? which.ids : null;
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id];
  const authors = await valuesByBook(
    db
      .selectFrom("book_contributors")
      .select(["book_id as book", "author_id as value"])
      .where("role", "=", AUTHOR_ROLE)
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  const tags = await valuesByBook(
    db
      .selectFrom("book_tags")
      .select(["book_id as book", "tag_id as value"])
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  const languages = await valuesByBook(
    db
      .selectFrom("book_languages")
      .select(["book_id as book", "language_id as value"])
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  return rows.map(({ language_id, ...row }) => ({
    ...row,
    languages: [...new Set([language_id, ...(languages.get(row.id) ?? [])])],
    authors: authors.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }));
}

async function valuesByBook(
  reading: Promise<{ book: number; value: number }[]>,
): Promise<Map<number, number[]>> {
  const values = new Map<number, number[]>();
  for (const { book, value } of await reading) {
    const list = values.get(book);
    if (list) list.push(value);
    else values.set(book, [value]);
  }
  return values;
}
