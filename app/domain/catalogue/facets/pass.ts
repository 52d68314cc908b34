import type { GroupKey } from "./facets";
import { GROUP_KEYS, type Shelf } from "./shelf";

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

/**
 * Looks at each book once. One that misses a single filter still counts for the values of that filter's group: choosing
 * them instead would show it.
 * @param options.counts false: the groups' values are not counted
 */
export function passAlong(shelf: Shelf, wanted: Wanted, options = { counts: true }): Pass {
  const { minPrice, maxPrice, found } = wanted;
  const hasPrice = minPrice !== null || maxPrice !== null;
  const chosen = GROUP_KEYS.filter((key) => wanted.groups[key]).map((key) => ({
    key,
    values: shelf.values[key],
    isChosen: flags(wanted.groups[key]!, shelf.highest[key]),
    // Of these tags each must be there.
    needed: key === "tag" && wanted.allTags ? new Set(wanted.groups[key]).size : 1,
  }));
  const counts = Object.fromEntries(
    GROUP_KEYS.map((key) => [key, new Uint32Array(shelf.highest[key] + 1)]),
  ) as Record<GroupKey, Uint32Array>;
  const tally = (key: GroupKey, at: number) => {
    const some = counts[key];
    for (const value of shelf.values[key][at]!) some[value]! += 1;
  };
  const isMatch = new Uint8Array(shelf.ids.length);
  let count = 0;
  const more: Pass["more"] = {};
  let [lowest, highest] = [Infinity, -1];

  for (let at = 0; at < shelf.ids.length; at += 1) {
    if (!shelf.isShown[at]) continue;
    let missed: FilterKey | null = null;
    let misses = 0;
    const price = shelf.prices[at]!;
    if (hasPrice && (price < (minPrice ?? 0) || price > (maxPrice ?? Infinity))) {
      missed = "price";
      misses = 1;
    }
    if (found && !found.has(shelf.ids[at]!)) {
      missed = "q";
      misses += 1;
    }
    for (let of = 0; misses < 2 && of < chosen.length; of += 1) {
      const { key, values, isChosen, needed } = chosen[of]!;
      let has = 0;
      for (const value of values[at]!) has += isChosen[value]!;
      if (needed === 0 || has < needed) {
        missed = key;
        misses += 1;
      }
    }
    if (misses > 1) continue;
    if (missed !== null) more[missed] = (more[missed] ?? 0) + 1;
    if (missed === null || missed === "price") {
      if (price < lowest) lowest = price;
      if (price > highest) highest = price;
    }
    if (missed === null) {
      isMatch[at] = 1;
      count += 1;
    }
    if (!options.counts) continue;
    if (missed === null) for (const key of GROUP_KEYS) tally(key, at);
    else if (missed !== "price" && missed !== "q" && !(missed === "tag" && wanted.allTags)) tally(missed, at);
  }
  return { isMatch, count, counts, bounds: highest < 0 ? null : { lowest, highest }, more };
}

function flags(values: readonly number[], highest: number): Uint8Array {
  const isChosen = new Uint8Array(highest + 1);
  for (const value of values) if (value <= highest) isChosen[value] = 1;
  return isChosen;
}
