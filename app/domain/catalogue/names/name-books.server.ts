import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { ignoringCase, leadingNumber, numbersFirst } from "~/db/expressions.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import { bookCards } from "../books/books.server";
import { type BookCard, NO_FILTERS, pageTotal, pageWindow } from "../books/lists/catalogue";
import { perCatalogueVersion } from "../books/lists/catalogue-memo.server";
import { countBooks } from "../books/lists/catalogue.server";
import { AUTHOR_ROLE } from "../books/record/contributor-roles";
import { type NameFolder, namePath } from "./name-address";
import { NAME_PAGES } from "./paged-entities";
import { inOrder, selectBooks } from "../books/lists/selection.server";
import { findFormer } from "./former-names.server";
import type { NamedRow } from "~/domain/kit/master-data";
import { findMasterData } from "./master-data.server";
import { type NameBooks, type NameFilters, numberNote, roleNote } from "./name-pages";

/** A query of the ids of a name's books, hidden ones too, each once. Each part is answered by one index. */
function bookIds(folder: NameFolder, id: number, role: string | null): RawBuilder<unknown> {
  switch (folder) {
    case "authors":
      return role === null
        ? sql`select distinct book_id as id from book_contributors where author_id = ${id}`
        : sql`select book_id as id from book_contributors where author_id = ${id} and role = ${role}`;
    case "publishers":
      return sql`select id from books where publisher_id = ${id}`;
    case "series":
      return sql`select id from books where series_id = ${id}`;
    case "languages":
      return sql`select id from books where language_id = ${id}
        union all select book_id as id from book_languages where language_id = ${id}`;
  }
}

/** Whether the book b is one of a name's: for a walk along all books, which needs no set of many ids. */
function isOfName(folder: NameFolder, id: number, role: string | null): RawBuilder<SqlBool> {
  const withRole = role === null ? sql`` : sql`and role = ${role}`;
  switch (folder) {
    case "authors":
      return sql`exists (select 1 from book_contributors where book_id = b.id and author_id = ${id} ${withRole})`;
    case "publishers":
      return sql`+b.publisher_id = ${id}`;
    case "series":
      return sql`+b.series_id = ${id}`;
    case "languages":
      return sql`(+b.language_id = ${id}
        or exists (select 1 from book_languages where book_id = b.id and language_id = ${id}))`;
  }
}

