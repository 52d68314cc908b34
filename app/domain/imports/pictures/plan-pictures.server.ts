import { basename } from "node:path/posix";
import type { Db } from "~/db/database.server";
import type { AuditChange } from "../../audit/audit";
import { MOST_PICTURES, PICTURE_KINDS, PICTURES_FULL } from "../../catalogue/further-pictures";
import { isbnForms } from "../../catalogue/isbn";
import { idsByIsbn, idsBySku } from "../plan/known-books.server";
import type { PlanOutcome } from "../plan/plan";
import { meaningsOf, type PicturePlace } from "./picture-name";
import type { PictureZip } from "./picture-zip.server";

/** What an import would do with a file of the ZIP; nothing is written. */
export interface PlannedPicture {
  /** The file's place in the ZIP, by name, from 1. */
  row: number;
  /** Its path in the ZIP. */
  file: string;
  /** The book's, or the file's name if no book is meant. */
  title: string;
  outcome: PlanOutcome;
  bookId: number | null;
  place: PicturePlace | null;
  changes: AuditChange[];
  problem: string | null;
  warning: string | null;
}

export interface PicturePlanOptions {
  /** Covers that are there already stay. */
  keepsCovers: boolean;
}

interface Book {
  id: number;
  title: string;
  cover: string | null;
  pictures: number;
}

type Found = { book: Book; place: PicturePlace } | { problem: string };

/** Plans the pictures of one ZIP, batch after batch: two files for one cover are noticed over all of them. */
export class PicturePlanner {
  readonly #zip: PictureZip;
  readonly #options: PicturePlanOptions;
  readonly #covers = new Map<number, string>();
  readonly #added = new Map<number, number>();

  constructor(zip: PictureZip, options: PicturePlanOptions) {
    this.#zip = zip;
    this.#options = options;
  }

  /** @param start the first file, from 0 */
  async plan(db: Db, start: number, count: number): Promise<PlannedPicture[]> {
    const files = this.#zip.files.slice(start, start + count);
    const found = await findBooks(
      db,
      files.map(({ name }) => name),
    );
    const planned: PlannedPicture[] = [];
    for (const [index, file] of files.entries())
      planned.push(
        this.#planOne(file.name, start + index + 1, found[index]!, await this.#zip.problemOf(file)),
      );
    return planned;
  }

  #planOne(file: string, row: number, found: Found, unreadable: string | null): PlannedPicture {
    const none = { bookId: null, place: null, changes: [], warning: null };
    const refused = (problem: string) =>
      ({ row, file, title: basename(file), outcome: "refused", problem, ...none }) as const;
    if (unreadable) return refused(unreadable);
    if ("problem" in found) return refused(found.problem);
    const { book, place } = found;
    const own = {
      row,
      file,
      title: book.title,
      bookId: book.id,
      place,
      changes: [],
      problem: null,
      warning: null,
    };
    if (place !== "cover") {
      const added = this.#added.get(book.id) ?? 0;
      if (book.pictures + added >= MOST_PICTURES)
        return { ...own, outcome: "refused", problem: PICTURES_FULL };
      this.#added.set(book.id, added + 1);
      const changes = [{ field: "Picture", before: null, after: PICTURE_KINDS[place] }];
      return { ...own, outcome: "added", changes };
    }
    const other = this.#covers.get(book.id);
    if (other) return { ...own, outcome: "refused", problem: `${other} is the cover of this book already` };
    this.#covers.set(book.id, basename(file));
    const hasCover = book.cover !== null;
    if (hasCover && this.#options.keepsCovers) return { ...own, outcome: "unchanged", warning: HAS_COVER };
    const changes = [
      { field: "Cover", before: hasCover ? "its present cover" : "none", after: basename(file) },
    ];
    return { ...own, outcome: hasCover ? "changed" : "added", changes };
  }
}

export const HAS_COVER = "The book has a cover already";

/** The book that each file's name means, in their order: by ISBN, else by SKU. */
async function findBooks(db: Db, files: string[]): Promise<Found[]> {
  const meanings = files.map(meaningsOf);
  const names = meanings.flat().map(({ name }) => name);
  const byIsbn = await idsByIsbn(db, [...new Set(names.flatMap(isbnForms))]);
  const bySku = await idsBySku(db, [...new Set(names)]);
  const idsOf = (name: string) => [
    ...new Set(isbnForms(name).flatMap((isbn) => byIsbn.get(isbn) ?? [])),
    ...(bySku.get(name.toLowerCase()) ?? []),
  ];
  const found = meanings.map((all) => {
    const meant = all.map(({ name, place }) => ({ ids: [...new Set(idsOf(name))], place }));
    return meant.find(({ ids }) => ids.length > 0);
  });
  const books = await booksOf(db, [...new Set(found.flatMap((one) => one?.ids ?? []))]);
  return found.map((one, index) => {
    const tried = meanings[index]!.map(({ name }) => name);
    if (tried.length === 0) return { problem: "The name of the file is too long for an ISBN or SKU" };
    if (!one) return { problem: `No book has the ISBN or SKU ${tried.join(" or ")}` };
    if (one.ids.length > 1) return { problem: `Several books have it: ${one.ids.join(", ")}` };
    return { book: books.get(one.ids[0]!)!, place: one.place };
  });
}

async function booksOf(db: Db, ids: number[]): Promise<Map<number, Book>> {
  const rows = await db
    .selectFrom("books")
    .select((eb) => [
      "id",
      "title",
      "cover",
      eb
        .selectFrom("book_pictures")
        .whereRef("book_id", "=", "books.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("pictures"),
    ])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
