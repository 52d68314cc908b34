import type { Match } from "../search/match";

/** How a word of a column stands in the index: with the column's name. */
export const lexeme = (column: string, token: string): string => `${column}/${token}`;

/** A match as a tsquery of PostgreSQL. */
export function tsquery(match: Match): string {
  if ("all" in match) return match.all.map(bracketed).join(" & ");
  if ("any" in match) return match.any.map(bracketed).join(" | ");
  if ("of" in match) return `${bracketed(match.of)} & !${bracketed(match.butNot)}`;
  const { token, isOpen, columns } = match;
  return columns
    .map((column) => `'${lexeme(column, token).replaceAll(/['\\]/g, "")}'${isOpen ? ":*" : ""}`)
    .join(" | ");
}

const bracketed = (match: Match) => `(${tsquery(match)})`;
