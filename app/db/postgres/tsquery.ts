import type { TextSearch } from "../text-search";

/** As in the function search_words of the database. */
const LONGEST = 100;

/** The words that the index has for a typed word. */
const wordsIn = (typed: string) =>
  typed
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, LONGEST).join(""));

interface Word {
  text: string;
  isOpen: boolean;
}

/** The single words of a search; the last may be the beginning of a word. */
function listed({ words, isOpen }: Extract<TextSearch, { words: readonly string[] }>): Word[] {
  const all = words.flatMap(wordsIn);
  return all.map((text, index) => ({ text, isOpen: isOpen && index === all.length - 1 }));
}

/** A word in the index: as it is, and once more with the name of its column. */
const lexeme = ({ text, isOpen }: Word, column?: string) =>
  `'${column ? `/${column}/` : ""}${text}'${isOpen ? ":*" : ""}`;

/**
 * A search as a tsquery of PostgreSQL.
 * @param all the names of the index's columns; only for a search outside of some
 */
export function tsquery(search: TextSearch, all: readonly string[], columns?: readonly string[]): string {
  if ("either" in search) return search.either.map((one) => `(${tsquery(one, all, columns)})`).join(" | ");
  if ("of" in search) {
    const { of, isWithin } = search;
    return tsquery(of, all, isWithin ? search.columns : all.filter((name) => !search.columns.includes(name)));
  }
  return listed(search)
    .map((word) => (columns ? `(${columns.map((name) => lexeme(word, name)).join(" | ")})` : lexeme(word)))
    .join(" & ");
}

/** Each word of a search in each column, to count which columns have it. */
export function wordsByColumn(
  search: TextSearch,
  columns: readonly string[],
): { column: string; query: string }[] {
  if ("either" in search) return search.either.flatMap((one) => wordsByColumn(one, columns));
  if ("of" in search) {
    const within = columns.filter((name) => search.columns.includes(name) === search.isWithin);
    return wordsByColumn(search.of, within);
  }
  return listed(search).flatMap((word) => columns.map((column) => ({ column, query: lexeme(word, column) })));
}
