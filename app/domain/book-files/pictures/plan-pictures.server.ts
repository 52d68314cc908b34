import { basename } from "node:path/posix";
import type { Db } from "~/db/database.server";
import { imageHash } from "~/platform/pictures/images.server";
import type { AuditChange } from "~/domain/kit/audit/audit";
import {
  MOST_PICTURES,
  PICTURE_KINDS,
  PICTURES_FULL,
  SAME_PICTURE,
} from "~/domain/catalogue/books/pictures/further-pictures";
import { isbnForms } from "~/domain/catalogue/books/record/isbn";
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
  /** The files of its further pictures. */
  pictures: string[];
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
      planned.push(await this.#planOne(file, start + index + 1, found[index]!));
    return planned;
  }

  async #planOne({ name: file, size }: ZipFile, row: number, found: Found): Promise<PlannedPicture> {
    const unreadable = await this.#zip.problemOf({ name: file, size });
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
      if (await this.#hasPicture(book, file)) return { ...own, outcome: "unchanged", warning: SAME_PICTURE };
      const added = this.#added.get(book.id) ?? 0;
      if (book.pictures.length + added >= MOST_PICTURES)
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
    if (await this.#isCover(book, file)) return { ...own, outcome: "unchanged", warning: SAME_COVER };
    const changes = [
      { field: "Cover", before: hasCover ? "its present cover" : "none", after: basename(file) },
    ];
    return { ...own, outcome: hasCover ? "changed" : "added", changes };
  }

  /** The names of the shop's files tell which upload they come from. A picture without rivals is not unpacked for that. */
  async #isCover({ cover }: Book, file: string): Promise<boolean> {
    const bytes = cover === null ? null : await this.#zip.read(file);
    return bytes !== null && cover!.startsWith(`${imageHash("cover", bytes)}.`);
  }

  async #hasPicture({ pictures }: Book, file: string): Promise<boolean> {
    const bytes = pictures.length === 0 ? null : await this.#zip.read(file);
    if (bytes === null) return false;
    const begin = `further-${imageHash("further", bytes)}-`;
    return pictures.some((one) => one.startsWith(begin));
  }
}

type ZipFile = PictureZip["files"][number];

const HAS_COVER = "The book has a cover already";
export const SAME_COVER = "The book has this cover already";

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
  const books = await db
    .selectFrom("books")
    .select(["id", "title", "cover"])
    .where("id", "in", ids)
    .execute();
  const pictures = await db
    .selectFrom("book_pictures")
    .select(["book_id", "file"])
    .where("book_id", "in", ids)
    .execute();
  const found = new Map(books.map((book) => [book.id, { ...book, pictures: [] as string[] }]));
  for (const { book_id, file } of pictures) found.get(book_id)?.pictures.push(file);
  return found;
}
