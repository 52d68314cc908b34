import { bookPath } from "~/domain/catalogue/book-address";
import { formatDate } from "~/domain/dates";
import { namePath } from "~/domain/catalogue/name-address";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { RecordKey } from "~/domain/catalogue/book-record";
import type { BookDetails, ShelfBook } from "~/domain/catalogue/catalogue";
import type { BookFacts } from "~/domain/catalogue/book-facts";
import { textLanguage } from "~/domain/catalogue/text-language";
import type { Edition } from "~/domain/catalogue/editions";
import type { NamedRow } from "~/domain/master-data/master-data";
import type { Review } from "~/domain/reviews/reviews";
import { AddToCart } from "./add-to-cart";
import { AlsoLike, type BookOfOne, MoreBy } from "./also-like";
import { SaleBadge } from "./book-card";
import { BookPictures } from "./book-pictures";
import { BookReviews } from "./book-reviews";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Cover } from "./cover";
import { NotifyForm } from "./notify-form";
import { OtherEditions } from "./other-editions";
import { Price } from "./price";
import type { SeriesPlace } from "~/domain/name-pages/book-neighbours";
import { SeriesNav } from "./series-nav";
import { QuantityField } from "~/ui/kit/quantity-field";
import type { ReviewAnswer } from "./review-form";
import { ShareLink } from "./share-link";
import { Stars } from "./stars";
import { Tabs } from "~/ui/kit/tabs";
import { titleFit } from "./title-fit";
import { WishForm } from "./wish-form";

/** What a book's page shows besides its facts. A browser gets no more of the book. */
export type ShownBook = Omit<
  BookDetails,
  Exclude<RecordKey, "subtitle"> | "contributors" | "series" | "originalLanguage" | "thema" | "bisac"
>;

export interface BookPageProps {
  book: ShownBook;
  facts: BookFacts;
  /** The editions of the work, this book among them; empty when there are no others. */
  editions: Edition[];
  /** The most copies of one book per order. */
  mostCopies: number;
  /** BCP 47, of the book's language; null for an unknown language. */
  languageTag: string | null;
  /** The day of delivery and what it costs. */
  delivery: string;
  reviews: Omit<Review, "bookId">[];
  /** How many reviews give one star, two … five. */
  starCounts: number[];
  /** The page of reviews that is shown; 0 has the newest. */
  reviewsPage: number;
  hasOlder: boolean;
  tab: string | null;
  /** The page's full address, for sharing. */
  url: string;
  /** null: in no series, or the only book of it. */
  place: SeriesPlace | null;
  /** Other books by the first author. */
  moreBy: BookOfOne[];
  /** Empty for customers who switched recommendations off. */
  alsoLike: ShelfBook[];
  /** Only for the logged-in customer. */
  own: {
    review: { rating: number; remarks: string } | null;
    isWished: boolean;
    isWaiting: boolean;
  } | null;
  answer?: ReviewAnswer;
}

const TABS = ["description", "details", "authors", "reviews"];

/** The page of one book (docs/specification.md §2.5). */
export function BookPage(props: BookPageProps) {
  const { book, tab, answer } = props;
  const initial = answer ? "reviews" : TABS.includes(tab ?? "") ? tab! : "description";
  return (
    <div className="page">
      <Breadcrumbs
        items={[
          { label: "Home", to: "/" },
          { label: "Books", to: "/books" },
          { label: book.title, lang: book.lang },
        ]}
      />
      <div className="title-page">
        <div className="plate">
          <div className="book-cover cover-moves">
            <Cover
              cover={book.cover}
              title={book.title}
              by={book.authors.map((author) => author.name).join(", ")}
              width={640}
              sizes="(min-width: 64rem) 22rem, (min-width: 48rem) 16rem, 42vw"
              priority
            />
          </div>
          <BookPictures pictures={book.pictures} title={book.title} />
        </div>
        <TitlePage {...props} />
      </div>
      <Tabs
        label="About this book"
        path={bookPath(book)}
        initial={initial}
        tabs={[
          { id: "description", label: "Description", panel: <Description {...props} /> },
          { id: "details", label: "Details", panel: <Details {...props} /> },
          { id: "authors", label: "Authors", panel: <Authors book={book} /> },
          { id: "reviews", label: "Reviews", panel: <BookReviews {...props} /> },
        ]}
      />
      <MoreBy author={book.authors[0]} books={props.moreBy} />
      <AlsoLike books={props.alsoLike} />
    </div>
  );
}

