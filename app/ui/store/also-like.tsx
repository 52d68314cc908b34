import type { ShelfBook } from "~/domain/catalogue/catalogue";
import { BookLink, Byline } from "./book-card";
import { Cover } from "./cover";
import { Price } from "./price";
import { titleFit } from "./title-fit";

/** Recommended books, with small covers. Renders nothing when there are none. */
export function AlsoLike({ books }: { books: ShelfBook[] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="also-like" className="shelf">
      <h2 id="also-like">You may also like</h2>
      <ul>
        {books.map((book) => (
          <li key={book.id}>
            <div className="book-cover">
              <Cover
                cover={book.cover}
                title={book.title}
                by={book.authors.join(", ")}
                width={160}
                sizes="(min-width: 64rem) 10rem, 28vw"
              />
            </div>
            <h3 className={titleFit(book.title)}>
              <BookLink book={book} />
            </h3>
            <Byline book={book} />
            <p>
              <Price price={book.price} salePrice={book.salePrice} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
