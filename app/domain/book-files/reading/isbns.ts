import { bareIsbn, isbnForms, isValidIsbn, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { asciiDigits } from "~/domain/kit/digits";

// What stands in a column of ISBNs or other numbers of books.

/** Words that people write for none. */
const NONE = new Set(
  "na,n/a,n.a,n.a.,nil,null,none,no,not,not available,not applicable,not assigned,no isbn,without isbn,unknown,tba,tbd,tbc,to be announced,awaited,pending,applied,x,xx,xxx,#n/a,nan,undefined,blank,empty".split(
    ",",
  ),
);

/** Whether a cell says that there is nothing: NA, N/A, nil, 0, -, none, ?. */
export function isNone(cell: string): boolean {
  const text = asciiDigits(cell).trim().toLowerCase();
  return text !== "" && (NONE.has(text) || /^[0\s.\p{P}\p{S}]+$/u.test(text));
}

/** 9.78814E+12: a spreadsheet has dropped the last digits. */
const isCutNumber = (cell: string): boolean => /^\d(?:[.,]\d+)?e\+\d{1,2}$/i.test(cell);

/**
 * The same after the file was saved with it: 9788130000000. Its check digit is right by chance in one of ten, as in
 * 9788190000000, which all from 9788185000000 to 9788194999999 become; if it is wrong, fewer zeros are enough. No spreadsheet
 * writes hyphens: with them a right check digit is believed.
 */
const isRounded = (cell: string, isbn: string): boolean =>
  isValidIsbn(isbn)
    ? /^97[89]\d{3,}0{7}$/.test(isbn) && !/\d\p{Pd}\d/u.test(cell)
    : /^97[89]\d+0{5}$/.test(isbn);

const CUT =
  "a spreadsheet has cut its digits, so it is left out. Format the column as a number without decimals there, and save the file again";

interface ReadIsbn {
  /** In thirteen digits where it is valid; empty: there is none. */
  isbn: string;
  warning?: string;
}

/** Digits with hyphens or blanks between them, as many as an ISBN has. */
const IN_WORDS = /(?<![\d\p{Pd}])(?:97[89][\s\p{Pd}]?)?(?:\d[\s\p{Pd}]?){9}[\dXx](?![\d])/gu;

/** The ISBN of a cell: with words around it, of two the first, none of a placeholder. */
export function isbnIn(cell: string): ReadIsbn {
  // Spreadsheets that must keep the digits write '978… or ="978…".
  const text = asciiDigits(cell)
    .trim()
    .replace(/^'|^="(.*)"$/, "$1")
    .replace(/^(\d{9,13})\.0+$/, "$1")
    .trim();
  if (!text || isNone(text)) return { isbn: "" };
  if (isCutNumber(text) || /^97\d+e\+?\d{1,2}$/i.test(text)) return { isbn: "", warning: `${text}: ${CUT}` };
  const bare = bareIsbn(text);
  if (isRounded(text, bare)) {
    const remedy = isValidIsbn(bare) ? ". If it is right, write it with hyphens" : "";
    return { isbn: "", warning: `${bare}: ${CUT}${remedy}` };
  }
  if (isbnForms(bare).length > 0) return { isbn: toIsbn13(bare) ?? bare };
  const found = [...text.matchAll(IN_WORDS)].map(([match]) => bareIsbn(match));
  const isbns = [...new Set(found.map((one) => toIsbn13(one) ?? one))].filter(
    (one) => isbnForms(one).length > 0,
  );
  const [first] = isbns.filter(isValidIsbn).length > 0 ? isbns.filter(isValidIsbn) : isbns;
  if (!first) {
    const hasWords = /\p{L}{3}/u.test(text.replace(/isbn/gi, ""));
    if (/\d/.test(text) && bare.length <= 13 && !hasWords) return { isbn: bare };
    return { isbn: "", warning: `“${text.slice(0, 40)}” is no ISBN, so it is left out` };
  }
  if (isbns.length === 1) return { isbn: first };
  return { isbn: first, warning: `Of the ISBNs “${text.slice(0, 60)}” ${first} is taken` };
}

/** A SKU; none of a placeholder, nor of a number whose digits a spreadsheet has cut. */
export function skuIn(cell: string): { sku: string; warning?: string } {
  const text = cell.trim().replace(/^'/, "");
  if (isNone(text)) return { sku: "" };
  return isCutNumber(text) ? { sku: "", warning: `${text}: ${CUT}` } : { sku: text };
}
