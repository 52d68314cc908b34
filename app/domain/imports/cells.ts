import { BOOK_FORMATS, type BookFormat, isFormat } from "../catalogue/book-formats";
import { PUBLISHING_STATUSES } from "../catalogue/book-record";
import { type ContributorRole, CONTRIBUTOR_ROLES, ROLES } from "../catalogue/contributor-roles";
import { isPlainDate } from "../dates";
import { cleanName } from "../master-data/names";
import type { ImportedContributor } from "./imported-book";

// What people write into cells, in the form that the book form takes. What is not understood stays as it is: the
// form's own rules refuse it with their message.

/** The values of a cell with several, without empty ones and doubles. */
export function listIn(cell: string, separator?: RegExp): string[] {
  const values = separator ? cell.split(separator) : namesIn(cell);
  return [...new Set(values.map(cleanName).filter(Boolean))];
}

/** What stands between two names of a cell. */
export const NAME_SEPARATOR = /[;|\n]/;
/** A role in brackets may follow. */
const QUOTED_NAME = /\s*"((?:[^"]|"")*)"(\s*\([^()]*\))?\s*(?=[;|\n]|$)/y;
const PLAIN_NAME = /[^;|\n]*/y;

/** Names; one with a separator in it stands in quotation marks: Kamala Rao; "Rao; Sons" (Editor). */
function namesIn(cell: string): string[] {
  const names: string[] = [];
  for (let at = 0; at <= cell.length; at++) {
    QUOTED_NAME.lastIndex = PLAIN_NAME.lastIndex = at;
    const [, inside = "", role = ""] = QUOTED_NAME.exec(cell) ?? [];
    // Without a separator the marks belong to the name.
    const isQuoted = NAME_SEPARATOR.test(inside);
    names.push(isQuoted ? inside.replaceAll('""', '"') + role : PLAIN_NAME.exec(cell)![0]);
    at = isQuoted ? QUOTED_NAME.lastIndex : PLAIN_NAME.lastIndex;
  }
  return names;
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

const FORMAT_NAMES = new Map<string, BookFormat>([
  ...(Object.keys(BOOK_FORMATS) as BookFormat[]).map(
    (code) => [key(BOOK_FORMATS[code].label), code] as const,
  ),
  ...(["softcover", "softback", "softbound", "pb", "pbk", "paperbackbook"] as const).map(
    (name) => [name, "BC"] as const,
  ),
  ...(["hardcover", "hardbound", "hardbinding", "hb", "hbk", "cloth"] as const).map(
    (name) => [name, "BB"] as const,
  ),
  ...(["ebook", "epub", "kindle", "kindleedition", "pdf", "digital"] as const).map(
    (name) => [name, "ED"] as const,
  ),
  ...(["audiobook", "audio", "mp3"] as const).map((name) => [name, "AJ"] as const),
  ["boardbook", "BH"],
  ["spiral", "BE"],
]);

/** @returns a code of ONIX list 150, when the name of a format is known */
export function formatIn(cell: string): BookFormat | null {
  const code = cell.trim().toUpperCase();
  return isFormat(code) ? code : (FORMAT_NAMES.get(key(cell)) ?? null);
}

export function statusIn(cell: string): string {
  const named = Object.entries(PUBLISHING_STATUSES).find(([code, label]) =>
    [key(code), key(label)].includes(key(cell)),
  );
  return named?.[0] ?? cell.trim();
}

const YES = new Set(["1", "yes", "y", "true", "on", "x", "active", "हाँ"]);
const NO = new Set(["0", "no", "n", "false", "off", "", "-1", "draft", "archived", "नहीं"]);

/** @returns null when it is neither */
export function yesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/** "Rs. 1,200/-" → "1,200"; the form reads the rest. */
export const amountIn = (cell: string): string =>
  cell
    .trim()
    .replace(/^(?:rs\.?|inr|₹)\s*/i, "")
    .replace(/\s*(?:\/-|inr)$/i, "");

export const percentIn = (cell: string): string => cell.trim().replace(/\s*%$/, "");

/** Days as India writes them: 15/08/2026, 15-8-2026, 15.08.2026. Of a time, its day. */
export function dayIn(cell: string): string {
  const text = cell.trim();
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (year && isPlainDate(date)) return date;
  return /^\d{4}-\d\d-\d\d[T ]/.test(text) ? text.slice(0, 10) : text;
}

const LENGTHS: Record<string, number> = { mm: 1, cm: 10, in: 25.4, inch: 25.4, m: 1000 };
const WEIGHTS: Record<string, number> = {
  g: 1,
  gm: 1,
  gms: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  oz: 28.349_523_125,
  lb: 453.592_37,
  lbs: 453.592_37,
};

/**
 * A weight in grams or a length in millimetres.
 * @param unit of the heading; one in the cell wins
 */
export function measureIn(cell: string, kind: "weight" | "length", unit?: string): string {
  const [, number = "", own = ""] = /^\s*(\d+(?:\.\d+)?)\s*(\p{L}*)\.?\s*$/u.exec(cell) ?? [];
  const units = kind === "weight" ? WEIGHTS : LENGTHS;
  const factor = units[(own || unit || (kind === "weight" ? "g" : "mm")).toLowerCase()];
  if (!number || !factor) return cell.trim();
  const whole = Math.round(Number(number) * factor);
  // Other systems write 0 for what they do not know.
  return whole === 0 ? "" : String(whole);
}

const ROLE_NAMES = new Map<string, ContributorRole>(
  ROLES.flatMap((role) => {
    const { label, by } = CONTRIBUTOR_ROLES[role];
    return [
      [key(label), role],
      [key(by), role],
      [role.toLowerCase(), role],
    ] as const;
  }),
);

/** "Rabindranath Tagore; Radha Chakravarty (Translator)". Without a role in brackets: `otherwise`. */
export function contributorsIn(cell: string, otherwise: ContributorRole): ImportedContributor[] {
  return listIn(cell).map((text) => {
    const [, name = "", inside = ""] = /^(.*\S)\s*\(([^()]*)\)$/.exec(text) ?? [];
    const role = ROLE_NAMES.get(key(inside));
    return role ? { name, role } : { name: text, role: otherwise };
  });
}
