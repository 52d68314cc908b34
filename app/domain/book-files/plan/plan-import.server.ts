import type { Db } from "~/db/database.server";
import { isbnForms, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import type { ImportedBook } from "../imported-book";
import { sameBookAs } from "../headings";
import { ownText } from "../own-text.server";
import { FETCHED, fetchable, fetchedFrom, MOST_FETCHED } from "../fetches/picture-fetches";
import { fetchedBefore } from "../fetches/picture-fetches.server";
import { type AwaitedBy, FileEditions } from "./file-editions.server";
import { withDefaults, withTags } from "./filled-book";
import { hasIdentifier, type Match, matchBooks } from "./known-books.server";
import { ImportNames } from "./names.server";
import type { MissingName, PlanBatch, PlannedBook, PlanOptions } from "./plan";
import { withOldStock } from "./old-stock.server";
import { planBook } from "./plan-book.server";
import type { RowQuestionKind } from "./questions";
import { withSplitNames } from "./split-names";
import { booksLike, type Likeness, likenessKey, likenessOf } from "./twins.server";

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
  const planned = async (some: ImportedBook[]): Promise<PlanBatch> => {
    const plan = await planner.plan(some);
    return { ...plan, books: await withOldStock(db, plan.books, options) };
  };
  for await (const book of books) {
    batch.push(book);
    if (batch.length < BATCH) continue;
    yield await planned(batch);
    batch = [];
  }
  if (batch.length > 0) yield await planned(batch);
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
    const found = await matchBooks(this.#db, books, this.#options);
    const filled = books.map((book, index) => this.#filled(book, found[index]!));
    await this.#names.load(filled);
    const full = filled.map((book) => withSplitNames(book, this.#names, this.#options));
    const likenesses = full.map((book, index) => this.#likenessOf(book, found[index]!));
    const matches = await this.#withTwins(found, likenesses);
    await this.#editions.load(full, matches);
    const fetched = await this.#fetchedBefore(matches);
    const planned: PlannedBook[] = [];
    for (const [index, book] of full.entries()) {
      const one = planBook(book, matches[index]!, this.#names, this.#options);
      const once = this.#once(book, this.#withPictures(book, one, fetched), likenesses[index]!);
      planned.push(this.#editions.link(book, once));
    }
    return { books: planned, missing: this.#newlyMissing(planned), tooLong: this.#names.tooLong };
  }

  get #answers() {
    return this.#options.mapping.answers;
  }

  #filled(book: ImportedBook, match: Match): ImportedBook {
    if (!match.ok) return book;
    const kept = match.withoutSku ? withoutSku(book) : book;
    return match.book ? kept : withDefaults(withTags(kept, this.#options), this.#options);
  }

  /** By what a row without any identifier is compared. */
  #likenessOf(book: ImportedBook, match: Match): Likeness | null {
    const isNew = match.ok && match.book === null && !book.isDeleted;
    if (!isNew || hasIdentifier(book, this.#answers)) return null;
    return likenessOf(book, this.#names.title(book.texts.title ?? ""));
  }

  /** A row without any identifier is new, unless a book is like it: then staff say once for the file what that means. */
  async #withTwins(found: Match[], likenesses: (Likeness | null)[]): Promise<Match[]> {
    const like = await booksLike(this.#db, likenesses);
    return found.map((match, index): Match => {
      const [book, other] = like[index]!;
      if (!match.ok || !book) return match;
      const question = "twins";
      if (this.#answers.twins === "add") return { ...match, question };
      if (this.#answers.twins === "same" && !other) return { ok: true, book, question };
      const message = other
        ? `Books ${book.id} and ${other.id} have the same title, author, format and publisher. Give the ISBN, SKU or Book ID`
        : `Book ${book.id}, “${book.title}”, has the same title, author, format and publisher. Say whether such rows are the same books`;
      return { ok: false, column: "", message, question };
    });
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

  #once(book: ImportedBook, planned: PlannedBook, likeness: Likeness | null): PlannedBook {
    if (planned.outcome === "refused") return planned;
    // A known book is found by its id; the shop may have another one with the same ISBN.
    const hasNewIsbn = !planned.book || planned.changes.some(({ field }) => field === "ISBN");
    // What is no complete number identifies nothing.
    const isbn = hasNewIsbn && isbnForms(book.texts.isbn13 ?? "")[0];
    const sku = book.texts.sku?.trim().toLowerCase();
    const keys = [
      planned.book && `id ${planned.book.id}`,
      isbn && `isbn ${toIsbn13(isbn) ?? isbn}`,
      sku && `sku ${sku}`,
    ];
    for (const key of keys) {
      const before = key && this.#seen.get(key);
      if (before) return refusedFor(planned, sameBookAs(before));
    }
    const alike = planned.book ? null : likeness && likenessKey(likeness);
    const twin = alike === null ? undefined : this.#seen.get(alike);
    const question = twin === undefined ? planned.question : "twins";
    if (twin !== undefined && this.#answers.twins !== "add") {
      const isSame = this.#answers.twins === "same";
      const message = `Row ${twin} has the same title, author, format and publisher. Say whether such rows are the same books`;
      return refusedFor(planned, isSame ? sameBookAs(twin) : message, "twins");
    }
    if (book.wasDouble && planned.known && planned.outcome === "changed" && !this.#answers.doubles) {
      const message = `It was refused before because another row is about the same book, “${planned.known.title}”. Say whether it shall change that book now`;
      return refusedFor(planned, message, "doubles");
    }
    for (const key of [...keys, alike]) if (key) this.#seen.set(ownText(key), book.row);
    return { ...planned, question: book.wasDouble && planned.known ? "doubles" : question };
  }
}

function withoutSku(book: ImportedBook): ImportedBook {
  const { sku: _, ...texts } = book.texts;
  return { ...book, texts };
}

const refusedFor = (
  planned: PlannedBook,
  message: string,
  question: RowQuestionKind | null = null,
): PlannedBook => ({
  ...planned,
  outcome: "refused",
  fields: null,
  missing: [],
  changes: [],
  problems: [{ column: "", message }],
  question,
});
