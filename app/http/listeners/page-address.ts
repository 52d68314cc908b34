import { NAMED_GROUPS } from "~/domain/catalogue/facets/facets";
import { FILTER_PARAMS } from "~/domain/catalogue/filter-params";
import { ADDRESS, RESERVED_ADDRESSES } from "~/domain/pages/addresses";
import { readParams, readTyped, TYPED_MAX } from "~/domain/search-params";

/** Pages that look the same to every visitor without a session. */
const KEPT_PATHS =
  /^\/(?:index|books|(?:books|authors|publishers|series|languages)\/\d{1,15}(?:-[a-z\d%A-F-]{1,800})?|categories|bestsellers|terms|privacy|news)?$/;

/** The address that one of the shop's own pages, or a post of its news, could have. */
const OWN_PATHS = /^\/(?:(news\/)?([a-z\d-]{1,60}))$/;

/** The parameters that these pages read, in the order of the key. All others are ignored. */
const LIST_PARAMS = [
  ...FILTER_PARAMS,
  "sort",
  "page",
  "filters",
  ...Object.keys(NAMED_GROUPS).map((key) => `in_${key}`),
];
const BOOK_PARAMS = ["tab", "reviews"];
const NAME_PARAMS = ["role", "sort", "page"];
const NAMES = /^\/(?:authors|publishers|series|languages)\//;
/** As many tags as are read from a link, misspelt ones included. */
const MOST_VALUES = 120;

export interface PageAddress {
  path: string;
  /** The path with the parameters that the page reads, in a fixed order. */
  whole: string;
  /** Without parameters. */
  isPlain: boolean;
  /** Whether it can only be kept if staff have published a page there. */
  isOwn: boolean;
}

/** The normalised address of a page that can be kept. @returns null for any other */
export function pageAddress(url: string): PageAddress | null {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  const isFixed = KEPT_PATHS.test(path);
  if (!isFixed && !isOwnPath(path)) return null;
  const isOwn = !isFixed;
  if (end === -1) return { path, whole: path, isPlain: true, isOwn };
  const given = new URLSearchParams(url.slice(end));
  const known = new URLSearchParams();
  const names =
    path === "/books"
      ? LIST_PARAMS
      : path.startsWith("/books/")
        ? BOOK_PARAMS
        : NAMES.test(path)
          ? NAME_PARAMS
          : path === "/news"
            ? ["page"]
            : [];
  // A long search term is cut, as the list itself does.
  if (path === "/books" && given.has("q")) known.set("q", readTyped(given, "q", TYPED_MAX));
  for (const name of names)
    for (const value of readParams(given, name, MOST_VALUES)) known.append(name, value);
  if (known.size === 0) return { path, whole: path, isPlain: true, isOwn };
  return { path, whole: `${path}?${known}`, isPlain: false, isOwn };
}

function isOwnPath(path: string): boolean {
  const [, news, address = ""] = OWN_PATHS.exec(path) ?? [];
  return ADDRESS.test(address) && (news !== undefined || !RESERVED_ADDRESSES.has(address));
}

/** A Host as browsers send it. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** @param host of the request; a client of HTTP/1.0 sends none */
export const isHost = (host: string | null): boolean => host === null || HOST.test(host);
