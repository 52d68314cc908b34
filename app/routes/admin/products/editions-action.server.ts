import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findTitle } from "~/domain/catalogue/books/staff/staff-books.server";
import type { StaffEdition } from "~/domain/catalogue/books/editions";
import { type Candidate, findCandidates } from "~/domain/catalogue/editions/candidates.server";
import { editionsForStaff } from "~/domain/catalogue/editions/editions.server";
import {
  linkEditions,
  type Linked,
  poolReviews,
  unlinkEdition,
} from "~/domain/catalogue/editions/link-editions.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, MAX_TERM, searchTerm } from "~/domain/kit/listing/listing";
import { readParam, readTyped } from "~/domain/kit/search-params";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Post } from "./form/form-answer.server";

export interface EditionsData {
  book: { id: number; title: string };
  /** Those of the book's work, itself among them. */
  editions: StaffEdition[];
  poolsReviews: boolean;
  /** The search, at first for the book's own title. */
  find: string;
  found: Candidate[];
}

/** The book in ?editions=; null without the parameter. @throws 404 if it does not exist */
async function bookOfPanel(params: URLSearchParams): Promise<EditionsData["book"] | null> {
  const asked = readParam(params, "editions");
  if (asked === null) return null;
  const id = parseId(asked);
  const title = id === null ? null : await findTitle(readDb, id);
  if (id === null || title === null) throw data(null, { status: 404 });
  return { id, title };
}

/** The data of the panel ?editions=; ?find= searches for books to add. */
export async function readEditionsPanel(params: URLSearchParams): Promise<EditionsData | null> {
  const book = await bookOfPanel(params);
  if (!book) return null;
  const { editions, poolsReviews } = await editionsForStaff(readDb, book.id);
  const isAlone = editions.length === 1;
  const find = params.has("find")
    ? searchTerm(readTyped(params, "find", MAX_TERM))
    : isAlone
      ? searchTerm(book.title)
      : "";
  return { book, editions, poolsReviews, find, found: await findCandidates(readDb, book.id, find) };
}

type EditionsIntent = "link-edition" | "unlink-edition" | "pool-reviews";

/** POST of the panel: adds an edition, removes one, or pools the reviews. The panel stays open. */
export async function editionsAction({ context, form, staffId }: Post, intent: EditionsIntent, url: URL) {
  const book = await bookOfPanel(url.searchParams);
  if (!book) throw data("The form does not name a book.", { status: 400 });
  const bookId = book.id;
  const named = parseId(form.get("bookId")) ?? 0;
  const pooled = form.get("pooled") === "on";
  const changes: Record<EditionsIntent, () => Promise<Linked>> = {
    "link-edition": () => linkEditions(writeDb, { bookId, otherId: named, staffId }),
    "unlink-edition": () => unlinkEdition(writeDb, { bookId: named, staffId }),
    "pool-reviews": () => poolReviews(writeDb, { bookId, pooled, staffId }),
  };
  const outcome = await changes[intent]();
  if (!outcome.ok) return data({ editionErrors: [outcome.message] }, { status: 400 });
  const texts: Record<EditionsIntent, string> = {
    "link-edition": `"${outcome.title}" is linked as an edition`,
    "unlink-edition": `"${outcome.title}" is no longer linked`,
    "pool-reviews": pooled ? "The editions share their reviews" : "Each edition has its own reviews",
  };
  const find = readParam(url.searchParams, "find");
  const panel = { editions: bookId, ...(find !== null && { find }) };
  return redirectWithFlash(context, url.pathname + listHref(url.searchParams, panel), {
    kind: "success",
    text: texts[intent],
  });
}
