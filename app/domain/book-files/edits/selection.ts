import { z } from "zod";
import { parseStaffFilters, STAFF_SORTS } from "~/domain/catalogue/books/staff/staff-books";
import { parseId } from "~/domain/kit/ids";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { readParams } from "~/domain/kit/search-params";

/** How many books can be ticked: more than a page of the list has. */
const MOST_TICKED = 200;

/** No address is longer: the server refuses it. */
const LIST_MAX = 16_384;

/** Which books a change is about: those that were ticked, or all that the list finds. */
export type Selection = { ids: number[] } | { list: string };

/** @param params of the list's address, with `book` for each ticked book; without any, all that match */
export function selectionOf(params: URLSearchParams): Selection {
  const ids = readParams(params, "book", MOST_TICKED).map(parseId);
  const ticked = [...new Set(ids.filter((id) => id !== null))].slice(0, MOST_TICKED);
  if (params.has("book") || !params.has("all")) return { ids: ticked };
  return { list: listOf(params).slice(1) };
}

/** The list that the books were chosen in, as its address ends: "" or "?q=…". */
export function listOf(params: URLSearchParams): string {
  const list = new URLSearchParams(params);
  for (const name of ["all", "book"]) list.delete(name);
  return list.size > 0 ? `?${list}` : "";
}

/** The list's own search, from a selection of all that match. */
export function searchOf(list: string) {
  const params = new URLSearchParams(list);
  const { q, sort } = parseListSearch(params, STAFF_SORTS);
  return { q, sort, ...parseStaffFilters(params) };
}

export const selectionSchema = z.union([
  z.object({ ids: z.array(z.number()).max(MOST_TICKED) }),
  z.object({ list: z.string().max(LIST_MAX) }),
]);
