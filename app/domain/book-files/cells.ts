import { BOOK_FORMATS, type BookFormat, isFormat } from "~/domain/catalogue/books/record/book-formats";
import { PUBLISHING_STATUSES } from "~/domain/catalogue/books/record/book-record";
import { cleanName } from "../catalogue/names/names";
import { piecesOf } from "./reading/lists";
import { numberIn } from "./reading/numbers";

// What people write into cells, in the form that the book form takes. What is not understood stays as it is: the
// form's own rules refuse it with their message.

/** The values of a cell with several, without empty ones and doubles. */
export function listIn(cell: string, separator?: RegExp): string[] {
  const values = separator ? cell.split(separator) : piecesOf(cell).map(({ text }) => text);
  return [...new Set(values.map(cleanName).filter(Boolean))];
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

const FORMAT_NAMES = new Map<string, BookFormat>([
  ...(Object.keys(BOOK_FORMATS) as BookFormat[]).map(
    (code) => [key(BOOK_FORMATS[code].label), code] as const,
  ),
  ...(
    ["softcover", "softback", "softbound", "pb", "pbk", "paperbackbook", "paper", "perfectbound"] as const
  ).map((name) => [name, "BC"] as const),
  ...(
    ["hardcover", "hardbound", "hardbinding", "hb", "hbk", "hc", "cloth", "clothbound", "casebound"] as const
  ).map((name) => [name, "BB"] as const),
  ...(["ebook", "epub", "kindle", "kindleedition", "pdf", "digital"] as const).map(
    (name) => [name, "ED"] as const,
  ),
  ...(["audiobook", "audio", "mp3"] as const).map((name) => [name, "AJ"] as const),
  ["boardbook", "BH"],
  ["audiocd", "AC"],
  ["compactdisc", "AC"],
  ["spiral", "BE"],
]);

/** What a longer name of a format has in it: Mass Market Paperback. */
const FORMAT_WORDS: [RegExp, BookFormat][] = [
  [/paper\s?back|soft\s?(?:cover|bound|back)/i, "BC"],
  [/hard\s?(?:cover|back|bound)|library binding/i, "BB"],
  [/board book/i, "BH"],
  [/spiral/i, "BE"],
  [/leather/i, "BG"],
  [/audio.*\bcd\b|\bcd\b.*audio/i, "AC"],
];

/** @returns a code of ONIX list 150, when the name of a format is known */
export function formatIn(cell: string): BookFormat | null {
  const code = cell.trim().toUpperCase();
  if (isFormat(code)) return code;
  const named = FORMAT_NAMES.get(key(cell));
  if (named) return named;
  const found = FORMAT_WORDS.filter(([words]) => words.test(cell));
  return found.length === 1 ? found[0]![1] : null;
}

/**
 * The code of a publishing status, by code or label; what is neither stays as it is, for the schema to
 * refuse.
 */
export function statusIn(cell: string): string {
  const named = Object.entries(PUBLISHING_STATUSES).find(([code, label]) =>
    [key(code), key(label)].includes(key(cell)),
  );
  return named?.[0] ?? cell.trim();
}

const YES = new Set(
  "1,yes,y,true,on,x,active,shown,visible,published,live,हाँ"
    .split(",")
    .concat("catalog, search", "catalog", "search"),
);
const NO = new Set(
  "0,no,n,false,off,,-1,draft,archived,hidden,inactive,unpublished,not visible,not visible individually,not shown,नहीं".split(
    ",",
  ),
);

/** @returns null when it is neither */
export function yesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/** Nothing has a thousand per cent: 12.000 is twelve. */
export const percentIn = (cell: string): string => {
  const bare = cell.trim().replace(/\s*(?:%|per ?cent)$/i, "");
  return numberIn(bare, "point") ?? bare;
};
