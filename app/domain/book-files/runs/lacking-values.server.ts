import path from "node:path";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { AUTHOR_ROLE, EDITING_ROLES } from "~/domain/catalogue/books/record/contributor-roles";
import { type ColumnKey, columnName } from "../columns";
import { UnreadableFile } from "../import-limits";
import type { ImportedBook } from "../imported-book";
import { type ImportMapping, NO_MAPPING } from "../mapping";
import type { PlannedBook } from "../plan/plan";
import { planImport } from "../plan/plan-import.server";
import { importedBooks } from "../read-books.server";
import type { Layout } from "../tables/layout";
import { layoutOf } from "./import-runs.server";

/** Books at the beginning of the file that are looked at: some milliseconds. */
const LOOKED_AT = 50;

/** What a new book needs and a file may lack, with whether a book of the file has it. */
const NEEDED: Partial<Record<ColumnKey, (book: ImportedBook) => boolean>> = {
  contributors: ({ contributors = [] }) =>
    contributors.some(({ role }) => role === AUTHOR_ROLE || EDITING_ROLES.includes(role)),
  publisher: ({ names }) => Boolean(names.publisher),
  language: ({ names }) => Boolean(names.language),
  tags: ({ tags = [] }) => tags.length > 0,
  brief: ({ texts }) => Boolean(texts.brief),
  price: ({ texts }) => Boolean(texts.price),
};

export interface LackingValues {
  /** The new books among those that were looked at. */
  books: number;
  /** What would be refused for want of it, with the number of books; in the order of the columns. */
  lacking: { key: ColumnKey; books: number }[];
}

/**
 * What the first new books of a file lack; of a table only after it was checked.
 * @param mapping as it is so far
 */
export async function lackingValues(
  db: Db,
  id: number,
  mapping: ImportMapping = NO_MAPPING,
  { dir = config.importsDir } = {},
): Promise<LackingValues> {
  const row = await db
    .selectFrom("bulk_changes")
    .select(["file", "layout"])
    .where("id", "=", id)
    .where("format", "<>", "pictures")
    // The columns of a table are not chosen before its first check.
    .where((eb) =>
      eb.or([eb("format", "in", ["onix", "shopify", "woocommerce"]), eb("mapping", "is not", null)]),
    )
    .executeTakeFirst();
  const books = row?.file ? await firstBooks(path.join(dir, row.file), mapping, layoutOf(row)) : [];
  const planned: PlannedBook[] = [];
  for await (const batch of planImport(db, inTurn(books), { mode: "add_and_change", mapping }))
    planned.push(...batch.books);
  const isNew = (_: unknown, index: number) => planned[index]!.known === null && !books[index]!.isDeleted;
  const lacks = (key: ColumnKey) => (book: ImportedBook, index: number) =>
    !NEEDED[key]!(book) && planned[index]!.problems.some(({ column }) => column === columnName(key));
  return {
    books: books.filter(isNew).length,
    lacking: (Object.keys(NEEDED) as ColumnKey[])
      .map((key) => ({ key, books: books.filter(lacks(key)).length }))
      .filter((one) => one.books > 0),
  };
}

async function* inTurn(books: ImportedBook[]) {
  yield* books;
}

/** None when the file is gone or damaged: its check says so. */
async function firstBooks(
  file: string,
  mapping: ImportMapping,
  layout: Layout | null,
): Promise<ImportedBook[]> {
  const books: ImportedBook[] = [];
  try {
    for await (const book of importedBooks(file, mapping, { layout })) {
      books.push(book);
      if (books.length === LOOKED_AT) break;
    }
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isGone && !(error instanceof UnreadableFile)) throw error;
  }
  return books;
}
