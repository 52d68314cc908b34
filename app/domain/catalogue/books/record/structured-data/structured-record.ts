import type { Book } from "~/domain/catalogue/books/book";
import { BOOK_FORMATS, isFormat } from "~/domain/catalogue/books/record/book-formats";
import type { NamedRow } from "~/domain/kit/master-data";
import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { namePath } from "~/domain/catalogue/names/name-address";

// A book's further fields for search engines (schema.org). Unknown ones are left out.

type Data = Record<string, unknown>;

/** The properties of schema.org's Book for people, by their roles; others are contributors. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  A01: [],
  A12: ["illustrator"],
  B01: ["editor"],
  B06: ["translator"],
  B10: ["editor", "translator"],
};

/** @param origin the shop's public one, for the addresses of people and series */
export function recordData(book: Book, origin: string): Data {
  const format = book.format !== null && isFormat(book.format) ? BOOK_FORMATS[book.format] : {};
  return {
    ...(book.subtitle && { alternativeHeadline: book.subtitle }),
    ...("schemaOrg" in format && { bookFormat: `https://schema.org/${format.schemaOrg}` }),
    ...peopleData(book.contributors, origin),
    ...seriesData(book, origin),
    ...((book.editionStatement ?? book.editionNumber) !== null && {
      bookEdition: book.editionStatement ?? String(book.editionNumber),
    }),
    ...originalData(book),
    ...languagesData(book),
    ...quantity("weight", book.weightG, "GRM"),
    ...quantity("height", book.heightMm, "MMT"),
    ...quantity("width", book.widthMm, "MMT"),
    ...quantity("depth", book.thicknessMm, "MMT"),
    ...((book.ageFrom ?? book.ageTo) !== null && {
      typicalAgeRange: `${book.ageFrom ?? 0}-${book.ageTo ?? ""}`,
    }),
  };
}

function peopleData(contributors: Book["contributors"], origin: string): Data {
  const people: Record<string, Data[]> = {};
  for (const { role, ...one } of contributors) {
    for (const property of PEOPLE[role] ?? ["contributor"])
      (people[property] ??= []).push(personData(one, origin));
  }
  return people;
}

/** Somebody who contributed to a book, with the address of the page about them. */
export const personData = ({ id, name }: NamedRow, origin: string): Data => ({
  "@type": "Person",
  name,
  url: origin + namePath("authors", { id, name }),
});

function seriesData({ series, seriesId, seriesNumber }: Book, origin: string): Data {
  if (series === null || seriesId === null) return {};
  const url = origin + namePath("series", { id: seriesId, name: series });
  return {
    isPartOf: { "@type": "BookSeries", name: series, url },
    ...(seriesNumber && { position: seriesNumber }),
  };
}

/** Of a book that is no translation, the original title is the title in its own script. */
function originalData({ originalTitle, originalLanguage, language }: Book): Data {
  if (originalTitle === null) return {};
  if (originalLanguage === null || originalLanguage === language.name)
    return { alternateName: originalTitle };
  const tag = languageTag(originalLanguage);
  return {
    translationOfWork: { "@type": "Book", name: originalTitle, ...(tag && { inLanguage: tag }) },
  };
}

/** Only for a text in several languages; the one language of others is among the main fields. */
function languagesData({ language, furtherLanguages }: Book): Data {
  if (furtherLanguages.length === 0) return {};
  const tags = [language, ...furtherLanguages].map(({ name }) => languageTag(name)).filter(Boolean);
  return tags.length > 0 ? { inLanguage: tags } : {};
}

/** @param unitCode of UN/CEFACT: GRM grams, MMT millimetres */
const quantity = (property: string, value: number | null, unitCode: string): Data =>
  value === null ? {} : { [property]: { "@type": "QuantitativeValue", value, unitCode } };
