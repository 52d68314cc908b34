import type { BookCard as Book } from "~/domain/catalogue/books/lists/catalogue";
import { BookCard } from "./book-card";

/**
 * 1 to 4 columns, depending on the width.
 * @param priority the first cover is the page's largest picture
 * @param lead the first book's brief; with it the first book gets a row, or most of one, to itself
 */
export function BookGrid({
  books,
  priority,
  label,
  lead,
}: {
  books: Book[];
  priority?: boolean;
  label?: string;
  lead?: string;
}) {
  return (
    <div className="book-grid">
      <ul aria-label={label}>
        {books.map((book, index) => {
          const isLead = lead !== undefined && index === 0;
          return (
            <li key={book.id} className={isLead ? "lead" : undefined}>
              <BookCard book={book} brief={isLead ? lead : undefined} priority={priority && index === 0} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
