/** Addresses of the site that a shop had before, and where each leads now. */

import { ownAddress } from "~/domain/kit/own-address";
import { RESERVED_ADDRESSES } from "../pages/addresses";

export const OLD_ADDRESS_MAX = {
  address: 500,
  lines: 1000,
  text: 60_000,
  /** Rows of an uploaded file, and its bytes. */
  rows: 10_000,
  bytes: 5 * 1024 * 1024,
} as const;

/** The sentence for a larger file. */
export const TOO_LARGE = `The file is larger than ${OLD_ADDRESS_MAX.bytes / 1024 / 1024} MB`;

/** An address of the longest kind with each character percent-encoded. Longer ones are refused before they are read. */
const ENCODED_MAX = 9 * OLD_ADDRESS_MAX.address;

export interface OldAddress {
  id: number;
  /** As it is compared: decoded, in small letters, e.g. "/products/godan" or "/?p=12". */
  address: string;
  /** A path of this shop, e.g. "/books/12-godan". */
  target: string;
  createdAt: string;
}

/** Parameters that programs of advertisers add to any link. */
const ADDED = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/**
 * An address in the form in which it is compared: the path decoded, in small letters, without a slash at its end, then
 * the parameters in a fixed order without those of advertisers.
 * @param typed a path or a whole address of any site
 * @returns null for what is no address, or the home page, or far too long
 */
export function comparedAddress(typed: string): string | null {
  const url = typed.length > ENCODED_MAX ? null : addressOf(typed);
  if (!url) return null;
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray % stays as it is.
  }
  path = path.normalize("NFC").toLowerCase().replace(/\/+$/, "");
  const params = [...url.searchParams].filter(([name]) => !ADDED.test(name)).sort(byName);
  const query = params.map(([name, value]) => `${name}=${value}`).join("&");
  if (!path && !query) return null;
  const whole = (path || "/") + (query && `?${query}`);
  return /\p{Cc}/u.test(whole) ? null : whole;
}

const byName = (one: [string, string], other: [string, string]) =>
  one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0;

/** @returns null for what is neither a path nor an http address */
function addressOf(typed: string): URL | null {
  const text = typed.trim();
  if (!/^(?:\/(?![/\\])|https?:\/\/)/i.test(text) || !URL.canParse(text, "https://shop.invalid")) return null;
  return new URL(text, "https://shop.invalid");
}

export type LineProblem = { line: number; problem: string };

/** A line's addresses; a problem in place of them. */
type Line = { address: string; target: string } | { problem: string };

/**
 * Reads a line: the old address and the new one, with a tab (as copied from two columns of a spreadsheet), spaces, a
 * comma or a semicolon between.
 * @param origin of the shop, whose own addresses may be whole
 */
export function readLine(text: string, origin: string): Line {
  return readPair(text.split(/\t+|\s*[,;]\s*(?=\/|https?:)|\s+/i).filter(Boolean), origin);
}

/** Reads an old address and the new one. @param cells of a row, or words of a line; there should be two */
export function readPair([from, to, ...more]: string[], origin: string): Line {
  if (!from || !to) return { problem: "has one address; the old and the new one are needed" };
  if (more.length > 0) return { problem: "has more than two addresses" };
  const tooLong = `has an old address of more than ${OLD_ADDRESS_MAX.address} characters`;
  if (from.length > ENCODED_MAX) return { problem: tooLong };
  const address = comparedAddress(from);
  if (address === null) return { problem: `has an old address that is none: ${shown(from)}` };
  if (address.length > OLD_ADDRESS_MAX.address) return { problem: tooLong };
  if (isOwn(address))
    return { problem: `has an old address at which this shop has a page: ${shown(address)}` };
  const url = addressOf(to);
  const isElsewhere = !url || (/^https?:/i.test(to) && url.origin !== origin);
  const target = isElsewhere ? null : ownAddress(url.pathname + url.search + url.hash);
  if (target === null) return { problem: `has a new address that is not one of this shop: ${shown(to)}` };
  if (target.length > OLD_ADDRESS_MAX.address)
    return { problem: `has a new address of more than ${OLD_ADDRESS_MAX.address} characters` };
  if (comparedAddress(target) === address) return { problem: `leads to itself: ${shown(address)}` };
  return { address, target };
}

const SHOWN = 60;
const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Whether the shop itself answers there, so that an old address would never be looked for. */
function isOwn(address: string): boolean {
  const [, first = "", second] = address.split(/[/?]/);
  if ((first === "books" || first === "news") && second !== undefined && !address.includes("?")) return false;
  return RESERVED_ADDRESSES.has(first);
}

/** The most problems that are listed at once. */
const LISTED = 10;

export type ReadAddresses = { addresses: Map<string, string> } | { problems: LineProblem[]; more: number };

/** Every line of a list. @returns the addresses by line, the last of a repeated one; or the first problems */
export const readLines = (text: string, origin: string): ReadAddresses =>
  readAll(
    text
      .split(/\r\n?|\n/)
      .map((one, at) => ({ at: at + 1, one }))
      .filter(({ one }) => one.trim())
      .map(({ at, one }) => [at, readLine(one, origin)]),
  );

/** @param lines with their numbers @returns as `readLines` */
export function readAll(lines: Iterable<[at: number, line: Line]>): ReadAddresses {
  const addresses = new Map<string, string>();
  const problems: LineProblem[] = [];
  for (const [at, line] of lines) {
    if ("problem" in line) problems.push({ line: at, problem: line.problem });
    else addresses.set(line.address, line.target);
  }
  if (problems.length === 0) return { addresses };
  return { problems: problems.slice(0, LISTED), more: Math.max(0, problems.length - LISTED) };
}