/** The number of a name's visible books. Cached per catalogue version. */
export function countNameBooks(
  db: Db,
  folder: NameFolder,
  id: number,
  role: string | null = null,
): Promise<number> {
  return perCatalogueVersion(db, `books of ${folder} ${id} ${role}`, async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${bookIds(folder, id, role)}) as named
      where id not in (select id from books where hidden = 1)`.execute(db);
    return rows[0]!.count;
  });
}

/**
 * The canonical path of a name's page; for a merged one that of the name that stayed.
 * @returns null for an unknown name, and for one without visible books: it has no page
 */
export async function findNamePath(db: Db, folder: NameFolder, id: number): Promise<string | null> {
  const entity = NAME_PAGES[folder];
  const row = (await findMasterData(db, entity, id)) ?? (await findFormer(db, entity, id))?.into ?? null;
  return row && (await countNameBooks(db, folder, row.id)) > 0 ? namePath(folder, row) : null;
}

/** The name of a page; null if it has none. */
export async function findShownName(db: Db, folder: NameFolder, id: number): Promise<NamedRow | null> {
  const row = await findMasterData(db, NAME_PAGES[folder], id);
  return row && (await countNameBooks(db, folder, id)) > 0 ? row : null;
}

/** What an author did for visible books, with their number; the most frequent role first, but authors before all. */
export async function rolesOfAuthor(db: Db, id: number): Promise<{ role: string; count: number }[]> {
  return perCatalogueVersion(db, `roles of ${id}`, async () => {
    const { rows } = await sql<{ role: string; count: number }>`
      select role, count(*) as count from book_contributors
      where author_id = ${id} and book_id not in (select id from books where hidden = 1)
      group by role order by role = ${AUTHOR_ROLE} desc, count desc, role`.execute(db);
    return rows;
  });
}

/**
 * A part of a name's visible books, with what their cards say besides: the number in the series, what the author did. A
 * page past the end is the last one.
 */
export async function listNameBooks(
  db: Db,
  folder: NameFolder,
  id: number,
  { filters, page: asked }: { filters: NameFilters; page: number },
): Promise<NameBooks> {
  const count = await countNameBooks(db, folder, id, filters.role);
  const page = Math.min(asked, pageTotal(count) - 1);
  const ids = await idsInOrder(db, folder, id, filters, { ...pageWindow(page), count });
  const books = await withNotes(db, folder, id, await bookCards(db, ids));
  return { books, count, page, nextPage: page + 1 < pageTotal(count) ? page + 1 : null };
}

/** The ids of a part of a name's visible books. @param count how many it has */
export async function idsInOrder(
  db: Db,
  folder: NameFolder,
  id: number,
  { role, sort }: NameFilters,
  { offset, limit, count }: { offset: number; limit: number; count: number },
): Promise<number[]> {
  if (sort === "number") return bySeriesNumber(db, id, { offset, limit });
  // As for other lists (`choosePlan`): few books are fetched and sorted, many are met along the index of the order.
  const total = await countBooks(db, NO_FILTERS);
  const isMany = ((offset + limit) * total) / Math.max(1, count) < 2 * count;
  const all = selectBooks(db, NO_FILTERS, [], "walk", null)!;
  const query = isMany
    ? all.where(isOfName(folder, id, role))
    : db
        .selectFrom("books as b")
        .where(unindexed<number>("b.hidden"), "=", literalFlag(0))
        .where("b.id", "in", sql<number>`(${bookIds(folder, id, role)})`);
  const rows = await inOrder(query, { ...NO_FILTERS, sort })
    .select("b.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** By number: 2 before 10, then numbers in words; books without one last. */
async function bySeriesNumber(
  db: Db,
  id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("books as b")
    .select("b.id")
    .where("b.series_id", "=", id)
    .where(unindexed<number>("b.hidden"), "=", literalFlag(0))
    .orderBy(sql`b.series_number is null`)
    .orderBy(numberOrder())
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** For `order by`: books b of a series by their numbers. */
export const numberOrder = (): RawBuilder<unknown> => {
  const number = "b.series_number";
  return sql`${numbersFirst(number)}, ${leadingNumber(number)}, ${ignoringCase(number)}, b.id`;
};

async function withNotes(db: Db, folder: NameFolder, id: number, cards: BookCard[]): Promise<BookCard[]> {
  if (cards.length === 0 || (folder !== "authors" && folder !== "series")) return cards;
  const ids = cards.map((card) => card.id);
  const notes = await (folder === "authors" ? roleNotes(db, id, ids) : numberNotes(db, ids));
  return cards.map((card) => {
    const note = notes.get(card.id);
    return note ? { ...card, note } : card;
  });
}

/** Nothing for books that the author wrote: that is what the page's reader expects. */
async function roleNotes(db: Db, authorId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("book_contributors")
    .select(["book_id", "role"])
    .where("author_id", "=", authorId)
    .where("book_id", "in", ids)
    .orderBy("position")
    .orderBy("role")
    .execute();
  const roles = new Map<number, string[]>();
  for (const { book_id, role } of rows) roles.set(book_id, [...(roles.get(book_id) ?? []), role]);
  return new Map(
    [...roles].filter(([, all]) => !all.includes(AUTHOR_ROLE)).map(([book, all]) => [book, roleNote(all)]),
  );
}

async function numberNotes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("books")
    .select(["id", "series_number"])
    .where("id", "in", ids)
    .where("series_number", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.id, numberNote(row.series_number!)]));
}
