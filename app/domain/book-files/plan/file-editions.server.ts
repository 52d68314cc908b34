import type { Db } from "~/db/database.server";
import { bareIsbn, isbnForms, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { type BookOfWork, booksOfWorks } from "~/domain/catalogue/editions/editions.server";
import { editionText, linkProblem, OTHER_EDITIONS } from "~/domain/catalogue/editions/links";
import { columnName } from "../columns";
import type { ImportedBook } from "../imported-book";
import { ownText } from "../own-text.server";
import type { Match } from "./known-books.server";
import type { PlannedBook, PlanOptions } from "./plan";
import type { PlannedEdition, PlannedLinks } from "./planned-edition";

/**
 * The books of the shop whose rows name one of these ISBNs, because neither shop nor file had it by then.
 * @param isbns as `isbnKey` has them
 */
export type AwaitedBy = (db: Db, isbns: string[]) => Promise<{ isbn: string; bookId: number }[]>;

/** One form of an ISBN, by which files are compared. */
const isbnKey = (isbn: string): string => toIsbn13(isbn) ?? bareIsbn(isbn);

/**
 * The editions of one file's books: which rows link which books, by the ISBNs that they name. A row links what the shop has
 * or the file had before it; a row that names a later one waits for it. What rows before have linked counts as done.
 */
export class FileEditions {
  #db: Db;
  #options: PlanOptions;
  #awaitedBy: AwaitedBy | null;
  #byId = new Map<number, PlannedEdition>();
  #works = new Map<number, PlannedEdition[]>();
  /** What the rows of this batch name, as the shop has it. */
  #inShop = new Map<string, PlannedEdition[]>();
  /** The file's books that the shop has not had by this ISBN. */
  #arrived = new Map<string, PlannedEdition>();
  /** Those whose rows name an ISBN that was nowhere yet. */
  #waiting = new Map<string, Set<PlannedEdition>>();

  /** @param awaitedBy what earlier rows wait for, when the file's rows are not all planned by this one */
  constructor(db: Db, options: PlanOptions, awaitedBy: AwaitedBy | null) {
    this.#db = db;
    this.#options = options;
    this.#awaitedBy = awaitedBy;
  }

  /**
   * Reads the books that the rows of a batch name. Nothing is read for rows that name none, nor in the mode for stock and
   * price: books that were not read are not linked.
   */
  async load(books: ImportedBook[], matches: Match[]): Promise<void> {
    this.#inShop.clear();
    if (this.#options.mode === "stock_and_price") return;
    const isbns = new Set(books.flatMap(({ otherFormats = [] }) => otherFormats.flatMap(isbnForms)));
    const ids = books.flatMap((book, index) => {
      const match = matches[index]!;
      const known = match.ok ? match.book : null;
      return known && (book.otherFormats?.length || hasNewIsbn(book, known.isbn13)) ? [known.id] : [];
    });
    const waiting = await this.#waitingFor(books);
    ids.push(...waiting.map(({ bookId }) => bookId));
    if (ids.length === 0 && isbns.size === 0) return;
    for (const book of await booksOfWorks(this.#db, { ids: [...new Set(ids)], isbns: [...isbns] })) {
      const edition = this.#keep(book);
      if (book.isbn13 !== null && isbns.has(book.isbn13)) addTo(this.#inShop, book.isbn13, edition);
    }
    for (const { isbn, bookId } of waiting) {
      const edition = this.#byId.get(bookId);
      if (edition) this.#wait(isbn, edition);
    }
  }

  async #waitingFor(books: ImportedBook[]) {
    if (!this.#awaitedBy) return [];
    const isbns = books.flatMap(({ texts }) => (texts.isbn13 ? [isbnKey(texts.isbn13)] : []));
    return isbns.length > 0 ? this.#awaitedBy(this.#db, isbns) : [];
  }

  /** As it is after the rows that were planned before. */
  #keep({ id, title, isbn13, workId }: BookOfWork): PlannedEdition {
    const known = this.#byId.get(id);
    if (known) return known;
    const edition: PlannedEdition = { id, title, isbn13, work: null };
    this.#byId.set(id, edition);
    if (workId !== null) {
      edition.work = this.#works.get(workId) ?? [];
      edition.work.push(edition);
      this.#works.set(workId, edition.work);
    }
    return edition;
  }

  #wait(isbn: string, edition: PlannedEdition) {
    const waiting = this.#waiting.get(isbn);
    if (waiting) waiting.add(edition);
    else this.#waiting.set(ownText(isbn), new Set([edition]));
  }

  /** With the links that a row makes: those to books that it names, and those to books that have waited for it. */
  link(book: ImportedBook, planned: PlannedBook): PlannedBook {
    const { known, fields } = planned;
    const isKept = known && this.#options.mode === "add_only";
    if (isKept || planned.outcome === "refused" || book.isDeleted) return planned;
    const own = known ? this.#byId.get(known.id) : { id: null, title: "", isbn13: null, work: null };
    if (!own) return planned;
    if (fields) {
      own.title = ownText(fields.title);
      own.isbn13 = fields.isbn13 && ownText(fields.isbn13);
    }
    const named = this.#named(book, own);
    for (const isbn of named.awaited) this.#wait(isbn, own);
    const isNew = own.isbn13 !== null && (!known || hasNewIsbn(book, known.isbn13));
    const waiting = isNew ? this.#arrives(own, isbnKey(own.isbn13!)) : [];
    const before = othersOf(own);
    const { problems, ...links } = join(own, [...named.found, ...waiting]);
    const full = {
      ...planned,
      edition: own,
      awaited: named.awaited,
      warnings: [...planned.warnings, ...named.warnings, ...problems],
    };
    if (links.others.length === 0) return full;
    const change = { field: OTHER_EDITIONS, before: before.length > 0 ? before : null, after: othersOf(own) };
    const outcome = planned.outcome === "unchanged" ? "changed" : planned.outcome;
    return { ...full, links, outcome, changes: [...planned.changes, change] };
  }

  /** The books that wait for this one. */
  #arrives(own: PlannedEdition, isbn: string): PlannedEdition[] {
    const { headings } = this.#options;
    // No row of a table without this column names a book.
    if (!headings || headings.has("otherFormats")) this.#arrived.set(isbn, own);
    return [...(this.#waiting.get(isbn) ?? [])];
  }

  #named({ otherFormats = [] }: ImportedBook, own: PlannedEdition) {
    const found: PlannedEdition[] = [];
    const awaited = new Set<string>();
    const warnings: string[] = [];
    const column = this.#options.headings?.get("otherFormats") ?? columnName("otherFormats");
    for (const isbn of otherFormats) {
      const forms = isbnForms(isbn);
      const key = isbnKey(isbn);
      if (own.isbn13 !== null && isbnKey(own.isbn13) === key) continue;
      if (forms.length === 0) warnings.push(`${column}: “${isbn.slice(0, 40)}” is no ISBN`);
      const inShop = forms.flatMap((form) => this.#inShop.get(form) ?? []);
      const arrived = this.#arrived.get(key);
      if (inShop.length > 1 && !inShop.every((one) => isSameWork(own, one)))
        warnings.push(`${column}: several books have the ISBN ${isbn}, so none is linked`);
      else if (inShop.length > 0) found.push(...inShop);
      else if (arrived) found.push(arrived);
      else if (forms.length > 0) awaited.add(key);
    }
    return { found, awaited: [...awaited], warnings };
  }
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value) {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

const hasNewIsbn = ({ texts }: ImportedBook, known: string | null): boolean =>
  Boolean(texts.isbn13) && (known === null || isbnKey(texts.isbn13!) !== isbnKey(known));

const isSameWork = (one: PlannedEdition, other: PlannedEdition): boolean =>
  one === other || (one.work !== null && one.work === other.work);

/** A book that the shop does not have yet comes last. */
const placeOf = ({ id }: PlannedEdition) => id ?? Number.MAX_SAFE_INTEGER;

const othersOf = (own: PlannedEdition): string[] =>
  (own.work ?? [])
    .filter((one) => one !== own)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(editionText);

/**
 * Puts a book and others into one work, as staff would, one after the other: first those that have a work already, so that
 * the order of a file's rows matters little.
 */
function join(own: PlannedEdition, given: PlannedEdition[]): PlannedLinks & { problems: Set<string> } {
  const links = { others: [] as PlannedEdition[], joined: [] as PlannedEdition[] };
  const problems = new Set<string>();
  for (const other of given.toSorted((a, b) => Number(a.work === null) - Number(b.work === null))) {
    if (isSameWork(own, other)) continue;
    const count = (own.work?.length ?? 1) + (other.work?.length ?? 1);
    const problem = linkProblem([own.work, other.work], { otherTitle: editionText(other), count });
    if (problem !== null) {
      problems.add(`Not linked: ${problem}`);
      continue;
    }
    const work = own.work ?? other.work ?? [];
    for (const one of [own, other]) {
      if (one.work !== null) continue;
      one.work = work;
      work.push(one);
      links.joined.push(one);
    }
    links.others.push(other);
  }
  return { ...links, group: [...(own.work ?? [])], problems };
}
