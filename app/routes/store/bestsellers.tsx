import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import type { BookCard } from "~/domain/catalog/catalog";
import { bestsellers } from "~/domain/catalog/shelves.server";
import { AddToCart } from "~/ui/add-to-cart";
import { ButtonLink } from "~/ui/button";
import { Cover } from "~/ui/cover";
import { EmptyState } from "~/ui/empty-state";
import { PageHeading } from "~/ui/page-heading";
import { pageMeta } from "~/ui/page-meta";
import { Price } from "~/ui/price";
import type { Route } from "./+types/bestsellers";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const titles = loaderData?.books.map((book) => book.title).join(", ");
  return pageMeta(matches, {
    title: "Bestsellers",
    description: `The books that our readers buy most, the most popular first${titles ? `: ${titles}` : ""}`,
    path: "/bestsellers",
  });
}

export async function loader() {
  return { books: await bestsellers(readDb) };
}

export default function Bestsellers({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeading>Bestsellers</PageHeading>
      {books.length === 0 ? (
        <EmptyState title="Nothing has been sold yet">
          <p className="text-muted">The first order decides who leads this list.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <ol className="grid grid-cols-1 gap-x-12 lg:grid-cols-2">
          {books.map((book, index) => (
            <li key={book.id} className="border-line border-b py-4">
              <RankedBook book={book} rank={index + 1} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function RankedBook({ book, rank }: { book: BookCard; rank: number }) {
  return (
    <article className="group relative grid grid-cols-[2.25rem_4.5rem_minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[2.75rem_5rem_minmax(0,1fr)_auto] sm:gap-x-4">
      <p className="font-display text-accent text-2xl font-semibold tabular-nums sm:text-3xl">
        <span className="sr-only">Rank </span>
        {rank}
      </p>
      <div
        className={`book-cover relative max-sm:row-span-2 ${book.stock === 0 ? "opacity-50 grayscale" : ""}`}
      >
        <Cover cover={book.cover} title={book.title} width={160} sizes="5rem" priority={rank === 1} />
      </div>
      <div className="grid grid-cols-1 gap-1">
        <h2 className="text-lg">
          <Link to={`/books/${book.id}`} className="group-hover:text-accent after:absolute after:inset-0">
            {book.title}
          </Link>
        </h2>
        <p className="text-muted text-sm">{book.authors.join(", ")}</p>
        <p>
          <Price price={book.price} salePrice={book.salePrice} />
        </p>
      </div>
      <AddToCart book={book} className="relative mt-2 max-sm:col-start-3 sm:mt-0 sm:self-center" />
    </article>
  );
}
