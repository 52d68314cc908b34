import type { BookCard as Book } from "~/domain/catalog/catalog";
import { BookCard } from "./book-card";

/** 1 to 4 columns, by the width there is. @param priority the first cover is the page's largest picture */
export function BookGrid({ books, priority, label }: { books: Book[]; priority?: boolean; label?: string }) {
  return (
    <div className="@container">
      <ul
        aria-label={label}
        className="grid grid-cols-1 gap-x-6 gap-y-8 @md:grid-cols-2 @md:gap-y-10 @2xl:grid-cols-3 @3xl:grid-cols-4"
      >
        {books.map((book, index) => (
          <li key={book.id}>
            <BookCard book={book} priority={priority && index === 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}
