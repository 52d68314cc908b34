import { cleanName } from "../../catalogue/names/names";
import { parseGivenJson } from "~/platform/given-json";

// Several names in one cell, and how a column separates them.

/**
 * What separates the names of a column, besides semicolons, bars and line ends. `split`: commas, slashes, 'and', '&'; of tags
 * only commas, slashes and '>', since 'Arts & Crafts' is one. `split_and`: of tags 'and' and '&' too. `inverted`: as `split`,
 * but a comma stands between surname and forename. `whole`: nothing else. `open`: nobody has said what a comma means.
 */
export type ListWay = "split" | "split_and" | "inverted" | "whole" | "open";

/** A role in brackets may follow. */
const QUOTED_NAME = /\s*"((?:[^"]|"")*)"(\s*\([^()]*\))?\s*(?=[;|\n]|$)/y;
const PLAIN_NAME = /[^;|\n]*/y;

export interface Piece {
  text: string;
  /** In quotation marks: one name, whatever is in it. */
  isQuoted: boolean;
}

/** The pieces of a cell; one with a separator in it stands in quotation marks: Kamala Rao; "Rao; Sons" (Editor). */
export function piecesOf(cell: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at <= cell.length; at++) {
    QUOTED_NAME.lastIndex = PLAIN_NAME.lastIndex = at;
    const [, inside = "", role = ""] = QUOTED_NAME.exec(cell) ?? [];
    // Without a separator the marks belong to the name.
    const isQuoted = isSeveral(inside);
    const text = isQuoted ? inside.replaceAll('""', '"') + role : PLAIN_NAME.exec(cell)![0];
    pieces.push({ text: cleanName(text), isQuoted });
    at = isQuoted ? QUOTED_NAME.lastIndex : PLAIN_NAME.lastIndex;
  }
  return pieces.filter(({ text }) => text);
}

/** ["Fiction","Hindi"]; also with single quotation marks, as Python writes it, and without any: [Fiction, Hindi]. */
const ARRAY = /^\s*\[(.*)\]\s*$/s;
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
const OF_TEXTS = new RegExp(String.raw`^\s*\[\s*(?:${TEXT}\s*(?:,\s*|(?=\])))*\]\s*$`, "s");

/** A list that a program has written as an array, as people write it: names between semicolons. All else as it is. */
export function withoutArray(cell: string): string {
  const [, inside] = ARRAY.exec(cell) ?? [];
  if (inside === undefined) return cell;
  if (/,/.test(inside) && !/["'[\]{}]/.test(inside)) return inside;
  const values = arrayIn(cell);
  return values
    ? values.map((name) => (isSeveral(name) ? `"${name.replaceAll('"', '""')}"` : name)).join("; ")
    : cell;
}

function arrayIn(cell: string): string[] | null {
  const text = OF_TEXTS.test(cell)
    ? cell.replace(new RegExp(TEXT, "gs"), (one) =>
        one.startsWith("'") ? JSON.stringify(one.slice(1, -1).replace(/\\(.)/gs, "$1")) : one,
      )
    : cell;
  try {
    const values: unknown = parseGivenJson(text);
    const names = Array.isArray(values) ? values.map(nameIn) : [null];
    return names.every((name) => name !== null) ? names : null;
  } catch {
    return null;
  }
}

/** Of an object its name. */
function nameIn(value: unknown): string | null {
  if (typeof value === "string" || typeof value === "number") return String(value);
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === "string" ? name : null;
}

/** #fiction #hindi: each word begins with it. */
const HASHTAGS = /^\s*(?:#[^\s#]+\s*)+$/u;

/** 'and' in the languages that are written here. */
export const AND = /\s+(?:and|und|et|और|एवं|व|आणि|ও|এবং|અને|ਅਤੇ|மற்றும்|మరియు|ಮತ್ತು)\s+|\s*&\s*/iu;

/** Between people: Asha Rao with Neil Roy. */
export const WITH = /\s+with\s+/i;

const OUTSIDE_BRACKETS = String.raw`(?![^()]*\))`;
const TAG_SIGNS = new RegExp(`[,/>]${OUTSIDE_BRACKETS}`);

/** The tags in one piece of a cell. @returns one when it is not split */
export function tagsOfPiece(text: string, way: ListWay = "split"): string[] {
  if (way === "whole") return [text];
  const parts = text
    .split(TAG_SIGNS)
    .flatMap((part) =>
      HASHTAGS.test(part) ? part.split("#") : way === "split_and" ? part.split(AND) : [part],
    );
  return [...new Set(parts.map(cleanName).filter(Boolean))];
}

/** Whether a name has something in it that separates names in some column. */
export const isSeveral = (name: string): boolean =>
  /[;|\n,/>]|^\s*\[.*\]\s*$/.test(name) || AND.test(name) || WITH.test(name);
