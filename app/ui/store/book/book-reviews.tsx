import { bookPath } from "~/domain/catalogue/books/book-address";
import { lazy, Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import { outOfFive, REVIEW_SAVED } from "~/domain/readers/reviews/reviews";
import type { RootData } from "~/page-data/root-data";
import type { BookPageProps } from "./book-page";
import { ButtonLink } from "~/ui/kit/button";
import styles from "~/styles/book-more.css?url";
import { ReviewList } from "./review-list";

/** Only customers see it: other browsers do not fetch its code. The server renders it at once. */
const loadForm = async () => ({ default: (await import("./review-form")).ReviewForm });
const ReviewForm = import.meta.env.SSR ? (await loadForm()).default : lazy(loadForm);

/** The Reviews tab of a book: its reviews and the review form. */
export function BookReviews({
  book,
  reviews,
  starCounts,
  reviewsPage,
  hasOlder,
  own,
  answer,
}: BookPageProps) {
  const root = useRouteLoaderData<RootData>("root");
  const path = bookPath(book);
  const saved = root?.flash.find((message) => message.text === REVIEW_SAVED)?.text;
  const reviewsUrl = (number: number) => `${path}?tab=reviews${number ? `&reviews=${number}` : ""}#tabs`;
  return (
    <div className="reviews">
      <div>
        {book.ratingCount > 0 ? (
          <div className="verdict">
            <p>
              <span className="font-display text-3xl">{outOfFive(book.rating)}</span>
              <span>from {book.ratingCount === 1 ? "1 review" : `${book.ratingCount} reviews`}</span>
            </p>
            <StarCounts counts={starCounts} of={book.ratingCount} />
          </div>
        ) : (
          <p className="text-muted mb-6">No reviews yet.</p>
        )}
        <ReviewList
          reviews={reviews}
          newer={reviewsPage > 0 ? reviewsUrl(reviewsPage - 1) : undefined}
          older={hasOlder ? reviewsUrl(reviewsPage + 1) : undefined}
        />
      </div>
      {root?.account?.role === "customer" ? (
        <Suspense>
          <link rel="stylesheet" href={styles} precedence="default" />
          <ReviewForm
            key={own?.review ? "again" : "first"}
            action={`${path}?tab=reviews`}
            own={own?.review ?? null}
            answer={answer}
            saved={saved}
          />
        </Suspense>
      ) : root?.account ? null : (
        <div className="review-invitation">
          <h3 className="text-xl">Want to leave a review?</h3>
          <ButtonLink to={`/login?redirectTo=${encodeURIComponent(reviewsUrl(reviewsPage))}`} variant="quiet">
            Login to Review
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Five bars, from five stars down to one. */
function StarCounts({ counts, of: total }: { counts: number[]; of: number }) {
  return (
    <ul aria-label="Reviews by stars">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = counts[stars - 1] ?? 0;
        return (
          <li key={stars}>
            {stars} {stars === 1 ? "star" : "stars"}
            <svg aria-hidden="true">
              <rect width={`${Math.round((100 * count) / total)}%`} />
            </svg>
            <span className="sr-only">: </span>
            {count}
          </li>
        );
      })}
    </ul>
  );
}
