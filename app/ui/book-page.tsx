import { Link, useRouteLoaderData } from "react-router";
import type { BookCard, BookDetails } from "~/domain/catalog/catalog";
import { outOfFive, type Review, REVIEW_SAVED } from "~/domain/reviews/reviews";
import type { RootData } from "~/root";
import { AddToCart } from "./add-to-cart";
import { AlsoLike } from "./also-like";
import { SaleBadge } from "./book-card";
import { Breadcrumbs } from "./breadcrumbs";
import { ButtonLink } from "./button";
import { Cover } from "./cover";
import { NotifyForm } from "./notify-form";
import { Price } from "./price";
import { QuantityField } from "./quantity-field";
import { type ReviewAnswer, ReviewForm } from "./review-form";
import { ReviewList } from "./review-list";
import { ShareLink } from "./share-link";
import { Stars } from "./stars";
import { Tabs } from "./tabs";
import { WishForm } from "./wish-form";

interface BookPageProps {
  book: BookDetails;
  reviews: Review[];
  /** Which stretch of the reviews this is, 0 the newest. */
  stretch: number;
  hasOlder: boolean;
  tab: string | null;
  /** The page's own address, to share. */
  url: string;
  /** Empty for customers who want none. */
  alsoLike: BookCard[];
  /** What only the signed-in customer sees. */
  own: {
    review: { rating: number; remarks: string } | null;
    isWished: boolean;
    isWaiting: boolean;
  } | null;
  answer?: ReviewAnswer;
}

const TABS = ["description", "details", "authors", "reviews"];

/** Specification section 2, Book detail. */
export function BookPage(props: BookPageProps) {
  const { book, tab, answer } = props;
  const initial = answer ? "reviews" : TABS.includes(tab ?? "") ? tab! : "description";
  return (
    <div className="page">
      <Breadcrumbs
        items={[{ label: "Home", to: "/" }, { label: "Books", to: "/books" }, { label: book.title }]}
      />
      <div className="mb-12 grid gap-8 md:grid-cols-[minmax(12rem,20rem)_minmax(0,1fr)] md:gap-12">
        <div className="book-cover relative mx-auto w-3/5 max-w-80 self-start sm:w-2/5 md:w-full">
          <Cover
            cover={book.cover}
            title={book.title}
            width={640}
            sizes="(min-width: 48rem) 20rem, (min-width: 40rem) 40vw, 60vw"
            priority
          />
        </div>
        <Purchase {...props} />
      </div>
      <Tabs
        label="About this book"
        path={`/books/${book.id}`}
        initial={initial}
        tabs={[
          { id: "description", label: "Description", panel: <Description book={book} /> },
          { id: "details", label: "Details", panel: <Details book={book} /> },
          { id: "authors", label: "Authors", panel: <Authors book={book} /> },
          { id: "reviews", label: "Reviews", panel: <Reviews {...props} /> },
        ]}
      />
      <AlsoLike books={props.alsoLike} />
    </div>
  );
}

