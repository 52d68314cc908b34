import { readParams, readTyped, TYPED_MAX } from "~/domain/search-params";

/** Pages that look the same to every visitor without a session. */
const KEPT_PATHS = /^\/(?:index|books(?:\/\d{1,15})?|categories|bestsellers|terms|privacy)?$/;

/** The parameters that these pages read, in the order of their address. Whatever else an address has changes nothing. */
const LIST_PARAMS = ["tag", "min", "max", "sort", "page", "filters"];
const BOOK_PARAMS = ["tab", "reviews"];
/** Of tags in a link, in whatever spelling. */
const MOST_VALUES = 120;

export interface PageAddress {
  path: string;
  /** The path with the parameters that count, in one order. */
  whole: string;
  /** A page of its own, rather than one of the many that its parameters can make. */
  isPlain: boolean;
}

/** A page that can be kept, in the one spelling of its address. @returns null for any other */
export function pageAddress(url: string): PageAddress | null {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  if (!KEPT_PATHS.test(path)) return null;
  if (end === -1) return { path, whole: path, isPlain: true };
  const given = new URLSearchParams(url.slice(end));
  const known = new URLSearchParams();
  const names = path === "/books" ? LIST_PARAMS : path.startsWith("/books/") ? BOOK_PARAMS : [];
  // A long search is cut, as the list does it.
  if (path === "/books" && given.has("q")) known.set("q", readTyped(given, "q", TYPED_MAX));
  for (const name of names)
    for (const value of readParams(given, name, MOST_VALUES)) known.append(name, value);
  if (known.size === 0) return { path, whole: path, isPlain: true };
  return { path, whole: `${path}?${known}`, isPlain: false };
}

/** A Host as browsers send it. Any other is refused by the ordinary way. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** @param host of the request; a client of HTTP/1.0 sends none */
export const isHost = (host: string | null): boolean => host === null || HOST.test(host);
