import { atomFeed } from "~/platform/atom";
import { bookPath } from "../book-address";
import type { BookDetails } from "./catalogue";

/** Number of books in the feed. */
export const FEED_BOOKS = 30;

export interface NewBook extends BookDetails {
  /** UTC, ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/**
 * The newest books as an Atom feed.
 * @param books newest first
 * @param made the feed's date if there are no books
 */
export function booksFeed(books: NewBook[], shop: { origin: string; name: string }, made: Date): string {
  const { origin, name } = shop;
  return atomFeed({
    self: `${origin}/feed.xml`,
    title: `New books at ${name}`,
    page: `${origin}/books?sort=newest`,
    author: name,
    icon: `${origin}/icons/icon-192.png`,
    entries: books.map((book) => ({
      // Stays the same when the title changes.
      id: `${origin}/books/${book.id}`,
      title: book.title,
      published: book.createdAt,
      updated: book.updatedAt,
      page: origin + bookPath(book),
      summary: book.brief,
      authors: book.authors.map((author) => author.name),
      categories: book.tags.map((tag) => tag.name),
    })),
    made,
  });
}