function Purchase({ book, url, own }: BookPageProps) {
  return (
    <div className="grid grid-cols-1 content-start justify-items-start gap-4">
      <div className="grid max-w-full grid-cols-1 gap-2">
        <h1 className="text-3xl md:text-4xl lg:text-5xl">{book.title}</h1>
        {book.authors.length > 0 ? (
          <p className="text-lg">by {book.authors.map((author) => author.name).join(", ")}</p>
        ) : null}
        <p className="text-muted flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>{book.language.name}</span>
          {book.ratingCount > 0 ? <Stars rating={book.rating} count={book.ratingCount} /> : null}
        </p>
      </div>
      <ul aria-label="Tags" className="flex flex-wrap gap-2">
        {book.tags.map((tag) => (
          <li key={tag.id}>
            <Link
              to={`/books?${new URLSearchParams({ tag: tag.name })}`}
              className="bg-card border-line-strong hover:bg-sunken inline-flex min-h-8 items-center rounded-full border px-3 text-sm"
            >
              {tag.name}
            </Link>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-3">
        <Price price={book.price} salePrice={book.salePrice} large />
        <SaleBadge price={book.price} salePrice={book.salePrice} />
      </p>
      <p className="line-clamp-5 w-full max-w-prose">{book.description || book.brief}</p>
      <AddToCart book={book} variant="primary" size="md" className="flex flex-wrap items-end gap-3">
        <QuantityField id="quantity" max={book.stock} />
      </AddToCart>
      {book.stock === 0 ? <NotifyForm bookId={book.id} isWaiting={own?.isWaiting ?? false} /> : null}
      <div className="flex flex-wrap gap-2">
        <WishForm bookId={book.id} isWished={own?.isWished ?? false} />
        <ShareLink url={url} title={book.title} />
      </div>
    </div>
  );
}

function Description({ book }: { book: BookDetails }) {
  return (
    <div className="grid max-w-prose grid-cols-1 gap-4 whitespace-pre-line">
      <p className="font-display text-xl leading-snug">{book.brief}</p>
      {book.description ? <p>{book.description}</p> : null}
    </div>
  );
}

/** What is not known shows as a dash; a book without an ISBN has no such row. */
function Details({ book }: { book: BookDetails }) {
  const rows = [
    ["Title", book.title],
    ["Authors", book.authors.map((author) => author.name).join(", ")],
    ["Publisher", book.publisher.name],
    ["Published date", book.publishedOn && publishedDate(book.publishedOn)],
    ["Page count", book.pageCount],
    ["Language", book.language.name],
    ...(book.isbn ? [["ISBN", book.isbn]] : []),
  ];
  return (
    <table className="w-full max-w-2xl table-fixed">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label} className="border-line border-b">
            <th
              scope="row"
              className="text-muted w-2/5 py-2.5 pr-4 text-left align-top font-semibold sm:w-48"
            >
              {label}
            </th>
            <td className="py-2.5">{value || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/** @param text "1910" or "1910-08-14" */
function publishedDate(text: string): string {
  return text.length === 4 ? text : date.format(new Date(text));
}

function Authors({ book }: { book: BookDetails }) {
  if (book.authors.length === 0) return <p className="text-muted">No authors are named for this book.</p>;
  return (
    <ul className="grid grid-cols-1 gap-2 text-lg">
      {book.authors.map((author) => (
        <li key={author.id}>
          <Link to={`/books?${new URLSearchParams({ q: author.name })}`} className="link">
            {author.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Reviews({ book, reviews, stretch, hasOlder, own, answer }: BookPageProps) {
  const root = useRouteLoaderData<RootData>("root");
  const path = `/books/${book.id}`;
  const saved = root?.flash.find((message) => message.text === REVIEW_SAVED)?.text;
  const stretchAt = (number: number) => `${path}?tab=reviews${number ? `&reviews=${number}` : ""}#tabs`;
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        {book.ratingCount > 0 ? (
          <p className="mb-6 flex flex-wrap items-baseline gap-x-3">
            <span className="font-display text-2xl font-semibold">{outOfFive(book.rating)}</span>
            <span className="text-muted">
              from {book.ratingCount === 1 ? "1 review" : `${book.ratingCount} reviews`}
            </span>
          </p>
        ) : (
          <p className="text-muted mb-6">No reviews yet.</p>
        )}
        <ReviewList
          reviews={reviews}
          newer={stretch > 0 ? stretchAt(stretch - 1) : undefined}
          older={hasOlder ? stretchAt(stretch + 1) : undefined}
        />
      </div>
      {root?.account?.role === "customer" ? (
        <ReviewForm
          key={own?.review ? "again" : "first"}
          action={`${path}?tab=reviews`}
          own={own?.review ?? null}
          answer={answer}
          saved={saved}
        />
      ) : root?.account ? null : (
        <div className="panel grid content-start justify-items-start gap-3">
          <h3 className="text-xl">Want to leave a review?</h3>
          <ButtonLink to={`/login?redirectTo=${encodeURIComponent(path)}`} variant="quiet">
            Login to Review
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
