import { AGES, FACET_KEYS, fixedChoices, type GroupKey, LEAST_RATINGS, NEW_DAYS } from "./facets";
import { indianDate } from "../../dates";
import { onSale, type SaleRow } from "../sale";

/**
 * The facets of every visible book, in memory, so that all counts of a list are found in one pass without the database.
 * A book has a position; the values of a group are ids of names, or positions among its fixed choices.
 */
export interface Shelf {
  ids: number[];
  at: Map<number, number>;
  isShown: boolean[];
  /** In paise. */
  prices: number[];
  values: Record<GroupKey, Values[]>;
  /** The highest value of each group, for arrays of counts. */
  highest: Record<GroupKey, number>;
  /** Lists that several books have are kept once: those of one value, and longer ones. */
  single: Map<number, Values>;
  longer: Map<string, Values>;
}

/** What decides which books are out, and which are new. */
export interface Today {
  /** The date in India. */
  date: string;
  /** UTC ISO. */
  newSince: string;
}

export const todayOf = (now: Date): Today => ({
  date: indianDate(now),
  newSince: new Date(now.getTime() - NEW_DAYS * 86_400_000).toISOString(),
});

export type Values = readonly number[];

export const GROUP_KEYS: readonly GroupKey[] = ["tag", ...FACET_KEYS];

/** What of a book the shelf needs. */
export interface ShelfRow extends SaleRow {
  id: number;
  hidden: 0 | 1;
  charged_price: number;
  rating: number;
  rating_count: number;
  created_at: string;
  format: string | null;
  age_from: number | null;
  age_to: number | null;
  series_id: number | null;
  publisher_id: number;
  languages: number[];
  authors: number[];
  tags: number[];
}

const ofEach = <T>(value: () => T) =>
  Object.fromEntries(GROUP_KEYS.map((key) => [key, value()])) as Record<GroupKey, T>;

export const emptyShelf = (): Shelf => ({
  ids: [],
  at: new Map(),
  isShown: [],
  prices: [],
  values: ofEach(() => []),
  highest: ofEach(() => 0),
  single: new Map(),
  longer: new Map(),
});

/** Adds a book, or replaces what is known of it. */
export function putOnShelf(shelf: Shelf, row: ShelfRow, today: Today): void {
  const at = shelf.at.get(row.id) ?? shelf.ids.length;
  shelf.at.set(row.id, at);
  shelf.ids[at] = row.id;
  shelf.isShown[at] = row.hidden === 0;
  shelf.prices[at] = row.charged_price;
  const values = valuesOf(row, today);
  for (const key of GROUP_KEYS) {
    const list = shared(shelf, values[key]);
    shelf.values[key][at] = list;
    for (const value of list) if (value > shelf.highest[key]) shelf.highest[key] = value;
  }
}

/** For a book that was deleted. */
export function takeOffShelf(shelf: Shelf, id: number): void {
  const at = shelf.at.get(id);
  if (at !== undefined) shelf.isShown[at] = false;
}

const NONE: number[] = [];

function shared({ single, longer }: Shelf, values: number[]): Values {
  if (values.length === 0) return NONE;
  if (values.length === 1) return keptOnce(single, values[0]!, values);
  return keptOnce(longer, values.join(), values);
}

function keptOnce<Key>(lists: Map<Key, Values>, key: Key, values: Values): Values {
  const known = lists.get(key);
  if (!known) lists.set(key, values);
  return known ?? values;
}

const places = (key: GroupKey) => new Map(fixedChoices(key).map(([value], place) => [value, place]));
const PLACES = { availability: places("availability"), format: places("format"), rating: places("rating") };
const BANDS = Object.values(AGES);

function valuesOf(row: ShelfRow, today: Today): Record<GroupKey, number[]> {
  return {
    tag: row.tags,
    availability: placeIn(PLACES.availability, availabilityOf(row, today.date)),
    added: row.created_at >= today.newSince ? [0] : NONE,
    language: row.languages,
    author: row.authors,
    format: placeIn(PLACES.format, row.format),
    age: agesOf(row),
    series: row.series_id === null ? NONE : [row.series_id],
    publisher: [row.publisher_id],
    rating: ratingsOf(row),
  };
}

/** @returns nothing for a value that is not offered */
function placeIn(places: ReadonlyMap<string, number>, value: string | null): number[] {
  const place = value === null ? undefined : places.get(value);
  return place === undefined ? NONE : [place];
}

const ratingsOf = ({ rating, rating_count }: ShelfRow): number[] =>
  rating_count === 0
    ? NONE
    : LEAST_RATINGS.filter((least) => rating >= least).map((least) => PLACES.rating.get(String(least))!);

/** As the API's `availability`; null: neither in stock nor forthcoming. */
function availabilityOf(row: ShelfRow, today: string) {
  const { stock, forthcoming } = onSale(row, today);
  if (forthcoming) return stock > 0 ? "preorder" : "forthcoming";
  return stock > 0 ? "in_stock" : null;
}

/** The bands that the book's ages meet. Without an upper age it is for all from the lower one on. */
function agesOf({ age_from, age_to }: ShelfRow): number[] {
  if (age_from === null && age_to === null) return NONE;
  const [from, to] = [age_from ?? 0, age_to ?? Infinity];
  return BANDS.flatMap(([least, most], place) => (from <= most && to >= least ? [place] : []));
}
