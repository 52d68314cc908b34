import { type RawBuilder, sql, type SqlBool } from "kysely";
import { bookPath } from "../book-address";
import { NAME_FOLDERS, type NameFolder, namePath } from "../../names/name-address";
import type { Db } from "~/db/database.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import { XML_HEAD, xmlText } from "~/platform/xml";
import { listTags } from "./catalogue.server";
import { tagPath } from "./list-address";

/** The most addresses a sitemap may hold (sitemaps.org). */
const SITEMAP_SIZE = 50_000;

/** Rows read at a time, so that other requests are answered in between. */
const BATCH = 1_000;

const PAGES = ["/", "/books", "/categories", "/bestsellers", "/terms", "/privacy"];

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export interface SitemapRequest {
  /** The shop's public origin. */
  origin: string;
  /**
   * null: the whole sitemap or the index of its parts; "pages"; the names that have pages; or the number of a part with
   * books, from 1.
   */
  part: "pages" | NameFolder | number | null;
  size?: number;
  /** The shop's own pages and news. */
  own?: readonly { path: string; changedAt: string | undefined }[];
}

/**
 * The sitemap for search engines: pages, the shop's own pages and news, categories, authors, publishers, series, languages
 * and visible books; an index of parts if they are more than one sitemap may hold. Part n holds the books with ids up to n × size, so that no book moves between parts.
 * @returns the XML in pieces; null when there is no such part
 */
export async function sitemap(db: Db, asked: SitemapRequest): Promise<AsyncIterable<string> | null> {
  const { origin, part, size = SITEMAP_SIZE, own = [] } = asked;
  const pages = () => pageUrls(db, origin, size, own);
  if (part === "pages") return urlSet(pages());
  if (typeof part === "string") return urlSet(nameUrls(db, origin, part, size));
  if (part !== null) {
    const [after, upTo] = [(part - 1) * size, part * size];
    return (await hasBooks(db, after, upTo)) ? urlSet(bookUrls(db, origin, after, upTo)) : null;
  }
  const last = await lastBook(db);
  const others = PAGES.length + own.length + (await listTags(db)).length + (await highestNames(db));
  const names = () => NAME_FOLDERS.map((folder) => nameUrls(db, origin, folder, size));
  return others + last <= size ? urlSet(pages(), ...names(), bookUrls(db, origin, 0, last)) : index();

  async function* index() {
    yield `${XML_HEAD}<sitemapindex ${NAMESPACE}>\n`;
    yield sitemapEntry("pages");
    for (const folder of NAME_FOLDERS) {
      for await (const first of nameUrls(db, origin, folder, 1)) if (first) yield sitemapEntry(folder);
    }
    for (let number = 1; (number - 1) * size < last; number += 1) {
      if (await hasBooks(db, (number - 1) * size, number * size)) yield sitemapEntry(number);
    }
    yield "</sitemapindex>\n";
  }
  function sitemapEntry(name: string | number) {
    return `<sitemap><loc>${xmlText(`${origin}/sitemap.xml?part=${name}`)}</loc></sitemap>\n`;
  }
}

async function* urlSet(...stretches: AsyncIterable<string>[]) {
  yield `${XML_HEAD}<urlset ${NAMESPACE}>\n`;
  for (const stretch of stretches) yield* stretch;
  yield "</urlset>\n";
}

const url = (address: string, changedAt?: string) =>
  `<url><loc>${xmlText(address)}</loc>${changedAt ? `<lastmod>${xmlText(changedAt)}</lastmod>` : ""}</url>\n`;

async function* pageUrls(db: Db, origin: string, size: number, own: NonNullable<SitemapRequest["own"]>) {
  const categories = (await listTags(db)).map((tag) => tagPath(tag.name));
  const undated = [...PAGES, ...categories].map((path) => ({ path, changedAt: undefined }));
  for (const { path, changedAt } of [...own, ...undated].slice(0, size)) yield url(origin + path, changedAt);
}

/** The pages of names, which only those with visible books have. Of more than `size` the rest is left out. */
async function* nameUrls(db: Db, origin: string, folder: NameFolder, size: number) {
  let given = 0;
  for (let id = 0; given < size;) {
    const names = await db
      .selectFrom(`${folder} as n`)
      .select(["n.id", "n.name"])
      .where("n.id", ">", id)
      .where(sql<SqlBool>`exists (${shownBookOf(folder)})`)
      .orderBy("n.id")
      .limit(Math.min(BATCH, size - given))
      .execute();
    yield names.map((name) => url(origin + namePath(folder, name))).join("");
    if (names.length < BATCH) return;
    given += names.length;
    id = names.at(-1)!.id;
  }
}

/** A visible book of the name n. */
const shownBookOf = (folder: NameFolder): RawBuilder<number> =>
  ({
    authors: sql<number>`select 1 from book_contributors c join books b on b.id = c.book_id
      where c.author_id = n.id and +b.hidden = 0`,
    publishers: sql<number>`select 1 from books b where b.publisher_id = n.id and +b.hidden = 0`,
    series: sql<number>`select 1 from books b where b.series_id = n.id and +b.hidden = 0`,
    languages: sql<number>`select 1 from books b where b.language_id = n.id and +b.hidden = 0
      union all select 1 from book_languages l join books b on b.id = l.book_id
      where l.language_id = n.id and +b.hidden = 0`,
  })[folder];

/** At least as many as there are names with pages: ids are numbers without large gaps. */
async function highestNames(db: Db): Promise<number> {
  const { rows } = await sql<{ names: number }>`select ${sql.join(
    NAME_FOLDERS.map((folder) => sql`coalesce((select max(id) from ${sql.table(folder)}), 0)`),
    sql` + `,
  )} as names`.execute(db);
  return rows[0]!.names;
}

async function* bookUrls(db: Db, origin: string, after: number, upTo: number) {
  for (let id = after; ;) {
    const books = await visibleBooks(db, id, upTo).select(["title", "updated_at"]).limit(BATCH).execute();
    yield books.map((book) => url(origin + bookPath(book), book.updated_at)).join("");
    if (books.length < BATCH) return;
    id = books.at(-1)!.id;
  }
}

/** Sorted by id along the table itself: any index would need sorting first. */
const visibleBooks = (db: Db, after: number, upTo: number) =>
  db
    .selectFrom("books")
    .select("id")
    .where(unindexed<number>("hidden"), "=", literalFlag(0))
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id");

async function hasBooks(db: Db, after: number, upTo: number): Promise<boolean> {
  return (await visibleBooks(db, after, upTo).limit(1).executeTakeFirst()) !== undefined;
}

/** @returns the highest id of a visible book; 0 when there is none */
async function lastBook(db: Db): Promise<number> {
  const last = await db
    .selectFrom("books")
    .select("id")
    .where(unindexed<number>("hidden"), "=", literalFlag(0))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}
