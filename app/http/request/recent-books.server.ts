import type { IncomingMessage } from "node:http";
import { config } from "~/process/config.server";
import { readHeader } from "./headers.server";

// The books that a browser has looked at, stored only in its own cookie: the ids, the latest first. The server sets it with the
// answer of a book's page, cached or rendered, since a page cached for many has no part of its own, and has to work without
// scripts. A cached page itself never has it: it is rendered without cookies, and its header is added to the one answer.

/** As many are remembered. */
const MOST = 10;
const DAYS = 30;

const RECENT_COOKIE = `${config.secureCookies ? "__Host-" : ""}recent`;

// Not signed: whoever changes it only changes which books of the store are shown to them.
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secureCookies ? "; Secure" : ""}`;
const VALUE = /^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,9}$/;

/** The ids in a Cookie header, the latest first; empty for one that the shop cannot have written. */
export function recentIds(cookies: string | null): number[] {
  // Looking for it is quicker than reading all cookies.
  if (!cookies?.includes(RECENT_COOKIE)) return [];
  for (const pair of cookies.split(";")) {
    const cut = pair.indexOf("=");
    if (pair.slice(0, cut).trim() !== RECENT_COOKIE) continue;
    const value = pair.slice(cut + 1).trim();
    return VALUE.test(value) ? [...new Set(value.split(".").map(Number))] : [];
  }
  return [];
}

/**
 * The Set-Cookie header that puts a book first.
 * @returns null when it is first already, and for requests by which nobody looks at a page: HEAD, a browser's fetching in
 * advance, programs
 */
export function noteRecent(request: Request | IncomingMessage, bookId: number): string | null {
  if (request.method !== "GET" || isProgram(request)) return null;
  const ids = recentIds(readHeader(request, "cookie"));
  if (ids[0] === bookId) return null;
  const next = [bookId, ...ids.filter((id) => id !== bookId)].slice(0, MOST);
  return `${RECENT_COOKIE}=${next.join(".")}; Max-Age=${DAYS * 24 * 60 * 60}; ${attributes}`;
}

/** The Set-Cookie header that empties the list. */
export const FORGET_RECENT = `${RECENT_COOKIE}=; Max-Age=0; ${attributes}`;

const isProgram = (request: Request | IncomingMessage) =>
  /prefetch|prerender/.test(readHeader(request, "sec-purpose") ?? "") ||
  /bot\b|crawl|spider|slurp|preview/i.test(readHeader(request, "user-agent") ?? "");
