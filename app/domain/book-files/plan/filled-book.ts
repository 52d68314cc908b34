import type { ColumnKey } from "../columns";
import type { ImportedBook } from "../imported-book";
import { readFilled } from "../other-shops.server";
import type { PlanOptions } from "./plan";

/** For a new book: what staff gave for all of them, where the file says nothing. */
export function withDefaults(book: ImportedBook, { mapping }: PlanOptions): ImportedBook {
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
export function withTags(book: ImportedBook, { mapping }: PlanOptions): ImportedBook {
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
