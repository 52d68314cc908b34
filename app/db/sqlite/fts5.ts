import type { Match } from "../search/match";

/** A match as an expression of FTS5. Each word is quoted, so that FTS5's own syntax has no effect. */
export function fts5(match: Match): string {
  if ("all" in match) return match.all.map(bracketed).join(" AND ");
  if ("any" in match) return match.any.map(bracketed).join(" OR ");
  if ("of" in match) return `${bracketed(match.of)} NOT ${bracketed(match.butNot)}`;
  return `{${match.columns.join(" ")}} : "${match.token.replaceAll('"', "")}"${match.isOpen ? " *" : ""}`;
}

const bracketed = (match: Match) => `(${fts5(match)})`;
