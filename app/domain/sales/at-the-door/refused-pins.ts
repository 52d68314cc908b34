/** The staff's list of PIN codes where parcels were refused at the door: the parameters of its URL, and its rows. */

import { asciiDigits } from "~/domain/kit/digits";
import { type Listing, type ListSearch, pageOf, parseListSearch } from "~/domain/kit/listing/listing";
import type { Parcels } from "./door-limits.server";

const SORTS = ["pin", "refused", "ended", "share"] as const;
export type RefusedSort = (typeof SORTS)[number];
export type RefusedSearch = ListSearch<RefusedSort>;

/** A PIN code where at least one parcel was refused. */
export interface RefusedPin extends Parcels {
  pin: string;
}

/** The share of the delivered and refused parcels that were refused, in per cent. */
export const shareOf = ({ ended, refused }: Parcels): number => (100 * refused) / ended;

/** Reads q, page, size, sort and dir; invalid values are ignored. */
export const parseRefusedSearch = (params: URLSearchParams): RefusedSearch => parseListSearch(params, SORTS);

/** A page of the PIN codes that begin with the search text, those with most refused parcels first unless sorted. */
export function pageOfRefused(pins: readonly RefusedPin[], search: RefusedSearch): Listing<RefusedPin> {
  const { q, sort } = search;
  const prefix = asciiDigits(q).replace(/\s/g, "");
  const sign = sort?.direction === "asc" ? 1 : -1;
  const figureOf = (row: RefusedPin) => (sort?.field === "share" ? shareOf(row) : row[figureField(sort)]);
  const found = pins
    .filter(({ pin }) => pin.startsWith(prefix))
    .sort((one, other) =>
      sort?.field === "pin"
        ? sign * one.pin.localeCompare(other.pin, "en")
        : sign * (figureOf(one) - figureOf(other)) ||
          shareOf(other) - shareOf(one) ||
          one.pin.localeCompare(other.pin, "en"),
    );
  const { limit, offset, ...page } = pageOf(search, found.length);
  return { rows: found.slice(offset, offset + limit), count: found.length, ...page };
}

const figureField = (sort: RefusedSearch["sort"]) => (sort?.field === "ended" ? "ended" : "refused");
