import type { ShelfBook } from "~/domain/catalogue/catalogue";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { AlsoLike } from "./also-like";

/** In place of the page of a book that is no longer in the store: a search, and books like it. */
export function GoneBook({ similar }: { similar: ShelfBook[] }) {
  return (
    <div className="page py-16!">
      <title>No longer available</title>
      <EmptyState title="This book is no longer available" level="h1">
        <p className="text-muted">It was sold here once. Another edition, or a book like it, may be here.</p>
        <form
          action="/books"
          role="search"
          aria-label="Books"
          className="flex flex-wrap justify-center gap-3"
        >
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
