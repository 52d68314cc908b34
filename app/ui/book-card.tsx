import type { ReactNode } from "react";
import { Link } from "react-router";
import type { BookCard as Book } from "~/domain/catalog/catalog";
import { percentOff } from "~/domain/money";
import { AddToCart } from "./add-to-cart";
import { Cover } from "./cover";
import { Price } from "./price";
import { Stars } from "./stars";

/**
 * On a narrow screen the cover stands beside the text, else above it. The whole card leads to the book.
 * @param children what can be done with the book; 'Add to Cart' unless given
 */
export function BookCard({
  book,
  priority,
  children,
}: {
  book: Book;
  priority?: boolean;
  children?: ReactNode;
}) {
  return (
    <article className="group relative grid h-full grid-cols-[7rem_minmax(0,1fr)] gap-4 @md:grid-cols-1 @md:grid-rows-[auto_1fr] @md:gap-3">
      <div className="book-cover relative self-start">
        <Cover
          cover={book.cover}
          title={book.title}
          sizes="(min-width: 31rem) 13rem, 7rem"
          priority={priority}
        />
        <SaleBadge
          price={book.price}
          salePrice={book.salePrice}
          className="absolute -top-2 left-2 z-1 max-sm:text-xs"
        />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1">
        <h3 className="line-clamp-3 text-lg">
          <Link to={`/books/${book.id}`} className="group-hover:text-accent after:absolute after:inset-0">
            {book.title}
          </Link>
        </h3>
        <p className="text-muted line-clamp-2 max-w-full text-sm">{book.authors.join(", ")}</p>
        {book.ratingCount > 0 ? <Stars rating={book.rating} count={book.ratingCount} /> : null}
        <p className="mt-auto pt-1">
          <Price price={book.price} salePrice={book.salePrice} />
        </p>
        {children ?? <AddToCart book={book} className="relative mt-1 @md:w-full" buttonClass="@md:w-full" />}
      </div>
    </article>
  );
}

/** Specification section 9: shown when there is a sale price. */
export function SaleBadge({
  price,
  salePrice,
  className = "",
}: {
  price: number;
  salePrice: number | null;
  className?: string;
}) {
  if (salePrice === null) return null;
  return (
    <span className={`bg-accent text-on-accent rounded-sm px-2 py-0.5 text-sm font-semibold ${className}`}>
      {percentOff(price, salePrice)}% off
    </span>
  );
}
