import { RATINGS, REVIEW_STATE_LABELS, REVIEW_STATES, type ReviewSearch } from "~/domain/reviews/moderation";
import { Button } from "~/ui/button";

/** Beside the list's search box, in the same form. */
export function ReviewFilters({ search }: { search: ReviewSearch }) {
  const { state, rating, customer } = search;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {customer === null ? null : <input type="hidden" name="customer" value={customer} />}
      <label className="flex items-center gap-2 text-sm">
        State
        <select name="state" key={`state ${state}`} defaultValue={state ?? ""} className="input w-auto!">
          <option value="">All</option>
          {REVIEW_STATES.map((value) => (
            <option key={value} value={value}>
              {REVIEW_STATE_LABELS[value]}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-2 text-sm">
        Rating
        <select name="rating" key={`rating ${rating}`} defaultValue={rating ?? ""} className="input w-auto!">
          <option value="">All</option>
          {RATINGS.map((value) => (
            <option key={value} value={value}>
              {value === 1 ? "1 star" : `${value} stars`}
            </option>
          ))}
        </select>
      </label>
      <Button variant="quiet">Filter</Button>
    </div>
  );
}
