import type { ShelfBook } from "~/domain/catalogue/books/lists/catalogue";
import styles from "~/styles/book-more.css?url";
import { useRefusalToast } from "~/ui/frame/toasts/refusal-toast";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { AlsoLike } from "./also-like";

export interface GoneBookData {
  similar: ShelfBook[];
  /** A review that was written meanwhile, and why it could not be saved. */
  review?: { remarks: string; error: string };
}

/** In place of the page of a book that is no longer in the store: a search, and books like it. */
export function GoneBook({ similar, review }: GoneBookData) {
  useRefusalToast(review);
  return (
    <div className="page">
      <link rel="stylesheet" href={styles} precedence="default" />
      {review ? (
        <section aria-labelledby="unsaved" className="panel unsaved">
          <h2 id="unsaved" className="text-xl">
            {review.error}
          </h2>
          <p>This is what you wrote:</p>
          <blockquote dir="auto">{review.remarks}</blockquote>
        </section>
      ) : null}
      <EmptyState title="This book is no longer available" level="h1">
        <p className="text-muted">It was sold here once. Another edition, or a book like it, may be here.</p>
        <form action="/books" role="search" aria-label="Books" className="flex flex-wrap gap-3">
          <label htmlFor="gone-q" className="sr-only">
            Title, author or ISBN
          </label>
          <input
            id="gone-q"
            type="search"
            name="q"
            placeholder="Title, author or ISBN"
            className="input"
            autoComplete="off"
          />
          <Button>Search</Button>
        </form>
        <ButtonLink to="/books" variant="quiet">
          Browse All Books
        </ButtonLink>
      </EmptyState>
      <AlsoLike books={similar} />
    </div>
  );
}
