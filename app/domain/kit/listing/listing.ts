import { parseId } from "../ids";
import { readParam, readTyped, readNumber } from "../search-params";
import { asciiDigits } from "../digits";
import { typedMax } from "../typed-text";
/** Lists of the back office: search, sort order, page and page size, all in the URL. */

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_TERM = 100;

export type Direction = "asc" | "desc";

export interface ListSearch<Field extends string = string> {
  q: string;
  /** From 1. */
  page: number;
  size: number;
  /** null: the list's default order. */
  sort: { field: Field; direction: Direction } | null;
}

/** One page of a list. */
export interface Listing<Row> {
  rows: Row[];
  /** Number of matching entries on all pages. */
  count: number;
  /** The page shown, from 1: the last one when the URL asks for more than there are. */
  page: number;
  pageCount: number;
  size: number;
}

/** A page of a list whose search forgives wrong letters. */
export interface ForgivingListing<Row> extends Listing<Row> {
  /** Whether no entry has what was typed: these have words that are spelled or sound alike. */
  isForgiven: boolean;
}

/**
 * Reads q, page, size, sort and dir. Invalid values are ignored.
 * @param sortable the columns allowed in `sort`
 */
export function parseListSearch<Field extends string>(
  params: URLSearchParams,
  sortable: readonly Field[] = [],
): ListSearch<Field> {
  const size = readNumber(params, "size") ?? DEFAULT_PAGE_SIZE;
  const page = readNumber(params, "page") ?? 1;
  const field = sortable.find((name) => name === readParam(params, "sort"));
  return {
    q: searchTerm(readTyped(params, "q", typedMax(MAX_TERM))),
    page: Math.max(page, 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : DEFAULT_PAGE_SIZE,
    sort: field ? { field, direction: readParam(params, "dir") === "desc" ? "desc" : "asc" } : null,
  };
}

/** Tidies a typed search term; removes control characters, because SQLite's functions end a text at NUL. */
export function searchTerm(typed: string): string {
  return typed
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_TERM)
    .trim();
}

/** The id in a search for a single entry, such as "#45"; null for any other search. */
export const searchedId = (q: string): number | null => parseId(/^#\s*(\d{1,15})$/.exec(asciiDigits(q))?.[1]);

/** Parameters that open a panel or a dialog over a list; links within the list leave them out. */
const PANELS = [
  "add",
  "edit",
  "cover",
  "confirm",
  "delivery",
  "merge",
  "into",
  "with",
  "about",
  "successor",
  "answer",
  "find",
  "export",
  "editions",
];

/** Parameters that say which part of a list is shown, and how; all others narrow it. */
const NO_FILTERS = new Set([...PANELS, "q", "page", "size", "sort", "dir", "older", "newer", "duplicates"]);

/** How many filters an address sets beside the search text: each chosen value counts. */
export const countFilters = (params: URLSearchParams): number =>
  [...params].filter(([name, value]) => !NO_FILTERS.has(name) && value.trim() !== "").length;

/** Whether a range ends before it begins, so that nothing can be in it; plain dates or numbers. */
export const isReversed = <Value extends string | number>(from: Value | null, to: Value | null): boolean =>
  from !== null && to !== null && from > to;

/** What is said about such dates. @param things what the list has, in the singular */
export const datesReversed = (things: string): string =>
  `The last day is before the first: no ${things} can be between them. Please swap the dates.`;

/** Which rows to fetch. @param count number of matching entries */
export function pageOf(
  { page, size }: Pick<ListSearch, "page" | "size">,
  count: number,
): { page: number; pageCount: number; size: number; limit: number; offset: number } {
  const pageCount = Math.max(1, Math.ceil(count / size));
  const shown = Math.min(page, pageCount);
  return { page: shown, pageCount, size, limit: size, offset: (shown - 1) * size };
}

/**
 * The URL of the same page with changed parameters. Panels close; any change except of `page` returns to the first
 * page.
 * @param changes null removes a parameter; an array gives it several values
 * @returns a search string for `<Link to>`, relative to the page
 */
export function listHref(
  current: URLSearchParams,
  changes: Record<string, string | number | null | string[]> = {},
): string {
  const changed = Object.keys(changes);
  const opensPanel = changed.every((name) => PANELS.includes(name));
  const isDropped = (name: string) =>
    PANELS.includes(name) || changed.includes(name) || (name === "page" && !opensPanel);
  // In one go: a list has dozens of these links.
  const params = new URLSearchParams([...current].filter(([name]) => !isDropped(name)));
  for (const [name, value] of Object.entries(changes))
    if (value !== null) [value].flat().forEach((one) => params.append(name, String(one)));
  return `?${params}`;
}

/**
 * Reads the URL's `confirm`, e.g. "hide-12"; null when it is missing or asks for something else.
 * @param actions the list's actions; others are ignored
 */
export function parseConfirm<Action extends string>(
  params: URLSearchParams,
  actions: readonly Action[],
): { action: Action; id: number } | null {
  const [, name, text] = /^([a-z]+)-(\d+)$/.exec(readParam(params, "confirm") ?? "") ?? [];
  const action = actions.find((known) => known === name);
  const id = parseId(text);
  return action && id !== null ? { action, id } : null;
}

/** Sorting cycles: ascending, descending, none (docs/specification.md §4.8). */
export function nextSort(
  sort: ListSearch["sort"],
  field: string,
): { sort: string | null; dir: Direction | null } {
  if (sort?.field !== field) return { sort: field, dir: "asc" };
  return sort.direction === "asc" ? { sort: field, dir: "desc" } : { sort: null, dir: null };
}
