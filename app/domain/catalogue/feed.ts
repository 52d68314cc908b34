import { bookPath } from "./book-address";
import { XML_HEAD, xmlText } from "~/platform/xml";
import type { BookDetails } from "./catalogue";

/** Number of books in the feed. */
export const FEED_BOOKS = 30;

export interface NewBook extends BookDetails {
  /** UTC, ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/**
 * The newest books as an Atom feed (RFC 4287).
 * @param books newest first
 * @param made the feed's date if there are no books
 */
export function atomFeed(books: NewBook[], shop: { origin: string; name: string }, made: Date): string {
  const self = `${shop.origin}/feed.xml`;
  const updated =
    books
      .map((book) => book.updatedAt)
      .sort()
      .at(-1) ?? made.toISOString();
  return [
    XML_HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">\n',
    atomElement("id", self),
    atomElement("title", `New books at ${shop.name}`),
    atomElement("updated", updated),
    `<author>${atomElement("name", shop.name)}</author>\n`,
    atomLink("self", self, "application/atom+xml"),
    atomLink("alternate", `${shop.origin}/books?sort=newest`, "text/html"),
    atomElement("icon", `${shop.origin}/icons/icon-192.png`),
    ...books.map((book) => entry(book, shop.origin)),
    "</feed>\n",
  ].join("");
}

function entry(book: NewBook, origin: string): string {
  const url = origin + bookPath(book);
  return [
    "<entry>\n",
    // Stays the same when the title changes.
    atomElement("id", `${origin}/books/${book.id}`),
    atomElement("title", book.title),
    atomElement("published", book.createdAt),
    atomElement("updated", book.updatedAt),
    // An entry without authors inherits the feed's author, the shop.
    ...book.authors.map(({ name }) => `<author>${atomElement("name", name)}</author>\n`),
    atomLink("alternate", url, "text/html"),
    ...book.tags.map(({ name }) => `<category term="${xmlText(name)}"/>\n`),
    atomElement("summary", book.brief),
    "</entry>\n",
  ].join("");
}

/** @param text not escaped */
export const atomElement = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>\n`;

export const atomLink = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>\n`;
