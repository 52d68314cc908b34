import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { countingVersion } from "../catalogue-memo.server";
import { makePart, type Today, todayOf } from "./part";
import { emptyShelf, putOnShelf, putPart, type Shelf, takeOffShelf, turnShelf } from "./shelf";
import { BOOKS_A_STEP, changedSince, readBooks } from "./shelf-rows.server";
import { storedParts } from "./stored-shelf.server";

/** Of more books that changed, the stored parts are looked at: they may have them already. */
const MANY = 500;

interface Kept {
  shelf: Shelf;
  /** The catalogue's version that the shelf has; -1: not complete yet. */
  version: number;
  underway: Promise<void>;
}

/** One shelf per database handle: tests and tools open several. */
const shelves = new WeakMap<Db, Kept>();

/**
 * The facets of all books as they are now. The first call reads the stored parts and the books that changed since, later
 * ones only those that changed.
 * @returns the shelf itself, not to be changed; later calls change it, but never the position of a book
 */
export async function keptShelf(db: Db, now = new Date()): Promise<Shelf> {
  const today = todayOf(now);
  let kept = shelves.get(db);
  if (!kept) {
    kept = { shelf: emptyShelf(today), version: -1, underway: Promise.resolve() };
    shelves.set(db, kept);
  }
  const one = kept;
  const version = await countingVersion(db);
  // Later callers wait for earlier ones, whatever became of these.
  const turn = one.underway.then(() => update(db, one, version, today));
  one.underway = turn.catch(() => undefined);
  await turn;
  return one.shelf;
}

async function update(db: Db, kept: Kept, version: number, today: Today): Promise<void> {
  const { shelf } = kept;
  // The next day in India, other books are new and out.
  if (shelf.today.day !== today.day) turnShelf(shelf, today);
  if (kept.version === version) return;
  let changed = kept.version === -1 ? null : await changedSince(db, kept.version);
  if (!changed || changed.length > MANY) {
    const stored = await storedParts(db);
    // Not those that are incomplete.
    if (stored && stored.version > kept.version) {
      for (const { part, data } of stored.parts) putPart(shelf, makePart(part, data));
      changed = await changedSince(db, stored.version);
    }
  }
  await (changed ? readAgain(db, shelf, changed) : readAll(db, shelf));
  kept.version = version;
}

async function readAgain(db: Db, shelf: Shelf, changed: number[]): Promise<void> {
  for (let from = 0; from < changed.length; from += BOOKS_A_STEP) {
    const ids = changed.slice(from, from + BOOKS_A_STEP);
    const rows = await readBooks(db, { ids });
    for (const row of rows) putOnShelf(shelf, row);
    const found = new Set(rows.map((row) => row.id));
    for (const id of ids) if (!found.has(id)) takeOffShelf(shelf, id);
    if (ids.length === BOOKS_A_STEP) await setImmediate();
  }
}

async function readAll(db: Db, shelf: Shelf): Promise<void> {
  for (let after = 0; ;) {
    const rows = await readBooks(db, { after });
    for (const row of rows) putOnShelf(shelf, row);
    if (rows.length < BOOKS_A_STEP) return;
    after = rows.at(-1)!.id;
    await setImmediate();
  }
}
