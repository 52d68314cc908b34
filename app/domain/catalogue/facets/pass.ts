import { type FixedGroup, fixedChoices, type GroupKey, isNamed, type NamedGroup } from "./facets";
import { LIST, type Part, PLACES, SETS, SHOWN } from "./part";
import { GROUP_KEYS, positionsOf, type Shelf } from "./shelf";

/** What is chosen, as values of the shelf. */
export interface Wanted {
  /** Groups in which something is chosen; an empty list matches no book. */
  groups: Partial<Record<GroupKey, readonly number[]>>;
  /** Whether a book needs all the chosen tags, not any of them. */
  allTags: boolean;
  /** In paise, inclusive; null: no bound. */
  minPrice: number | null;
  maxPrice: number | null;
  /** The books that a search found, if there is one. */
  found: ReadonlySet<number> | null;
}

/** A filter that can be left out: a group, the price, or the search. */
export type FilterKey = GroupKey | "price" | "q";

export interface Pass {
  /** By position on the shelf: 1 for a matching book. */
  isMatch: Uint8Array;
  count: number;
  /** By group: how many books have each value, under all other filters. */
  counts: Record<GroupKey, Uint32Array>;
  /** Lowest and highest price under all other filters; null without books. */
  bounds: { lowest: number; highest: number } | null;
  /** How many more books match without this filter. */
  more: Partial<Record<FilterKey, number>>;
}

/** Of a book that misses several filters, or that the store does not show. */
const OUT = 255;

/**
 * Looks at each book once. One that misses a single filter still counts for the values of that filter's group: choosing
 * them instead would show it. It goes column by column, since the compiler makes such short loops quick at once.
 * @param options.counts false: the groups' values are not counted
 */
export function passAlong(shelf: Shelf, wanted: Wanted, options = { counts: true }): Pass {
  const filters = filtersOf(shelf, wanted);
  const isMatch = new Uint8Array(positionsOf(shelf));
  const counts: Pass["counts"] = byGroup(
    (key) => new Uint32Array(isNamed(key) ? shelf.highest[key] + 1 : 256),
  );
  /** How many books miss nothing, or one filter alone, by its number counted from 1. */
  const missing = new Uint32Array(256);
  const bounds = { lowest: Infinity, highest: -1 };
  const numberOf = (key: FilterKey) => filters.findIndex((filter) => filter.key === key) + 1;
  // Of all chosen tags each narrows the list.
  const ownNumber = byGroup((key) => (key === "tag" && wanted.allTags ? 0 : numberOf(key)));

  for (const [at, part] of shelf.parts.entries()) {
    const missed = missedBy(part, filters);
    for (let place = 0; place < PLACES; place += 1) missing[missed[place]!]! += 1;
    for (let place = 0; place < PLACES; place += 1) if (missed[place] === 0) isMatch[at * PLACES + place] = 1;
    widen(bounds, part, missed, numberOf("price"));
    if (!options.counts) continue;
    for (const key of GROUP_KEYS)
      if (isNamed(key)) tallyNames(counts[key], part, key, missed, ownNumber[key]);
      else tally(counts[key], part.fixed[key], missed, ownNumber[key]);
  }
  for (const key of GROUP_KEYS)
    if (isNamed(key)) counts[key][0] = 0;
    else counts[key] = countChoices(key, counts[key]);
  const more: Pass["more"] = {};
  for (const [at, { key }] of filters.entries()) if (missing[at + 1]! > 0) more[key] = missing[at + 1]!;
  return { isMatch, count: missing[0]!, counts, bounds: bounds.highest < 0 ? null : bounds, more };
}

const byGroup = <T>(make: (key: GroupKey) => T) =>
  Object.fromEntries(GROUP_KEYS.map((key) => [key, make(key)])) as Record<GroupKey, T>;

