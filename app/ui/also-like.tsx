import { Link } from "react-router";
import type { BookCard } from "~/domain/catalog/catalog";
import { Cover } from "./cover";
import { Price } from "./price";

/** Recommended books: small cards in one or two rows. Nothing at all when there are none. */
export function AlsoLike({ books }: { books: BookCard[] }) {
  if (books.length === 0) return null;
  const isShort = books.length <= 4;
  const columns = isShort ? "max-w-3xl grid-cols-2 sm:grid-cols-4" : "grid-cols-3 md:grid-cols-6";
  return (
    <section aria-labelledby="also-like" className="border-line mt-14 border-t pt-8">
      <h2 id="also-like" className="mb-5 text-2xl">
        You may also like
      </h2>
      <ul className={`grid gap-x-4 gap-y-6 sm:gap-x-6 ${columns}`}>
        {books.map((book) => (
          <li key={book.id} className="group relative">
            <div className="book-cover relative mb-2">
              <Cover
                cover={book.cover}
                title={book.title}
                width={160}
                sizes={isShort ? "(min-width: 40rem) 11rem, 45vw" : "(min-width: 48rem) 10rem, 30vw"}
              />
            </div>
            <h3 className={`line-clamp-3 ${isShort ? "" : "text-sm lg:text-base"}`}>
              <Link to={`/books/${book.id}`} className="group-hover:text-accent after:absolute after:inset-0">
                {book.title}
              </Link>
            </h3>
            <p className="text-muted line-clamp-2 text-sm">{book.authors.join(", ")}</p>
            <p className="text-sm">
              <Price price={book.price} salePrice={book.salePrice} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
