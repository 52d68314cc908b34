import type { ReactNode } from "react";
import { Link } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { Cover } from "~/ui/store/cover";

/** The book that a form is about: its cover, and its title as a link. @param children a line below the title */
export function NamedBook({
  book,
  children,
}: {
  book: { id: number; title: string; cover: string | null };
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-5">
      <div className="book-cover">
        <Cover cover={book.cover} title={book.title} width={160} sizes="5rem" />
      </div>
      <div className="min-w-0">
        <p dir="auto" className="font-display text-xl wrap-anywhere">
          <Link to={bookPath(book)} className="hover:text-accent underline-offset-3 hover:underline">
            {book.title}
          </Link>
        </p>
        {children}
      </div>
    </div>
  );
}
