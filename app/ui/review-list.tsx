import { Link } from "react-router";
import type { Review } from "~/domain/reviews/reviews";
import { Stars } from "./stars";

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });

/** @param older @param newer where the neighbouring stretches of the list are, if there are any */
export function ReviewList({ reviews, older, newer }: { reviews: Review[]; older?: string; newer?: string }) {
  return (
    <>
      <ul className="divide-line divide-y">
        {reviews.map((review) => (
          <li key={review.id} className="grid grid-cols-1 gap-1 py-5 first:pt-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Stars rating={review.rating} />
              <span className="font-semibold">{review.reviewer}</span>
              <time dateTime={review.writtenAt} className="text-muted">
                {date.format(new Date(review.writtenAt))}
              </time>
              {review.verifiedPurchase ? (
                <span className="bg-good-soft text-good rounded-sm px-2 py-0.5 font-semibold">
                  Verified purchase
                </span>
              ) : null}
            </p>
            <p className="max-w-prose whitespace-pre-line">{review.remarks}</p>
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
