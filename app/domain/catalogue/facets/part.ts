import { indianDate } from "../../dates";
import { onSale, type SaleRow } from "../sale";
import {
  AGES,
  type FixedGroup,
  FIXED_GROUPS,
  fixedChoices,
  LEAST_RATINGS,
  type NamedGroup,
  NAMED_KEYS,
  NEW_DAYS,
} from "./facets";

/** A part of the shelf has the books whose ids differ in the last bits alone. */
const BITS = 12;
export const PLACES = 2 ** BITS;
const LAST_BITS = PLACES - 1;

/** The number of the part that has this book, and its place there. */
export const partOf = (id: number): number => Math.floor(id / PLACES);
export const placeOf = (id: number): number => id & LAST_BITS;

/** The facets of the books of one part, in columns by place. All but those of the day are stored. */
export interface Part {
  number: number;
  /** The bytes of the columns that are stored. */
  bytes: Uint8Array<ArrayBuffer>;
  /** In paise. */
  prices: Uint32Array;
  /** When it came into the shop, in seconds. */
  added: Uint32Array;
  /** A forthcoming book's day, as the number 20261124; NEVER: not known. 0: it is out. */
  releases: Uint32Array;
  /** 0; an id; or from LIST on: where in `lists` its ids are. */
  names: Record<NamedGroup, Uint32Array>;
  /** Numbers in SETS. */
  fixed: Record<FixedGroup, Uint8Array>;
  /** SHOWN, STOCK and ROOM; 0: no book. */
  state: Uint8Array;
  /** Lists of several ids, each after its length. */
  lists: number[];
}

export const LIST = 2 ** 31;
const NEVER = 2 ** 32 - 1;

/** The store shows the book. */
export const SHOWN = 1;
/** Copies are in stock. */
const STOCK = 2;
/** While it is forthcoming, it can be ordered. */
const ROOM = 4;

/** These groups depend on the day. */
const OF_THE_DAY = ["availability", "added"] as const satisfies FixedGroup[];
const STORED_GROUPS = FIXED_GROUPS.filter((key) => !(OF_THE_DAY as readonly string[]).includes(key));

/** How parts are stored: with another of these, they are made anew. */
export const LAYOUT = JSON.stringify([
  1,
  PLACES,
  NAMED_KEYS,
  STORED_GROUPS.map((key) => fixedChoices(key).map(([value]) => value)),
]);

const BYTES = PLACES * (4 * (3 + NAMED_KEYS.length) + STORED_GROUPS.length + 1);

/** What of a book a part needs. */
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

/** What decides which books are out, and which are new. */
export interface Today {
  /** The date in India, as the number 20261124. */
  day: number;
  /** In seconds. */
  newSince: number;
}

/** Before the date of any book. */
const BEFORE_ALL = "0000-00-00";
const numberOf = (date: string) => Number(date.replaceAll("-", ""));

export const todayOf = (now: Date): Today => ({
  day: numberOf(indianDate(now)),
  newSince: Math.floor(now.getTime() / 1000) - NEW_DAYS * 86_400,
});

/** An empty part, or a stored one. */
export function makePart(number: number, stored?: Uint8Array): Part {
  const bytes = new Uint8Array(BYTES);
  if (stored) bytes.set(stored.subarray(0, BYTES));
  let at = 0;
  const next = (width: number) => (at += PLACES * width) - PLACES * width;
  const wide = () => new Uint32Array(bytes.buffer, next(4), PLACES);
  const narrow = () => new Uint8Array(bytes.buffer, next(1), PLACES);
  return {
    number,
    bytes,
    prices: wide(),
    added: wide(),
    releases: wide(),
    names: byKey(NAMED_KEYS, wide),
    fixed: { ...byKey(STORED_GROUPS, narrow), ...byKey(OF_THE_DAY, () => new Uint8Array(PLACES)) },
    state: narrow(),
    // A copy: a Uint32Array must begin at a multiple of four.
    lists: stored ? [...new Uint32Array(new Uint8Array(stored.subarray(BYTES)).buffer)] : [],
  };
}

/** The part's bytes as they are stored: each list once. */
export function storedPart(part: Part): Buffer {
  const { bytes, names, lists } = makePart(part.number, part.bytes);
  const places = new Map<string, number>();
  for (const key of NAMED_KEYS)
    for (let place = 0; place < PLACES; place += 1) {
      if (names[key][place]! < LIST) continue;
      const ids = idsAt(part, key, place);
      let start = places.get(ids.join());
      if (start === undefined) {
        places.set(ids.join(), (start = lists.length));
        lists.push(ids.length, ...ids);
      }
      names[key][place] = LIST + start;
    }
  return Buffer.concat([bytes, new Uint8Array(new Uint32Array(lists).buffer)]);
}

