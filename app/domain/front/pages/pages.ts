/** The shop's own pages and news, and its own terms and privacy notice. */

import type { PageKind } from "~/db/tables";

export type { PageKind } from "~/db/tables";

export const PAGE_KINDS: readonly PageKind[] = ["page", "news", "terms", "privacy"];

/** terms and privacy: texts that the shop writes itself unless staff publish their own. */
export type LegalKind = Extract<PageKind, "terms" | "privacy">;

/** Whether it is the page of terms or of the privacy notice, which the law asks for. */
export const isLegal = (kind: PageKind): kind is LegalKind => kind === "terms" || kind === "privacy";

/** A published page, e.g. to choose from for a menu. */
export interface PageLink {
  id: number;
  title: string;
  /** e.g. /about */
  path: string;
}

export const pagePath = ({ kind, address }: { kind: PageKind; address: string }): string =>
  kind === "news" ? `/news/${address}` : `/${address}`;

/** A page as visitors read it. Times ISO 8601, UTC. */
export interface ShownPage {
  id: number;
  kind: PageKind;
  title: string;
  path: string;
  /** Markdown. */
  body: string;
  /** Empty: the title. */
  searchTitle: string;
  /** Empty: the beginning of the text. */
  searchDescription: string;
  hasContactForm: boolean;
  /** Of news: the day in India, "2026-11-22". */
  postedOn: string | null;
  picture: { file: string; alt: string } | null;
  isPublished: boolean;
  /** When what visitors see last changed. */
  changedAt: string;
}

/** A post in the list of news. */
export interface NewsItem extends Pick<ShownPage, "id" | "title" | "path" | "picture" | "changedAt"> {
  postedOn: string;
  /** The beginning of its text, or the description for search engines. */
  summary: string;
}

/** News on one page of the list. */
export const NEWS_A_PAGE = 10;
/** News in the feed. */
export const FEED_NEWS = 20;
