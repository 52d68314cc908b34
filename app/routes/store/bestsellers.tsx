import { readDb } from "~/db/shop-database.server";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";
import { bestsellers } from "~/domain/catalogue/books/lists/shelves/shelves.server";
import { AddToCart } from "~/ui/store/book/add-to-cart";
import { BookLink, Byline, CardCover } from "~/ui/store/lists/book-card";
import { ButtonLink } from "~/ui/kit/button";
import { Cover } from "~/ui/store/cover";
import { EmptyState } from "~/ui/kit/empty-state";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import { Price } from "~/ui/store/price";
import { Release } from "~/ui/store/book/release";
import { titleFit } from "~/ui/store/lists/title-fit";
import "~/styles/categories-and-bestsellers.css";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/bestsellers";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const titles = loaderData?.books.map((book) => book.title).join(", ");
  return pageMeta(matches, {
    title: "Bestsellers",
    description: `The books that our readers buy most, the most popular first${titles ? `: ${titles}` : ""}`,
    path: "/bestsellers",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  return { books: await withYourPrices(context, await bestsellers(readDb)) };
}

export default function Bestsellers({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="page-title">Bestsellers</h1>
      {books.length === 0 ? (
        <EmptyState title="Nothing has been sold yet">
          <p className="text-muted">The list begins with the first order.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <ol className="ranks">
          {books.map((book, index) => (
            <li key={book.id}>
              <RankedBook book={book} rank={index + 1} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The first three have large covers. */
const LEADERS = 3;

function RankedBook({ book, rank }: { book: BookCard; rank: number }) {
  return (
    <article>
      <p className="rank">
        <span className="sr-only">Rank </span>
        {rank}
      </p>
      <CardCover book={book}>
        <Cover
          cover={book.cover}
          title={book.title}
          width={rank > LEADERS ? 160 : 320}
          sizes={rank > LEADERS ? "5rem" : "(min-width: 48rem) 15rem, 6rem"}
          priority={rank === 1}
        />
      </CardCover>
      <div>
        <h2 className={titleFit(book.title)}>
          <BookLink book={book} />
        </h2>
        <Byline book={book} />
        <p>
          <Price price={book.price} salePrice={book.salePrice} yourPrice={book.yourPrice} />
        </p>
        <Release forthcoming={book.forthcoming} />
        <AddToCart book={book} className="buy" />
      </div>
    </article>
  );
}
