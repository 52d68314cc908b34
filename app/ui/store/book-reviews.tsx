import { useRouteLoaderData } from "react-router";
import { outOfFive, REVIEW_SAVED } from "~/domain/reviews/reviews";
import type { RootData } from "~/page-data/root-data";
import type { BookPageProps } from "./book-page";
import { ButtonLink } from "~/ui/kit/button";
import { ReviewForm } from "./review-form";
import { ReviewList } from "./review-list";

/** The last tab of a book: what its readers say, and the form to say more. */
export function BookReviews({ book, reviews, starCounts, stretch, hasOlder, own, answer }: BookPageProps) {
  const root = useRouteLoaderData<RootData>("root");
  const path = `/books/${book.id}`;
  const saved = root?.flash.find((message) => message.text === REVIEW_SAVED)?.text;
  const stretchAt = (number: number) => `${path}?tab=reviews${number ? `&reviews=${number}` : ""}#tabs`;
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
        <div className="review-invitation">
          <h3 className="text-xl">Want to leave a review?</h3>
          <ButtonLink to={`/login?redirectTo=${encodeURIComponent(stretchAt(stretch))}`} variant="quiet">
            Login to Review
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Five bars, the most stars first. */
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
