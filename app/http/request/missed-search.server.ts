import type { IncomingMessage } from "node:http";
import type { RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { Db } from "~/db/database.server";
import { noteSearch } from "~/domain/search-terms/note-searches.server";
import { readHeader } from "./headers.server";
import { type MissedSearch, requestInfoContext } from "./request-info.server";

/**
 * Counts a search that found nothing, or only what is spelt similarly. Of a page that is kept for many, each answer counts:
 * the page cache does that.
 */
export function noteMissed(
  context: Readonly<RouterContextProvider>,
  request: Request,
  search: MissedSearch,
): void {
  const info = context.get(requestInfoContext);
  if (info.standIn) info.missed = search;
  else countMissed(writeDb, request, search);
}

/** @param db the write handle @param request of the visitor who gets the answer: programs do not count */
export function countMissed(
  db: Db,
  request: Request | IncomingMessage,
  { q, found, isForgiven }: MissedSearch,
): void {
  noteSearch(db, q, found, { isForgiven, userAgent: readHeader(request, "user-agent") });
}
