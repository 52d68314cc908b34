/** Pages and news in the back office: the lists' parameters and rows, and the outcomes of saving. */

import type { AuditFields, AuditValue } from "~/domain/kit/audit/audit";
import { formatDate } from "~/domain/kit/dates";
import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import type { PageFields } from "./pages.schema";
import { type PageKind, pagePath } from "./pages";
import { textDifference } from "./text-difference";

const PAGE_SORTS = ["title", "changed", "date"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

export interface PageSearch extends ListSearch<PageSort> {
  /** null: all. */
  state: "published" | "draft" | null;
}

/** Reads the parameters of the list's URL. Invalid values are ignored. */
export function parsePageSearch(params: URLSearchParams): PageSearch {
  const state = readParam(params, "state");
  return {
    ...parseListSearch(params, PAGE_SORTS),
    state: state === "published" || state === "draft" ? state : null,
  };
}

/** A row of the lists. Times ISO 8601. */
export interface PageRow {
  id: number;
  kind: PageKind;
  title: string;
  path: string;
  hasContactForm: boolean;
  /** Of news. */
  postedOn: string | null;
  published: boolean;
  updatedAt: string;
}

export interface StaffPage extends PageFields {
  id: number;
  kind: PageKind;
  path: string;
  /** Increases with each change. */
  version: number;
  updatedAt: string;
  /** Former addresses, which lead to this page. */
  oldPaths: string[];
}

export const PAGE_NOT_FOUND = "Page not found";
export const PAGE_CHANGED =
  "This page was changed while you were editing it. Nothing of yours has been saved yet.";

/** What somebody else has changed while a page's form was open. */
export interface PageClash {
  /** The version of the stored page; saving again with it overwrites the changes. */
  version: number;
  /** The values that saving again would overwrite; of texts only the lines that differ. */
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

export type SavePageOutcome =
  | { ok: true; id: number; version: number; message: string }
  | { ok: false; reason: "unknown"; message: string }
  | { ok: false; reason: "field"; field: "address" | "body" | "pictureId"; message: string }
  | { ok: false; reason: "changed"; message: string; clash: PageClash };

/** Both versions of a page as staff read them; of the text only what differs. @param before null: a new page */
export function pageChange(
  kind: PageKind,
  before: PageFields | null,
  after: PageFields,
): { before: AuditFields; after: AuditFields } {
  const [was, is] = textDifference(before?.body ?? "", after.body);
  return {
    before: before ? { ...fieldsForPeople(kind, before), Text: was } : {},
    after: { ...fieldsForPeople(kind, after), Text: is },
  };
}

function fieldsForPeople(kind: PageKind, page: PageFields): AuditFields {
  return {
    Title: page.title,
    Address: pagePath({ kind, address: page.address }),
    "Title for search engines": page.searchTitle || null,
    "Description for search engines": page.searchDescription || null,
    ...(kind === "page" ? { "Contact form": page.hasContactForm } : {}),
    ...(kind === "news"
      ? { Date: page.postedOn && formatDate(page.postedOn), "Picture's number": page.pictureId }
      : {}),
    Published: page.published,
  };
}