function TitlePage(props: BookPageProps) {
  const { book, facts, editions, place, mostCopies, delivery, url, own, languageTag } = props;
  return (
    <div>
      <h1 dir="auto" lang={book.lang} className={titleFit(book.title)}>
        {book.title}
      </h1>
      {book.subtitle ? (
        <p dir="auto" lang={textLanguage(book.subtitle, languageTag)} className="font-display mt-1 text-xl">
          {book.subtitle}
        </p>
      ) : null}
      {book.authors.length > 0 ? <By by="by" people={book.authors} /> : null}
      {facts.credits.map((credit) => (
        <By key={credit.by} {...credit} />
      ))}
      <p className="facts">
        {facts.status ? <strong>{facts.status}</strong> : null}
        {facts.release ? <span>{facts.release}</span> : null}
        <span>{facts.languages}</span>
        {book.ratingCount > 0 ? (
          <Link to={`${bookPath(book)}?tab=reviews#tabs`}>
            <Stars rating={book.rating} count={book.ratingCount} />
            <span className="sr-only"> Read the reviews</span>
          </Link>
        ) : null}
      </p>
      <p className="brief" dir="auto" lang={textLanguage(book.brief, languageTag)}>
        {book.brief}
      </p>
      <OtherEditions editions={editions} bookId={book.id} />
      <div className="purchase">
        <p className="cost">
          <Price price={book.price} salePrice={book.salePrice} large />
          <SaleBadge price={book.price} salePrice={book.salePrice} />
          {book.saleEndsOn ? <span className="text-muted">until {formatDate(book.saleEndsOn)}</span> : null}
          <StockFact book={book} />
        </p>
        <AddToCart book={book} variant="primary" size="md" className="buy-form">
          <QuantityField id="quantity" max={Math.min(book.stock, mostCopies)} />
        </AddToCart>
        {book.stock > 0 ? (
          <p className="text-muted text-sm">{delivery}</p>
        ) : book.isOutOfPrint ? null : (
          <NotifyForm
            bookId={book.id}
            isWaiting={own?.isWaiting ?? false}
            isNew={book.forthcoming !== undefined}
          />
        )}
        <div className="aside-actions">
          <WishForm bookId={book.id} isWished={own?.isWished ?? false} />
          <ShareLink url={url} title={book.title} />
        </div>
      </div>
      <SeriesNav place={place} />
      <ul aria-label="Tags" className="tags">
        {book.tags.map((tag) => (
          <li key={tag.id}>
            <Link to={`/books?${new URLSearchParams({ tag: tag.name })}`} dir="auto">
              {tag.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The names of some people, each a link to their page. */
function By({ by, people }: { by: string; people: NamedRow[] }) {
  return (
    <p className="by">
      {by}{" "}
      {people.map((person, index) => (
        <Fragment key={person.id}>
          {index > 0 ? ", " : ""}
          <Link to={namePath("authors", person)}>
            <bdi>{person.name}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

const searchFor = (name: string) => `/books?${new URLSearchParams({ q: name })}`;

/** Below this many copies the stock is shown as a number. */
const FEW = 6;

/** Empty for a book that cannot be bought, whose button says why. */
function StockFact({ book: { stock, forthcoming } }: { book: ShownBook }) {
  if (stock === 0) return null;
  if (forthcoming) return stock < FEW ? <span className="stock">Only {stock} left to pre-order</span> : null;
  return <span className="stock">{stock < FEW ? `Only ${stock} left in stock` : "In stock"}</span>;
}

function Description({ book, languageTag }: BookPageProps) {
  const about = book.description || book.brief;
  return (
    <div className="prose">
      <p dir="auto" lang={textLanguage(about, languageTag)}>
        {about}
      </p>
      {book.description ? (
        <div>
          <h3 className="eyebrow font-sans">In brief</h3>
          <p dir="auto" lang={textLanguage(book.brief, languageTag)}>
            {book.brief}
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** Unknown values show as a dash; the rows after Language are left out when there is nothing to say. */
function Details({ book, facts }: BookPageProps) {
  const { publisher, language, furtherLanguages } = book;
  const rows: [label: string, value: ReactNode][] = [
    ["Title", book.title],
    ["Authors", book.authors.map((author) => author.name).join(", ")],
    ["Publisher", <NameLink key="publisher" to={namePath("publishers", publisher)} name={publisher.name} />],
    ["Published date", book.publishedOn && publishedDate(book.publishedOn)],
    ["Page count", book.pageCount],
    ["Language", <Languages key="language" all={[language, ...furtherLanguages]} />],
    ...(book.isbn13 ? [["ISBN", book.isbn13] as [string, string]] : []),
    ...facts.rows.map(([label, value, path]): [string, ReactNode] => [
      label,
      path ? <NameLink key={label} to={path} name={value} /> : value,
    ]),
  ];
  return (
    <table className="details">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{value || "–"}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NameLink = ({ to, name }: { to: string; name: string }) => (
  <Link to={to} className="link">
    {name}
  </Link>
);

const Languages = ({ all }: { all: NamedRow[] }) =>
  all.map((language, index) => (
    <Fragment key={language.id}>
      {index > 0 ? ", " : ""}
      <NameLink to={namePath("languages", language)} name={language.name} />
    </Fragment>
  ));

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/** @param text "1910" or "1910-08-14" */
function publishedDate(text: string): string {
  return text.length === 4 ? text : date.format(new Date(text));
}

function Authors({ book }: { book: ShownBook }) {
  if (book.authors.length === 0) return <p className="text-muted">No authors are named for this book.</p>;
  return (
    <ul className="authors">
      {book.authors.map((author) => (
        <li key={author.id}>
          <Link to={namePath("authors", author)} className="link" dir="auto">
            {author.name}
          </Link>
          <Link to={searchFor(author.name)} className="link block w-fit font-sans text-sm">
            Search for this name<span className="sr-only">: {author.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
