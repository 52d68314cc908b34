import { bookPath } from "~/domain/catalogue/books/book-address";
import type { PriceStep } from "~/domain/sales/trade/member-price";
import type { Edition } from "~/domain/catalogue/books/editions";
import type { BookDetails, ShelfBook } from "~/domain/catalogue/books/lists/catalogue";
import type { BookFacts } from "~/domain/catalogue/books/record/book-facts";
import type { RecordKey } from "~/domain/catalogue/books/record/book-record";
import type { SeriesPlace } from "~/domain/catalogue/names/book-neighbours";
import type { PinBox } from "~/domain/sales/delivery/pin-answer";
import styles from "~/styles/book-tabs.css?url";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Tabs } from "~/ui/kit/tabs";
import { Cover } from "../cover";
import { AlsoLike, type BookOfOne, MoreBy } from "./also-like";
import { BookPictures } from "./book-pictures";
import { BookReviews } from "./book-reviews";
import { Authors, Description, Details } from "./book-tabs";
import type { ReviewAnswer } from "./review-form";
import type { ShownReview } from "./review-list";
import { BuyBar, TitlePage } from "./title-page";

/** What a book's page shows besides its facts. A browser gets no more of the book. */
export type ShownBook = Omit<
  BookDetails,
  Exclude<RecordKey, "subtitle"> | "contributors" | "series" | "originalLanguage" | "thema" | "bisac"
> & {
  /** What a member of a customer group pays of more copies, if that is not always the same. */
  yourSteps?: PriceStep[];
};

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
  /** null: what delivery costs does not depend on the place. */
  pinBox: PinBox | null;
  reviews: ShownReview[];
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
          { id: "details", label: "Details", panel: <Details {...props} />, styles },
          { id: "authors", label: "Authors", panel: <Authors book={book} />, styles },
          { id: "reviews", label: "Reviews", panel: <BookReviews {...props} />, styles },
        ]}
      />
      <MoreBy author={book.authors[0]} books={props.moreBy} />
      <AlsoLike books={props.alsoLike} />
      <BuyBar book={book} />
    </div>
  );
}
