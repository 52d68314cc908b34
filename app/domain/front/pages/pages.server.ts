import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { ignoringCase } from "~/db/expressions.server";
import type { Tables } from "~/db/tables";
import { markdownAsText } from "~/platform/markdown.server";
import { indianDate } from "~/domain/kit/dates";
import { shortText } from "~/domain/kit/short-text";
import {
  FEED_NEWS,
  type LegalKind,
  NEWS_A_PAGE,
  type NewsItem,
  type PageKind,
  type PageLink,
  pagePath,
  type ShownPage,
} from "./pages";

/** The published pages by title, without news, terms and privacy notice. */
export async function listPublishedPages(db: Db): Promise<PageLink[]> {
  const rows = await db
    .selectFrom("pages")
    .select(["id", "title", "address"])
    .where("kind", "=", "page")
    .where("published", "=", 1)
    .orderBy(ignoringCase("title"))
    .orderBy("id")
    .execute();
  return rows.map(({ id, title, address }) => ({ id, title, path: `/${address}` }));
}

type Row = Selectable<Tables["pages"]> & { file: string | null; alt: string | null };

const withPicture = (db: Db) =>
  db
    .selectFrom("pages as p")
    .leftJoin("pictures as i", "i.id", "p.picture_id")
    .selectAll("p")
    .select(["i.file", "i.alt"]);

const toPage = (row: Row): ShownPage => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  path: pagePath(row),
  body: row.body,
  searchTitle: row.search_title,
  searchDescription: row.search_description,
  hasContactForm: row.has_contact_form === 1,
  postedOn: row.posted_on,
  picture: row.file === null ? null : { file: row.file, alt: row.alt ?? "" },
  isPublished: row.published === 1,
  changedAt: row.changed_at ?? row.updated_at,
});

/**
 * The page at an address. News appear on their day.
 * @param options.withDrafts for staff: also one that visitors do not see
 * @returns null when there is none to be shown
 */
export async function findPage(
  db: Db,
  kind: PageKind,
  address: string,
  { withDrafts = false, now = new Date() } = {},
): Promise<ShownPage | null> {
  const row = await withPicture(db)
    .where("p.kind", "=", kind)
    .where("p.address", "=", address)
    .executeTakeFirst();
  if (!row) return null;
  const page = toPage(row);
  const isShown = page.isPublished && (page.postedOn === null || page.postedOn <= indianDate(now));
  return isShown || withDrafts ? { ...page, isPublished: isShown } : null;
}

/** Where the page with this former address is now, if visitors can see it; null otherwise. */
export async function movedTo(db: Db, kind: PageKind, address: string): Promise<string | null> {
  const row = await db
    .selectFrom("old_page_addresses as o")
    .innerJoin("pages as p", "p.id", "o.page_id")
    .select(["p.kind", "p.address"])
    .where("o.kind", "=", kind)
    .where("o.address", "=", address)
    .where("p.published", "=", 1)
    .executeTakeFirst();
  return row ? pagePath(row) : null;
}

/** The shop's own terms or privacy notice. @param withDrafts for staff @returns null: the shop's generated text counts */
export const findLegalPage = (db: Db, kind: LegalKind, withDrafts = false): Promise<ShownPage | null> =>
  findPage(db, kind, kind, { withDrafts });

/** When visitors last saw the shop's own terms or privacy notice change, or come or go; null: never. */
export async function legalPageChangedAt(db: Db, kind: LegalKind): Promise<string | null> {
  const row = await db.selectFrom("pages").select("changed_at").where("kind", "=", kind).executeTakeFirst();
  return row?.changed_at ?? null;
}

const shownNews = <Chosen>(
  query: SelectQueryBuilder<Tables & { p: Tables["pages"] }, "p", Chosen>,
  now: Date,
) =>
  query.where("p.kind", "=", "news").where("p.published", "=", 1).where("p.posted_on", "<=", indianDate(now));

const SUMMARY_LENGTH = 280;

/** @param page from 1; the last one when there are fewer */
export async function listNews(
  db: Db,
  page: number,
  { size = NEWS_A_PAGE, now = new Date() } = {},
): Promise<{ items: NewsItem[]; count: number; page: number; pageCount: number }> {
  const { count } = await shownNews(db.selectFrom("pages as p"), now)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(count / size));
  const shown = Math.min(Math.max(1, page), pageCount);
  const rows = await shownNews(db.selectFrom("pages as p"), now)
    .leftJoin("pictures as i", "i.id", "p.picture_id")
    .selectAll("p")
    .select(["i.file", "i.alt"])
    .orderBy("p.posted_on", "desc")
    .orderBy("p.id", "desc")
    .limit(size)
    .offset((shown - 1) * size)
    .execute();
  return { items: rows.map(toNews), count, page: shown, pageCount };
}

/** The latest news, the newest first. */
export const latestNews = async (db: Db, now = new Date()): Promise<NewsItem[]> =>
  (await listNews(db, 1, { size: FEED_NEWS, now })).items;

function toNews(row: Row): NewsItem {
  const { id, title, path, postedOn, picture, changedAt, body, searchDescription } = toPage(row);
  const summary = searchDescription || shortText(markdownAsText(body), SUMMARY_LENGTH);
  return { id, title, path, postedOn: postedOn!, picture, changedAt, summary };
}

/** What search engines read about a page: its own description, or the beginning of its text. */
export const pageDescription = ({ searchDescription, body }: ShownPage): string =>
  searchDescription || shortText(markdownAsText(body), SUMMARY_LENGTH);

/** The paths of all pages and news that visitors can see, for the sitemap and the page cache. */
export async function shownPaths(
  db: Db,
  now = new Date(),
): Promise<{ path: string; changedAt: string | undefined }[]> {
  const rows = await db
    .selectFrom("pages")
    .select(["kind", "address", "changed_at"])
    .where("published", "=", 1)
    .where("kind", "in", ["page", "news"])
    .where((eb) => eb.or([eb("posted_on", "is", null), eb("posted_on", "<=", indianDate(now))]))
    .orderBy("id")
    .execute();
  const paths = rows.map((row) => ({ path: pagePath(row), changedAt: row.changed_at ?? undefined }));
  const hasNews = rows.some(({ kind }) => kind === "news");
  return hasNews ? [{ path: "/news", changedAt: undefined }, ...paths] : paths;
}
