import { bookPath } from "~/domain/catalogue/books/book-address";
import type { ReactNode } from "react";
import { Link, useViewTransitionState } from "react-router";
import type { BookCard as Book } from "~/domain/catalogue/books/lists/catalogue";
import { percentOff } from "~/domain/kit/money";
import { AddToCart } from "../book/add-to-cart";
import { Cover } from "../cover";
import { Price } from "../price";
import { Release } from "../book/release";
import { Stars } from "../stars";
import { titleFit } from "./title-fit";

/** The widths of a cover in the grid, see .book-grid. */
const SIZES = "(min-width: 48rem) 15rem, 44vw";

/**
 * A book in a grid. The whole card is a link to the book.
 * @param brief the book's brief, for the first book of the list
 * @param children the card's actions; 'Add to Cart' by default
 */
export function BookCard({
  book,
  brief,
  priority,
  children,
}: {
  book: Book;
  brief?: string;
  priority?: boolean;
  children?: ReactNode;
}) {
  return (
    <article className="book-card">
      <CardCover book={book}>
        <Cover
          cover={book.cover}
          title={book.title}
          by={book.authors.join(", ")}
          sizes={SIZES}
          priority={priority}
        />
      </CardCover>
      <div>
        <h3 className={titleFit(book.title)}>
          <BookLink book={book} />
        </h3>
        <Byline book={book} />
        {book.note ? (
          <p className="note" dir="auto">
            {book.note}
          </p>
        ) : null}
        {brief ? (
          <p className="brief" dir="auto">
            {brief}
          </p>
        ) : null}
        {book.ratingCount > 0 ? <Stars rating={book.rating} count={book.ratingCount} /> : null}
        <p className="cost">
          <Price price={book.price} salePrice={book.salePrice} yourPrice={book.yourPrice} />{" "}
          <SaleBadge {...book} />
        </p>
        <Release forthcoming={book.forthcoming} />
        {children ?? <AddToCart book={book} className="buy" />}
      </div>
    </article>
  );
}

/** Who wrote it, under its title. */
export function Byline({ book }: { book: Pick<Book, "authors"> }) {
  return (
    <p className="by" dir="auto">
      {book.authors.join(", ")}
    </p>
  );
}

/** The title, as a link that covers the whole card. */
export function BookLink({ book }: { book: Pick<Book, "id" | "title" | "lang"> }) {
  return (
    <Link to={bookPath(book)} className="card-link" lang={book.lang} dir="auto" viewTransition>
      {book.title}
    </Link>
  );
}

/** The cover; it moves to its position on the book's page when that opens, and back. */
export function CardCover({ book, children }: { book: Pick<Book, "id" | "title">; children: ReactNode }) {
  const isMoving = useViewTransitionState(bookPath(book));
  return <div className={isMoving ? "book-cover cover-moves" : "book-cover"}>{children}</div>;
}

/** Shown when there is a sale price (docs/specification.md §9). */
export function SaleBadge({
  price,
  salePrice,
  yourPrice,
}: {
  price: number;
  salePrice: number | null;
  yourPrice?: number;
}) {
  if (salePrice === null || yourPrice !== undefined) return null;
  return <span className="sale">{percentOff(price, salePrice)}% off</span>;
}
