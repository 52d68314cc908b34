import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ShelfBook } from "~/domain/catalogue/books/lists/catalogue";
import { namePath } from "~/domain/catalogue/names/name-address";
import type { NamedRow } from "~/domain/kit/master-data";
import { BookLink, Byline } from "../lists/book-card";
import { Cover } from "../cover";
import { Price } from "../price";
import { titleFit } from "../lists/title-fit";

/** Recommended books, with small covers. Renders nothing when there are none. */
export const AlsoLike = ({ books }: { books: ShelfBook[] }) => (
  <SmallShelf id="also-like" heading="You may also like" books={books} />
);

/** Other books by an author, who is named once. Renders nothing when there are none. */
export const MoreBy = ({ author, books }: { author: NamedRow | undefined; books: BookOfOne[] }) =>
  author ? (
    <SmallShelf
      id="more-by"
      heading={
        <>
          {"More by "}
          <Link to={namePath("authors", author)} className="link">
            <bdi>{author.name}</bdi>
          </Link>
        </>
      }
      books={books}
      author={author.name}
    />
  ) : null;

/** A book whose author is named elsewhere. */
export type BookOfOne = Omit<ShelfBook, "authors"> & { authors?: never };

/** @param author of all books, if the heading names one */
export function SmallShelf({
  id,
  heading,
  books,
  author,
}: {
  id: string;
  heading: ReactNode;
  books: BookOfOne[] | ShelfBook[];
  author?: string;
}) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby={id} className="shelf">
      <h2 id={id}>{heading}</h2>
      <ul>
        {books.map((book) => (
          <li key={book.id}>
            <div className="book-cover">
              <Cover
                cover={book.cover}
                title={book.title}
                by={author ?? book.authors?.join(", ")}
                width={160}
                sizes="(min-width: 64rem) 10rem, 28vw"
              />
            </div>
            <h3 className={titleFit(book.title)}>
              <BookLink book={book} />
            </h3>
            {book.authors ? <Byline book={book} /> : null}
            <p>
              <Price price={book.price} salePrice={book.salePrice} yourPrice={book.yourPrice} />
            </p>
            {book.notOnSale ? <p className="text-muted">{book.notOnSale}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
