import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { indianDate } from "~/domain/kit/dates";
import { authorsOf, tagsOf } from "../lists/book-lists.server";
import { forthcomingOf, isOverdue, SALE_COLUMNS } from "../sale/sale";
import type { StaffBook } from "./staff-books";

const listedRows = prepared((db, given: { ids: number[] }) =>
  db
    .selectFrom("books as b")
    .innerJoin("publishers as p", "p.id", "b.publisher_id")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select(["b.id", "b.title", "b.price", "b.sale_price", "b.hidden", "b.cover"])
    .select(SALE_COLUMNS)
    .select(["p.name as publisher", "l.name as language"])
    .where("b.id", "in", given.ids),
);

/** The list's fields of these books, in the order of the ids. Three queries for any number. */
export async function staffBooks(db: Db, ids: number[]): Promise<StaffBook[]> {
  if (ids.length === 0) return [];
  const rows = await listedRows(db, { ids });
  const [authors, tags] = await Promise.all([authorsOf(db, ids), tagsOf(db, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const today = indianDate(new Date());
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map((row) => ({
      id: row.id,
      title: row.title,
      language: row.language,
      publisher: row.publisher,
      price: row.price,
      salePrice: row.sale_price,
      stock: row.stock,
      hidden: row.hidden === 1,
      cover: row.cover,
      forthcoming: forthcomingOf(row, today) ?? undefined,
      isOverdue: isOverdue(row, today),
      preordered: row.preordered,
      preorderLimit: row.preorder_limit,
      authors: (authors.get(row.id) ?? []).map(({ name }) => name),
      tags: (tags.get(row.id) ?? []).map(({ name }) => name),
    }));
}
