import type { TextSearch } from "../text-search";

/**
 * A search as an expression of FTS5. Each word is quoted, so that operators, column filters and brackets of FTS5's syntax
 * have no effect.
 */
export function fts5(search: TextSearch): string {
  if ("either" in search) return search.either.map((one) => `(${fts5(one)})`).join(" OR ");
  if ("of" in search)
    return `${search.isWithin ? "" : "- "}{${search.columns.join(" ")}} : (${fts5(search.of)})`;
  return `${search.words.map((word) => `"${word}"`).join(" ")}${search.isOpen ? "*" : ""}`;
}
