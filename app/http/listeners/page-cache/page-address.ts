import { NAMED_GROUPS } from "~/domain/catalogue/finding/facets/facets";
import { FILTER_PARAMS } from "~/domain/catalogue/books/lists/filter-params";
import { ADDRESS, RESERVED_ADDRESSES } from "~/domain/front/pages/addresses";
import { readParams, readTyped, TYPED_MAX } from "~/domain/kit/search-params";

/** Pages that look the same to every visitor without a session, in the one spelling that is cached. */
const CACHED_PATHS =
  /^\/(?:index|books|(?:books|authors|publishers|series|languages)\/\d{1,15}(?:-(?:[a-z\d-]|%[89A-F][\dA-F]){1,800})?|categories|bestsellers|terms|privacy|news)?$/;

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
  /** Whether it can only be cached if staff have published a page there. */
  isOwn: boolean;
}

/** The normalised address of a page that can be cached. @returns null for any other */
export function pageAddress(url: string): PageAddress | null {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  const isFixed = CACHED_PATHS.test(path);
  if (!isFixed && !isOwnPath(path)) return null;
  const isOwn = !isFixed;
  if (end === -1) return { path, whole: path, isPlain: true, isOwn };
  const given = new URLSearchParams(url.slice(end));
  // Its answer is one visitor's.
  if (path.startsWith("/books/") && given.has("pincode")) return null;
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

/**
 * The same path as cached pages have it: as browsers read it (`/a/../b`, `\`, `#`), without escapes that need none, without a
 * slash too many, in lower case.
 * @param url of a request, beginning with one slash
 * @returns null when it is written so, or in any way if it is no page's that can be cached
 */
export function otherSpelling(url: string): PageAddress | null {
  const { pathname, search } = new URL(url, "http://localhost");
  const path = pathname
    .replace(/%[\da-f]{2}/gi, unescaped)
    .replace(/%[\dA-F]{2}|[A-Z]/g, (sign) => (sign.length === 1 ? sign.toLowerCase() : sign))
    .replace(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "");
  if (path === url.split("?", 1)[0]) return null;
  const page = pageAddress(path);
  return page && { ...page, whole: path + search };
}

/** A sign that needs no escape, or the escape in capitals. */
function unescaped(escape: string): string {
  const sign = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(sign) ? sign : escape.toUpperCase();
}

function isOwnPath(path: string): boolean {
  const [, news, address = ""] = OWN_PATHS.exec(path) ?? [];
  return ADDRESS.test(address) && (news !== undefined || !RESERVED_ADDRESSES.has(address));
}

/** A Host as browsers send it. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** @param host of the request; a client of HTTP/1.0 sends none */
export const isHost = (host: string | null): boolean => host === null || HOST.test(host);
