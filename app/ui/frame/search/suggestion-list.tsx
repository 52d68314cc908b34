import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { formatRupees } from "~/domain/kit/money";
import type { Suggestions } from "~/domain/catalogue/finding/suggestions/suggestions";
import { Cover } from "~/ui/store/cover";
import styles from "~/styles/suggestions.css?url";
import { countWords, suggestFor, type Suggesting } from "./suggesting";

export interface SuggestionsProps {
  /** Of the search field. */
  id: string;
}

const SHOPPERS: Suggesting<Suggestions> = {
  address: "/books/suggest",
  countOf: ({ books, names }) => names.reduce((sum, group) => sum + group.names.length, books.length),
};

/**
 * Books and names below a search field, for the beginning of a search. The arrow keys choose one and Enter opens it; without
 * a choice, Enter searches. If nothing can be fetched, there is no list.
 */
export function SuggestionList({ id }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [found, show] = useState<Suggestions | null>(null);
  useEffect(
    () => suggestFor(document.getElementById(id) as HTMLInputElement, list.current!, SHOPPERS, show),
    [id],
  );
  const isEmpty = !found || SHOPPERS.countOf(found) === 0;
  const option = { role: "option", tabIndex: -1 };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <span role="status" className="sr-only">
        {found ? countWords(SHOPPERS.countOf(found)) : ""}
      </span>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={isEmpty}>
        {found && found.books.length > 0 ? (
          <div role="group" aria-label="Books">
            <p aria-hidden="true">Books</p>
            {found.books.map((book) => (
              <Link key={book.id} to={bookPath(book)} {...option} id={`${id}-book-${book.id}`}>
                <span aria-hidden="true" className="book-cover">
                  <Cover cover={book.cover} title={book.title} width={160} sizes="32px" />
                </span>
                <span>
                  <span lang={book.lang} dir="auto">
                    {book.title}
                  </span>{" "}
                  <small className="by" dir="auto">
                    {book.authors.join(", ")}
                  </small>
                </span>{" "}
                <span className="price">{formatRupees(book.yourPrice ?? book.salePrice ?? book.price)}</span>
              </Link>
            ))}
          </div>
        ) : null}
        {found?.names.map(({ kind, label, names }) => (
          <div key={kind} role="group" aria-label={label}>
            <p aria-hidden="true">{label}</p>
            {names.map(({ name, path }) => (
              <Link key={path} to={path} {...option} id={`${id} ${path}`.replaceAll(" ", "-")}>
                <span dir="auto">{name}</span>
              </Link>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