/** By place: 0 for a book that matches, the number of the only filter that it misses, or OUT. */
function missedBy(part: Part, filters: readonly Filter[]): Uint8Array {
  const missed = new Uint8Array(PLACES);
  for (let place = 0; place < PLACES; place += 1) if (!(part.state[place]! & SHOWN)) missed[place] = OUT;
  for (const [at, filter] of filters.entries()) {
    const has = filter.on(part);
    for (let place = 0; place < PLACES; place += 1)
      if (missed[place] !== OUT && !has(place)) missed[place] = missed[place] === 0 ? at + 1 : OUT;
  }
  return missed;
}

/** @param own the number of the price's own filter */
function widen(bounds: { lowest: number; highest: number }, part: Part, missed: Uint8Array, own: number) {
  for (let place = 0; place < PLACES; place += 1) {
    if (missed[place] !== 0 && missed[place] !== own) continue;
    const price = part.prices[place]!;
    if (price < bounds.lowest) bounds.lowest = price;
    if (price > bounds.highest) bounds.highest = price;
  }
}

/** @param own the number of the group's own filter; 0: books that miss it do not count */
function tally(counts: Uint32Array, column: Uint8Array, missed: Uint8Array, own: number) {
  for (let place = 0; place < PLACES; place += 1)
    if (missed[place] === 0 || missed[place] === own) counts[column[place]!]! += 1;
}

function tallyNames(counts: Uint32Array, part: Part, key: NamedGroup, missed: Uint8Array, own: number) {
  const codes = part.names[key];
  const { lists } = part;
  for (let place = 0; place < PLACES; place += 1) {
    if (missed[place] !== 0 && missed[place] !== own) continue;
    const code = codes[place]!;
    if (code < LIST) {
      counts[code]! += 1;
      continue;
    }
    const start = code - LIST;
    const end = start + lists[start]!;
    for (let at = start + 1; at <= end; at += 1) counts[lists[at]!]! += 1;
  }
}

/** @param books how many have each number */
function countChoices(key: FixedGroup, books: Uint32Array): Uint32Array {
  const counts = new Uint32Array(fixedChoices(key).length);
  for (const [number, count] of books.entries())
    for (const place of SETS[key][number]!) counts[place]! += count;
  return counts;
}

interface Filter {
  key: FilterKey;
  /** @returns whether the book at a place has what is wanted */
  on(part: Part): (place: number) => boolean;
}

function filtersOf({ highest }: Shelf, { groups, allTags, minPrice, maxPrice, found }: Wanted): Filter[] {
  const filters: Filter[] = [];
  const [least, most] = [minPrice ?? 0, maxPrice ?? Infinity];
  if (least > 0 || most < Infinity)
    filters.push({
      key: "price",
      on:
        ({ prices }) =>
        (place) =>
          prices[place]! >= least && prices[place]! <= most,
    });
  if (found)
    filters.push({
      key: "q",
      on:
        ({ number }) =>
        (place) =>
          found.has(number * PLACES + place),
    });
  for (const key of GROUP_KEYS) {
    const values = groups[key];
    if (!values) continue;
    // Of these tags each must be there.
    const needed = key === "tag" && allTags ? new Set(values).size : 1;
    filters.push(isNamed(key) ? namesFilter(key, values, highest[key], needed) : choicesFilter(key, values));
  }
  return filters;
}

function namesFilter(key: NamedGroup, ids: readonly number[], highest: number, needed: number): Filter {
  const isChosen = new Uint8Array(highest + 1);
  for (const id of ids) if (id <= highest) isChosen[id] = 1;
  const on = ({ names, lists }: Part) => {
    const codes = names[key];
    return (place: number) => {
      const code = codes[place]!;
      if (code < LIST) return isChosen[code]! >= needed;
      const start = code - LIST;
      const end = start + lists[start]!;
      let has = 0;
      for (let at = start + 1; at <= end; at += 1) has += isChosen[lists[at]!]!;
      return has >= needed;
    };
  };
  // Without a name to look for no book matches.
  return { key, on: needed === 0 ? () => () => false : on };
}

function choicesFilter(key: FixedGroup, values: readonly number[]): Filter {
  const isChosen = SETS[key].map((places) => places.some((place) => values.includes(place)));
  return {
    key,
    on:
      ({ fixed }) =>
      (place) =>
        isChosen[fixed[key][place]!]!,
  };
}
