import { bookPath } from "~/domain/catalogue/books/book-address";
import { BOOK_FORMATS, isFormat } from "~/domain/catalogue/books/record/book-formats";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { personData } from "./structured-record";
import type { NamedRow } from "~/domain/kit/master-data";
import type { Edition } from "~/domain/catalogue/books/editions";

/**
 * The work of a book for search engines: schema.org's Book with its editions as `workExample`, each the book of its own
 * page. @param origin the shop's public origin @returns empty without other editions
 */
export function workData(
  book: { title: string; authors: NamedRow[] },
  editions: Edition[],
  origin: string,
): Record<string, unknown> {
  if (editions.length === 0) return {};
  return {
    exampleOfWork: {
      "@type": "Book",
      name: book.title,
      ...(book.authors.length > 0 && {
        author: book.authors.map((author) => personData(author, origin)),
      }),
      workExample: editions.map((edition) => exampleData(edition, origin)),
    },
  };
}

function exampleData(edition: Edition, origin: string): Record<string, unknown> {
  const url = origin + bookPath(edition);
  const format = edition.format !== null && isFormat(edition.format) ? BOOK_FORMATS[edition.format] : {};
  const isbn = edition.isbn13 && toIsbn13(edition.isbn13);
  return {
    "@type": "Book",
    "@id": `${url}#book`,
    url,
    name: edition.title,
    ...(isbn && { isbn }),
    ...("schemaOrg" in format && { bookFormat: `https://schema.org/${format.schemaOrg}` }),
  };
}
