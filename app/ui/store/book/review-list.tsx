import { Link } from "react-router";
import type { Review } from "~/domain/readers/reviews/reviews";
import { Stars } from "../stars";

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });

/** A review without what visitors do not see of it. */
export type ShownReview = Omit<Review, "bookId" | "maskedEmail">;

/** @param older @param newer addresses of the neighbouring pages of reviews, if there are any */
export function ReviewList({
  reviews,
  older,
  newer,
}: {
  reviews: ShownReview[];
  older?: string;
  newer?: string;
}) {
  return (
    <>
      <ul className="review-list">
        {reviews.map((review) => (
          <li key={review.id}>
            <p>
              <Stars rating={review.rating} />
              <b dir="auto">{review.reviewer}</b>
              <time dateTime={review.writtenAt}>{date.format(new Date(review.writtenAt))}</time>
              {review.verifiedPurchase ? <span className="text-good">Verified purchase</span> : null}
              {review.edition ? <span className="text-muted">About: {review.edition}</span> : null}
            </p>
            <p dir="auto">{review.remarks}</p>
          </li>
        ))}
      </ul>
      {older || newer ? (
        <nav aria-label="Reviews" className="mt-4 flex gap-3">
          {newer ? (
            <Link to={newer} preventScrollReset className="btn btn-quiet btn-sm">
              Newer reviews
            </Link>
          ) : null}
          {older ? (
            <Link to={older} preventScrollReset className="btn btn-quiet btn-sm">
              Older reviews
            </Link>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}
