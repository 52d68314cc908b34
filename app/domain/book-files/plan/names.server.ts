import type { Db } from "~/db/database.server";
import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { cleanName, nameKey } from "../../catalogue/names/names";
import type { ImportedBook, ImportedContributor } from "../imported-book";
import { ownText } from "../own-text.server";
import { type ImportMapping, SHORTENED, shortFormsOf } from "../mapping";
import type { NamedRow, NameFinder } from "./names";
import { FIRST_MISSING_ID, type LongName, type NamedKind } from "./plan";

const KINDS: NamedKind[] = ["author", "publisher", "language", "series", "tag"];

/**
 * Finds the rows that books refer to by name, a batch at a time. A name that no row has gets an id that no row has, the
 * same for the whole file.
 */
export class ImportNames implements NameFinder {
  #db: Db;
  #short: ReturnType<typeof shortFormsOf>;
  #found = new Map<string, NamedRow>();
  /** Of the whole file, by kind and key: how many there are is a matter of the file's size. */
  #missing = new Map<string, NamedRow>();
  #long = new Set<string>();
  #nextId = FIRST_MISSING_ID;
  tooLong: LongName[] = [];

  constructor(db: Db, mapping: ImportMapping) {
    this.#db = db;
    this.#short = shortFormsOf(mapping);
  }

  /** Reads the rows of all names in these books. A query for each kind. */
  async load(books: ImportedBook[]): Promise<void> {
    this.#found.clear();
    this.tooLong = [];
    for (const kind of KINDS) {
      const names = books.flatMap((book) => namesIn(book, kind)).map((name) => this.#short(kind, name));
      const keys = [...new Set(names.map(nameKey))].filter(Boolean);
      if (kind === "language") await this.#loadLanguages();
      else if (keys.length > 0) await this.#loadNames(kind, keys);
    }
  }

  async #loadNames(kind: NamedKind, keys: string[]) {
    // A batch can have thousands of names, and a statement not as many parameters.
    for (let start = 0; start < keys.length; start += 5000) {
      const rows = await this.#db
        .selectFrom(MASTER_DATA[kind].table)
        .select(["id", "name", "name_key"])
        .where("name_key", "in", keys.slice(start, start + 5000))
        .execute();
      for (const { id, name, name_key } of rows) this.#found.set(`${kind} ${name_key}`, { id, name });
    }
  }

  /** All of them, since a language has several names: Odia is Oriya. */
  async #loadLanguages() {
    const rows = await this.#db.selectFrom("languages").select(["id", "name", "name_key"]).execute();
    for (const { id, name } of rows) {
      const tag = languageTag(name);
      if (tag) this.#found.set(`language <${tag}>`, { id, name });
    }
    for (const { id, name, name_key } of rows) this.#found.set(`language ${name_key}`, { id, name });
  }

  has(kind: NamedKind, given: string): boolean {
    const name = cleanName(this.#short(kind, given));
    return this.#found.has(`${kind} ${nameKey(name)}`);
  }

  find(kind: NamedKind, given: string): NamedRow | null {
    const name = cleanName(this.#short(kind, given));
    const key = `${kind} ${nameKey(name)}`;
    const tag = kind === "language" && languageTag(name);
    const found = this.#found.get(key) ?? (tag ? this.#found.get(`language <${tag}>`) : undefined);
    if (found) return found;
    if (!this.fits(kind, name)) return null;
    const missing = tag ? `language <${tag}>` : key;
    const known = this.#missing.get(missing);
    if (known) return known;
    const row = { id: this.#nextId++, name: ownText(name) };
    this.#missing.set(ownText(missing), row);
    return row;
  }

  fits(kind: LongName["kind"], name: string): boolean {
    if ([...name].length <= SHORTENED[kind].max) return true;
    const key = `${kind} ${name}`;
    if (!this.#long.has(key)) {
      this.#long.add(ownText(key));
      this.tooLong.push({ kind, name });
    }
    return false;
  }

  title(title: string): string {
    return this.#short("title", title);
  }
}

function namesIn(book: ImportedBook, kind: NamedKind): string[] {
  const { publisher, language, originalLanguage, series } = book.names;
  const names = {
    author: book.contributors?.flatMap(waysOfName),
    publisher: [publisher],
    language: [language, originalLanguage, ...(book.languages ?? [])],
    series: [series],
    tag: [...(book.tags ?? []), ...Object.values(book.tagParts ?? {}).flat()],
  }[kind];
  return (names ?? []).filter((name): name is string => Boolean(name));
}

const waysOfName = ({ name, forenameFirst, parts = [] }: ImportedContributor): string[] => [
  name,
  ...(forenameFirst ? [forenameFirst] : []),
  ...parts.flatMap(waysOfName),
];
