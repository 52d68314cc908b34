import { FACET_KEYS, type GroupKey, NAMED_KEYS, type NamedGroup } from "./facets";
import {
  highestOf,
  makePart,
  type Part,
  partOf,
  placeOf,
  PLACES,
  putInPart,
  type ShelfRow,
  takeFromPart,
  type Today,
  turnPart,
} from "./part";

/**
 * The facets of every book, in memory, so that all counts of a list are found in one pass without the database. A book
 * has a position that never changes; the values of a group are ids of names, or positions among its fixed choices.
 */
export interface Shelf {
  parts: Part[];
  /** By the number of a part, where it is among them. */
  at: Map<number, number>;
  today: Today;
  /** The highest id of each group, for arrays of counts. */
  highest: Record<NamedGroup, number>;
}

export const GROUP_KEYS: readonly GroupKey[] = ["tag", ...FACET_KEYS];

export const emptyShelf = (today: Today): Shelf => ({
  parts: [],
  at: new Map(),
  today,
  highest: Object.fromEntries(NAMED_KEYS.map((key) => [key, 0])) as Shelf["highest"],
});

/** The places for books, also those without one. */
export const positionsOf = (shelf: Shelf): number => shelf.parts.length * PLACES;

/** @returns -1 for a book that came later */
export function positionOf(shelf: Shelf, id: number): number {
  const at = shelf.at.get(partOf(id));
  return at === undefined ? -1 : at * PLACES + placeOf(id);
}

export function idAt(shelf: Shelf, position: number): number {
  return shelf.parts[Math.floor(position / PLACES)]!.number * PLACES + placeOf(position);
}

/** Adds a book, or replaces what is known of it. */
export function putOnShelf(shelf: Shelf, row: ShelfRow): void {
  const number = partOf(row.id);
  const known = shelf.at.get(number);
  const part = known === undefined ? makePart(number) : shelf.parts[known]!;
  if (known === undefined) add(shelf, part);
  putInPart(part, row, shelf.today);
  const { highest } = shelf;
  highest.tag = Math.max(highest.tag, ...row.tags);
  highest.language = Math.max(highest.language, ...row.languages);
  highest.author = Math.max(highest.author, ...row.authors);
  highest.series = Math.max(highest.series, row.series_id ?? 0);
  highest.publisher = Math.max(highest.publisher, row.publisher_id);
}

/** For a book that was deleted. */
export function takeOffShelf(shelf: Shelf, id: number): void {
  const at = shelf.at.get(partOf(id));
  if (at !== undefined) takeFromPart(shelf.parts[at]!, id);
}

/** Adds a whole part, or replaces the one of its number. */
export function putPart(shelf: Shelf, part: Part): void {
  turnPart(part, shelf.today);
  add(shelf, part);
  for (const key of NAMED_KEYS) shelf.highest[key] = Math.max(shelf.highest[key], highestOf(part, key));
}

function add(shelf: Shelf, part: Part) {
  const at = shelf.at.get(part.number) ?? shelf.parts.length;
  shelf.at.set(part.number, at);
  shelf.parts[at] = part;
}

/** Another day has come: other books are new and out. */
export function turnShelf(shelf: Shelf, today: Today): void {
  shelf.today = today;
  for (const part of shelf.parts) turnPart(part, today);
}
