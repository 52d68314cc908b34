import type { NamedRows } from "~/domain/catalogue/books/book";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import type { NamedRow, NameFinder } from "./names";
import { FIRST_MISSING_ID, type LongName, type MissingName, type NamedKind } from "./plan";

/** Remembers the rows that one book refers to, by id, so that its fields can be shown with their names. */
export class RowsOfNames implements NameFinder {
  #names: NameFinder;
  #rows = new Map<string, NamedRow>();

  constructor(names: NameFinder, known: EditableBook | null) {
    this.#names = names;
    if (!known) return;
    this.#keep("publisher", known.publisher);
    this.#keep("language", known.language);
    for (const row of known.contributors) this.#keep("author", row);
    for (const row of known.furtherLanguages) this.#keep("language", row);
    for (const row of known.tags) this.#keep("tag", row);
    if (known.seriesId !== null) this.#keep("series", { id: known.seriesId, name: known.series! });
    if (known.originalLanguageId !== null)
      this.#keep("language", { id: known.originalLanguageId, name: known.originalLanguage! });
  }

  #keep(kind: NamedKind, { id, name }: NamedRow) {
    this.#rows.set(`${kind} ${id}`, { id, name });
  }

  has(kind: NamedKind, name: string): boolean {
    return this.#names.has(kind, name);
  }

  find(kind: NamedKind, name: string): NamedRow | null {
    const row = this.#names.find(kind, name);
    if (row) this.#keep(kind, row);
    return row;
  }

  /** The rows that the shop does not have yet. */
  missing(): MissingName[] {
    return [...this.#rows]
      .filter(([, { id }]) => id >= FIRST_MISSING_ID)
      .map(([key, row]) => ({ kind: key.split(" ")[0] as NamedKind, ...row }));
  }

  title(title: string): string {
    return this.#names.title(title);
  }

  fits(kind: LongName["kind"], name: string): boolean {
    return this.#names.fits(kind, name);
  }

  /** The rows of a form's ids. */
  named(fields: BookFields): NamedRows {
    const row = (kind: NamedKind, id: number) => this.#rows.get(`${kind} ${id}`)!;
    return {
      authors: fields.authorId.map((id) => row("author", id)),
      publisher: row("publisher", fields.publisherId),
      language: row("language", fields.languageId),
      tags: fields.booktagsId.map((id) => row("tag", id)),
      contributors: fields.contributors.map(({ authorId, role }) => ({ ...row("author", authorId), role })),
      furtherLanguages: fields.furtherLanguageId.map((id) => row("language", id)),
      series: fields.seriesId === null ? null : row("series", fields.seriesId).name,
      originalLanguage:
        fields.originalLanguageId === null ? null : row("language", fields.originalLanguageId).name,
    };
  }
}
