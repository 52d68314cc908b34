import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { HOME_BOOKS } from "~/domain/catalogue/books/lists/catalogue";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { featuredBooks, listTags } from "~/domain/catalogue/books/lists/catalogue.server";
import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { namePath } from "~/domain/catalogue/names/name-address";
import { indianDate } from "~/domain/kit/dates";
import { findPicture } from "~/domain/shop/pictures/pictures.server";
import type { BlockContents } from "./block-kinds";
import { type Block, freshOf, isSameContent } from "./blocks";
import { DEFAULT_CONTENT } from "./default-home";
import { publishedBlocks } from "./draft.server";
import { quotationHtml, textWithPictureHtml } from "./made-blocks.server";
import { shelfBooks, shelfEnd } from "./shelf-books.server";
import type { LanguageDoor, ShownBlock } from "./shown-blocks";

/** The home page as visitors see it. Cached per catalogue version and day. @param now its date decides what is forthcoming */
export function shownHome(db: Db, now = new Date()): Promise<ShownBlock[]> {
  const today = indianDate(now);
  return perCatalogueVersion(db, `home ${today}`, async () =>
    showBlocks(db, await publishedBlocks(db), today),
  );
}

/**
 * What visitors read beside the newsletter's form on the home page, which is what subscribers agree to; as the shop came
 * while the page has no such block or no text in it.
 */
export async function newsletterWords(db: Db): Promise<string> {
  const block = (await publishedBlocks(db)).find(({ kind, hidden }) => kind === "newsletter" && !hidden);
  return (block as Block<"newsletter"> | undefined)?.content.text || DEFAULT_CONTENT.newsletter.text;
}

/** These blocks with all that a page needs to show them; without hidden ones. @param today the date in India */
export async function showBlocks(db: Db, blocks: Block[], today: string): Promise<ShownBlock[]> {
  const shown: ShownBlock[] = [];
  for (const { kind, content, hidden } of blocks) {
    if (hidden) continue;
    const data = await dataOf(db, { kind, content, isFirst: shown.length === 0 }, today);
    const isKnown = "html" in data || isSameContent(content, freshOf(kind));
    shown.push({ kind, ...(!isKnown && { content }), ...data } as ShownBlock);
  }
  return shown;
}

async function dataOf(
  db: Db,
  { kind, content, isFirst }: Pick<Block, "kind" | "content"> & { isFirst: boolean },
  today: string,
) {
  switch (kind) {
    case "hero":
      return heroData(db, content as BlockContents["hero"]);
    case "shelf":
      return shelfData(db, content as BlockContents["shelf"], today);
    case "categories":
      return { categories: await fullestCategories(db, (content as BlockContents["categories"]).count) };
    case "textWithPicture": {
      const text = content as BlockContents["textWithPicture"];
      const picture = text.picture === null ? null : await findPicture(db, text.picture);
      return textWithPictureHtml(text, picture, isFirst);
    }
    case "quotation":
      return quotationHtml(content as BlockContents["quotation"]);
    case "blurbs":
    case "newsletter":
      return {};
  }
}

async function heroData(db: Db, content: BlockContents["hero"]) {
  const books = await heroBooks(db, content);
  return content.words ? { books, doors: await languageDoors(db) } : { books };
}

/** A language's own books and those that have it beside another one, as on its page. */
async function languageDoors(db: Db): Promise<Record<string, LanguageDoor>> {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select l.id, l.name, count(*) as count from languages as l
    join (
      select language_id, id as book_id from books where hidden = 0
      union all
      select language_id, book_id from book_languages where book_id in (select id from books where hidden = 0)
    ) as named on named.language_id = l.id
    group by l.id, l.name order by l.id`.execute(db);
  return Object.fromEntries(
    rows.flatMap(({ id, name, count }) => {
      const tag = languageTag(name);
      const part = namePath("languages", { id, name }).slice("/languages/".length);
      return tag ? [[tag, [part, name, count]]] : [];
    }),
  );
}

/** The chosen books that are visible; without any, the first featured ones. */
async function heroBooks(db: Db, { books }: BlockContents["hero"]) {
  const chosen = await bookCards(db, books);
  // The same objects as in a shelf of featured books: the page's data has each once.
  if (chosen.length === 0) return (await featuredBooks(db, HOME_BOOKS)).slice(0, 3);
  return chosen.map(({ id, title, cover }) => ({ id, title, cover }));
}

async function shelfData(db: Db, content: BlockContents["shelf"], today: string) {
  const more = await shelfEnd(db, content);
  return { books: await shelfBooks(db, content, today), ...(more && { more }) };
}

/** The categories with the most books, in alphabetical order; without their ids. */
async function fullestCategories(db: Db, count: number): Promise<[name: string, count: number][]> {
  const tags = await listTags(db);
  const fullest = new Set([...tags].sort((a, b) => b.count - a.count).slice(0, count));
  return tags.filter((tag) => fullest.has(tag)).map((tag) => [tag.name, tag.count]);
}
