import type { Book } from "../book";
import { importedFrom } from "~/domain/kit/addresses/countries";
import { type OnSale, releaseWords } from "../sale/sale";
import { formatName } from "./book-formats";
import { PUBLISHING_STATUSES } from "./book-record";
import { AUTHOR_ROLE, roleBy } from "./contributor-roles";
import type { NamedRow as Named } from "~/domain/kit/master-data";
import { languageTag, ownLanguageName } from "./language-tags";
import { namePath } from "../../names/name-address";
import { subjectHeadings } from "./subject-labels.server";
import { textLanguage } from "./text-language";

// What the book's page says of it besides title, authors and price, as texts.

export interface BookFacts {
  /** Without authors the editors are named in place of them, and said in the credits. */
  hasAuthors: boolean;
  /** People beside the authors, in their order: 'Translated by', and who did. */
  credits: { by: string; people: Named[] }[];
  /** 'Pre-order', 'Forthcoming' or 'Out of print'. */
  status: string | null;
  /** 'Out on 12 Jan 2027', of a book that is not out yet. */
  release: string | null;
  /** What the language and the further ones call themselves, with their `lang`: 'বাংলা'. null: as in English, or not known. */
  ownNames: ([name: string, lang: string | null] | null)[];
  /** The title in its own script, where it is another one, with its `lang`. */
  original?: { title: string; lang?: string };
  /** The language that the book was translated from. */
  translatedFrom?: string;
  /** Further rows for the list of details; only what is known. */
  rows: Row[];
}

/** @param path of the page in the store that the value names */
type Row = [label: string, value: string, path?: string];

/** @param ownNameOf a language's name in its own script as staff wrote it, by the language's id */
export function bookFacts(
  book: Book & OnSale,
  ownNameOf: (languageId: number) => string | null = () => null,
): BookFacts {
  const release = book.forthcoming && releaseWords(book.forthcoming);
  return {
    hasAuthors: book.contributors.some(({ role }) => role === AUTHOR_ROLE),
    credits: creditsOf(book.contributors),
    // A book whose publication date has come is no longer forthcoming, even if it is still called so.
    status:
      release?.label ?? (book.publishingStatus === "out_of_print" ? PUBLISHING_STATUSES.out_of_print : null),
    release: release?.day ?? null,
    ownNames: [book.language, ...book.furtherLanguages].map(({ id, name }) => {
      const tag = languageTag(name);
      const own = ownNameOf(id) ?? ownLanguageName(tag);
      return own === null || own === name ? null : [own, tag];
    }),
    ...originalOf(book),
    rows: rowsOf(book).filter((row): row is Row => Boolean(row[1])),
  };
}

function originalOf({ title, originalTitle, originalLanguage, language, furtherLanguages }: Book) {
  const from = originalLanguage ?? language.name;
  const isTranslated = ![language, ...furtherLanguages].some(({ name }) => name === from);
  const lang = originalTitle ? textLanguage(originalTitle, languageTag(from)) : undefined;
  return {
    ...(originalTitle &&
      originalTitle !== title && { original: { title: originalTitle, ...(lang && { lang }) } }),
    ...(isTranslated && { translatedFrom: from }),
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
    ["Country of origin", importedFrom(book.countryOfOrigin)],
    ["Imported by", importedFrom(book.countryOfOrigin) && book.importer],
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
