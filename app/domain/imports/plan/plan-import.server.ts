import type { Db } from "~/db/database.server";
import { toIsbn13 } from "../../catalogue/isbn";
import type { ImportedBook } from "../imported-book";
import { ownText } from "../own-text.server";
import { readFilled } from "../other-shops.server";
import type { ColumnKey } from "../columns";
import { FETCHED, fetchable, fetchedFrom, MOST_FETCHED } from "../fetches/picture-fetches";
import { fetchedBefore } from "../fetches/picture-fetches.server";
import { type AwaitedBy, FileEditions } from "./file-editions.server";
import { type Match, matchBooks } from "./known-books.server";
import { ImportNames } from "./names.server";
import type { MissingName, PlanBatch, PlannedBook, PlanOptions } from "./plan";
import { planBook } from "./plan-book.server";

/** Rows that are compared with the catalogue at once. */
const BATCH = 300;

/**
 * What an import would do, row by row, in batches, in constant memory but for the keys of the file's own books, its
 * missing names, and the editions that it names. Reads the catalogue as it is at each batch, and writes nothing.
 * @param db may be the read connection
 * @param books `importedBooks` of the file
 * @throws {UnreadableFile} when the file cannot be read any further
 */
export async function* planImport(
  db: Db,
  books: AsyncIterable<ImportedBook>,
  options: PlanOptions,
): AsyncGenerator<PlanBatch> {
  const planner = new Planner(db, options);
  let batch: ImportedBook[] = [];
  for await (const book of books) {
    batch.push(book);
    if (batch.length < BATCH) continue;
    yield await planner.plan(batch);
    batch = [];
  }
  if (batch.length > 0) yield await planner.plan(batch);
}

/** Plans the books of one file, batch after batch. */
export class Planner {
  #db: Db;
  #options: PlanOptions;
  #names: ImportNames;
  #editions: FileEditions;
  /** The rows that books stood in, by what identifies them: the same book twice in a file is a mistake. */
  #seen = new Map<string, number>();
  #reported = new Set<number>();

  /** @param awaitedBy for a part of a file: which books of other rows wait for one of this part */
  constructor(db: Db, options: PlanOptions, awaitedBy: AwaitedBy | null = null) {
    this.#db = db;
    this.#options = options;
    this.#names = new ImportNames(db, options.mapping);
    this.#editions = new FileEditions(db, options, awaitedBy);
  }

  async plan(books: ImportedBook[]): Promise<PlanBatch> {
    const matches = await matchBooks(this.#db, books);
    const full = books.map((book, index) => {
      const match = matches[index]!;
      return match.ok && !match.book ? withDefaults(withTags(book, this.#options), this.#options) : book;
    });
    await this.#names.load(full);
    await this.#editions.load(full, matches);
    const fetched = await this.#fetchedBefore(matches);
    const planned: PlannedBook[] = [];
    for (const [index, book] of full.entries()) {
      const one = planBook(book, matches[index]!, this.#names, this.#options);
      const once = this.#once(book, this.#withPictures(book, one, fetched));
      planned.push(this.#editions.link(book, once));
    }
    return { books: planned, missing: this.#newlyMissing(planned), tooLong: this.#names.tooLong };
  }

  async #fetchedBefore(matches: Match[]): Promise<Map<number, Set<string>>> {
    if (!this.#options.mapping.fetchPictures) return new Map();
    return fetchedBefore(
      this.#db,
      matches.flatMap((match) => (match.ok && match.book ? [match.book.id] : [])),
    );
  }

  /** With the pictures to fetch as a change, where staff want that: those that were not asked for the book before. */
  #withPictures(book: ImportedBook, planned: PlannedBook, fetched: Map<number, Set<string>>): PlannedBook {
    const { mapping, mode } = this.#options;
    const isKept =
      planned.outcome === "refused" || book.isDeleted || (planned.known && mode !== "add_and_change");
    const before = planned.known ? fetched.get(planned.known.id) : undefined;
    const pictures =
      mapping.fetchPictures && !isKept
        ? fetchable(planned.pictures)
            .filter((address) => !before?.has(address))
            .slice(0, MOST_FETCHED)
        : [];
    if (pictures.length === 0) return { ...planned, pictures };
    const change = { field: FETCHED, before: null, after: fetchedFrom(pictures) };
    const outcome = planned.outcome === "unchanged" ? "changed" : planned.outcome;
    return { ...planned, pictures, outcome, changes: [...planned.changes, change] };
  }

  /** Those that no batch before has reported. */
  #newlyMissing(planned: PlannedBook[]): MissingName[] {
    const missing = planned.flatMap((book) => book.missing).filter(({ id }) => !this.#reported.has(id));
    for (const { id } of missing) this.#reported.add(id);
    return [...new Map(missing.map((name) => [name.id, name])).values()];
  }

  #once(book: ImportedBook, planned: PlannedBook): PlannedBook {
    if (planned.outcome === "refused") return planned;
    // A known book is found by its id; the shop may have another one with the same ISBN.
    const hasNewIsbn = !planned.book || planned.changes.some(({ field }) => field === "ISBN");
    const isbn = hasNewIsbn && (toIsbn13(book.texts.isbn13 ?? "") ?? book.texts.isbn13);
    const sku = book.texts.sku?.trim().toLowerCase();
    const keys = [planned.book && `id ${planned.book.id}`, isbn && `isbn ${isbn}`, sku && `sku ${sku}`];
    for (const key of keys) {
      const before = key && this.#seen.get(key);
      if (!before) continue;
      const message = `Row ${before} is about the same book`;
      return {
        ...planned,
        outcome: "refused",
        fields: null,
        missing: [],
        changes: [],
        problems: [{ column: "", message }],
      };
    }
    for (const key of keys) if (key) this.#seen.set(ownText(key), book.row);
    return planned;
  }
}

/** For a new book: what staff gave for all of them, where the file says nothing. */
function withDefaults(book: ImportedBook, { mapping }: PlanOptions): ImportedBook {
  const full = { ...book, texts: { ...book.texts }, names: { ...book.names } };
  for (const [key, cell] of Object.entries(mapping.defaults) as [ColumnKey, string][]) {
    const isThere =
      key in full.texts
        ? full.texts[key as "title"]
        : key in full.names
          ? full.names[key as "series"]
          : undefined;
    const list = (full as Partial<Record<ColumnKey, unknown>>)[key];
    if (!isThere && !(Array.isArray(list) && list.length > 0) && list !== true && list !== false)
      readFilled(full, key, cell);
  }
  return full;
}

/** For a new book: subjects and keywords become tags where staff want that. */
function withTags(book: ImportedBook, { mapping }: PlanOptions): ImportedBook {
  const codes = [...(book.thema ?? []), ...(book.bisac ?? [])];
  const tags = [
    ...(book.tags ?? []),
    ...codes.flatMap((code) => tagOfSubject(code, mapping.tagsOfSubjects)),
    ...(mapping.keywordsAsTags ? (book.keywords ?? []) : []),
  ];
  return tags.length > 0 ? { ...book, tags: [...new Set(tags)] } : book;
}

/** The tag of the longest code that this one begins with. */
function tagOfSubject(code: string, tags: Record<string, string>): string[] {
  for (let length = code.length; length > 0; length--) {
    const tag = tags[code.slice(0, length)];
    if (tag) return [tag];
  }
  return [];
}