/** The names that a book has. */
export function idsAt(part: Part, key: NamedGroup, place: number): number[] {
  const code = part.names[key][place]!;
  if (code < LIST) return code === 0 ? [] : [code];
  const start = code - LIST + 1;
  return part.lists.slice(start, start + part.lists[start - 1]!);
}

/** The highest id among the names that books have. */
export function highestOf(part: Part, key: NamedGroup): number {
  let highest = 0;
  for (let place = 0; place < PLACES; place += 1) {
    const code = part.names[key][place]!;
    if (code >= LIST) highest = Math.max(highest, ...idsAt(part, key, place));
    else if (code > highest) highest = code;
  }
  return highest;
}

/** Adds a book, or replaces what is known of it. */
export function putInPart(part: Part, row: ShelfRow, today: Today): void {
  const place = placeOf(row.id);
  const { stock, forthcoming } = onSale(row, BEFORE_ALL);
  part.prices[place] = row.charged_price;
  part.added[place] = Date.parse(row.created_at) / 1000;
  part.releases[place] = !forthcoming ? 0 : forthcoming.releasedOn ? numberOf(forthcoming.releasedOn) : NEVER;
  part.state[place] =
    (row.hidden ? 0 : SHOWN) | (row.stock > 0 ? STOCK : 0) | (forthcoming && stock > 0 ? ROOM : 0);
  putNames(part, "tag", place, row.tags);
  putNames(part, "language", place, row.languages);
  putNames(part, "author", place, row.authors);
  putNames(part, "series", place, row.series_id === null ? [] : [row.series_id]);
  putNames(part, "publisher", place, [row.publisher_id]);
  part.fixed.format[place] = choiceIn("format", row.format);
  part.fixed.age[place] = agesOf(row);
  part.fixed.rating[place] = ratingsOf(row);
  putDay(part, place, today);
}

function putNames(part: Part, key: NamedGroup, place: number, ids: number[]): void {
  if (ids.length < 2) {
    part.names[key][place] = ids[0] ?? 0;
  } else if (idsAt(part, key, place).join() !== ids.join()) {
    part.names[key][place] = LIST + part.lists.length;
    part.lists.push(ids.length, ...ids);
  }
}

/** For a book that was deleted. */
export function takeFromPart(part: Part, id: number): void {
  part.state[placeOf(id)] = 0;
}

/** Brings the columns that depend on the day up to date. */
export function turnPart(part: Part, today: Today): void {
  for (let place = 0; place < PLACES; place += 1) putDay(part, place, today);
}

function putDay({ fixed, state, releases, added }: Part, place: number, today: Today): void {
  const has = state[place]!;
  const isForthcoming = releases[place]! > today.day;
  if (isForthcoming) fixed.availability[place] = has & ROOM ? PREORDER : FORTHCOMING;
  else fixed.availability[place] = has & STOCK ? IN_STOCK : 0;
  fixed.added[place] = has && added[place]! >= today.newSince ? 1 : 0;
}

const choices = (key: FixedGroup) =>
  new Map(fixedChoices(key).map(([value], place) => [value, place + 1] as const));
const CHOICES = { availability: choices("availability"), format: choices("format") };

/** Counted from 1; 0: a value that is not offered. */
const choiceIn = (key: "availability" | "format", value: string | null): number =>
  value === null ? 0 : (CHOICES[key].get(value) ?? 0);

const [IN_STOCK, PREORDER, FORTHCOMING] = ["in_stock", "preorder", "forthcoming"].map((value) =>
  choiceIn("availability", value),
) as [number, number, number];

/** A bit for each of the bands that the book's ages meet. Without an upper age it is for all from the lower one on. */
function agesOf({ age_from, age_to }: ShelfRow): number {
  if (age_from === null && age_to === null) return 0;
  const [from, to] = [age_from ?? 0, age_to ?? Infinity];
  return bits(Object.values(AGES), ([least, most]) => from <= most && to >= least);
}

const ratingsOf = ({ rating, rating_count }: ShelfRow): number =>
  rating_count === 0 ? 0 : bits(LEAST_RATINGS, (least) => rating >= least);

const bits = <T>(values: readonly T[], has: (value: T) => boolean): number =>
  values.reduce((sum, value, place) => sum + (has(value) ? 2 ** place : 0), 0);

/** Groups of which a book can have several choices: a bit for each. Of the others the choice is counted from 1. */
const WITH_BITS: readonly FixedGroup[] = ["age", "rating"];

/** By group and number: the places of the choices that it stands for. */
export const SETS = byKey(FIXED_GROUPS, (key) =>
  Array.from({ length: 256 }, (_, number): readonly number[] =>
    fixedChoices(key).flatMap((_choice, place) => {
      const has = WITH_BITS.includes(key) ? (number & (1 << place)) !== 0 : number === place + 1;
      return has ? [place] : [];
    }),
  ),
);

function byKey<Key extends string, T>(keys: readonly Key[], make: (key: Key) => T): Record<Key, T> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>;
}
