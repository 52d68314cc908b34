import type { Book } from "./book";
import { type OnSale, releaseWords } from "./sale";
import { formatName } from "./book-formats";
import { PUBLISHING_STATUSES } from "./book-record";
import { AUTHOR_ROLE, roleBy } from "./contributor-roles";
import type { NamedRow as Named } from "../master-data/master-data";
import { namePath } from "./name-address";
import { subjectHeadings } from "./subject-labels.server";

// What the book's page says of it besides title, authors and price, as texts.

export interface BookFacts {
  /** People beside the authors, in their order: 'Translated by', and who did. */
  credits: { by: string; people: Named[] }[];
  /** 'Pre-order', 'Forthcoming' or 'Out of print'. */
  status: string | null;
  /** 'Released on 12 Jan 2027', of a book that is not out yet. */
  release: string | null;
  /** All languages of the text. */
  languages: string;
  /** Further rows for the list of details; only what is known. */
  rows: Row[];
}

/** @param path of the page in the store that the value names */
type Row = [label: string, value: string, path?: string];

export function bookFacts(book: Book & OnSale): BookFacts {
  const release = book.forthcoming && releaseWords(book.forthcoming);
  return {
    credits: creditsOf(book.contributors),
    // A book whose publication date has come is no longer forthcoming, even if it is still called so.
    status:
      release?.label ?? (book.publishingStatus === "out_of_print" ? PUBLISHING_STATUSES.out_of_print : null),
    release: release?.day ?? null,
    languages: [book.language, ...book.furtherLanguages].map(({ name }) => name).join(", "),
    rows: rowsOf(book).filter((row): row is Row => Boolean(row[1])),
  };
}

/** Each role once, in the order of the first person with it. */
function creditsOf(contributors: Book["contributors"]): BookFacts["credits"] {
  const people = new Map<string, Named[]>();
  for (const { id, name, role } of contributors) {
    if (role === AUTHOR_ROLE) continue;
    people.set(roleBy(role), [...(people.get(roleBy(role)) ?? []), { id, name }]);
  }
  return [...people].map(([by, names]) => ({ by, people: names }));
}

function rowsOf(book: Book): [label: string, value: string | null, path?: string][] {
  return [
    ["Format", formatName(book.format)],
    ["Imprint", book.imprint],
    seriesRow(book),
    ["Edition", book.editionStatement ?? (book.editionNumber === null ? null : String(book.editionNumber))],
    ["Original title", book.originalTitle],
    ["Original language", book.originalLanguage],
    ["Size", sizeOf(book)],
    ["Weight", book.weightG === null ? null : `${book.weightG} g`],
    ["Age", agesOf(book)],
    ["Subjects", subjectHeadings([...book.thema, ...book.bisac]).join(", ")],
  ];
}

function seriesRow({ series, seriesId, seriesNumber }: Book): [string, string | null, string?] {
  if (series === null || seriesId === null) return ["Series", null];
  const path = namePath("series", { id: seriesId, name: series });
  return ["Series", [series, seriesNumber].filter(Boolean).join(", "), path];
}

/** Height, width and thickness, e.g. '198 × 129 × 20 mm'; thickness only with the others. */
function sizeOf({ heightMm, widthMm, thicknessMm }: Book): string | null {
  if (heightMm === null || widthMm === null) return null;
  return `${[heightMm, widthMm, thicknessMm].filter((side) => side !== null).join(" × ")} mm`;
}

function agesOf({ ageFrom, ageTo }: Book): string | null {
  if (ageFrom === null) return ageTo === null ? null : `Up to ${ageTo}`;
  if (ageTo === null) return `${ageFrom} and older`;
  return ageFrom === ageTo ? String(ageFrom) : `${ageFrom} to ${ageTo}`;
}
