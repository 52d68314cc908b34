import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createContext } from "react-router";
import { config } from "~/process/config.server";
import type { MissedSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { readHeader } from "./headers.server";
import type { OwnTexts } from "~/page-data/own-texts";
import type { OwnOfBook } from "./own-of-page.server";

/** For whom a page is rendered that is cached for many: nobody's data, but what those who get it have in common. */
export interface StandIn {
  /** Of no row, with an id that none has and empty texts; null for guests. */
  account: Account | null;
  cartCount: number;
  wishlistCount: number;
  /** Of the book whose page it is. */
  ownOfBook: OwnOfBook | null;
  /** What stands in the places of each customer's texts; null for guests, whose pages have none. */
  places: (OwnTexts & { block: string }) | null;
}

export interface RequestInfo {
  /** Named in the log and on the error page. */
  requestId: string;
  /** The client's address; from X-Forwarded-For only behind a trusted proxy. */
  ip: string;
  /** The public origin, e.g. https://books.example.in */
  origin: string;
  /** For the inline scripts of this one answer. */
  nonce: string;
  /** Set while a page is rendered for the page cache. */
  standIn?: StandIn;
  /** The search whose list is rendered for the page cache. */
  missed?: MissedSearch;
  /** What is rendered for the page cache shows more of its customer than a cached page can have. */
  isForOne?: boolean;
  /** The visitor sent Save-Data: pages come without scripts and with small pictures. */
  saveData: boolean;
  /** The database was unavailable (busy, disk full): the answer is a 503 with Retry-After. */
  isDatabaseAway?: boolean;
  /** It was away because the disk is full, which staff are told. */
  isDiskFull?: boolean;
  /** Staff have logged in by this request, or called with a token of theirs. */
  isOfStaff?: boolean;
}

export const requestInfoContext = createContext<RequestInfo>();

/** @param peer the address at the socket's other end */
export function readRequestInfo(request: Request, peer: string): RequestInfo {
  let nonce: string | undefined;
  return {
    requestId: readHeader(request, "x-request-id") ?? randomUUID(),
    ip: addressOf(readHeader(request, "x-forwarded-for"), peer),
    origin: publicOrigin(request),
    // Only pages need one.
    get nonce() {
      return (nonce ??= randomBytes(16).toString("base64"));
    },
    saveData: wantsToSave(readHeader(request, "save-data")),
  };
}

/** The client's address, before the request is read. */
export function clientAddress(req: IncomingMessage): string {
  return addressOf(readHeader(req, "x-forwarded-for"), req.socket.remoteAddress ?? "");
}

const addressOf = (forwardedFor: string | null | undefined, peer: string) =>
  (config.trustProxy && lastForwarded(forwardedFor)) || peer;

/** @param header Save-Data, as sent */
export function wantsToSave(header: string | null | undefined): boolean {
  return header?.trim().toLowerCase() === "on";
}

/** BASE_URL when configured; else the request's own origin. The proxy's headers count only when it is trusted. */
export function publicOrigin(request: Request): string {
  if (config.baseUrl) return config.baseUrl;
  const url = new URL(request.url);
  if (!config.trustProxy) return url.origin;
  const protocol =
    readHeader(request, "x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http";
  const host = readHeader(request, "x-forwarded-host")?.split(",")[0]?.trim() || url.host;
  return `${protocol}://${host}`;
}

/** The nearest proxy appends the address it saw; everything before it comes from the client and cannot be trusted. */
function lastForwarded(header: string | null | undefined): string | undefined {
  return header?.split(",").at(-1)?.trim();
}
