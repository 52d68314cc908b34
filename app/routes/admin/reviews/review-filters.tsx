import {
  RATINGS,
  REVIEW_STATE_LABELS,
  REVIEW_STATES,
  type ReviewSearch,
} from "~/domain/readers/reviews/moderation";
import { SelectFilter } from "~/ui/admin/lists/list-controls";

const STATES = REVIEW_STATES.map((value) => [value, REVIEW_STATE_LABELS[value]] as const);
const STARS = RATINGS.map((value) => [value, value === 1 ? "1 star" : `${value} stars`] as const);

/** The filters of the list, in the form of its search box. */
export function ReviewFilters({ search: { state, rating, customer } }: { search: ReviewSearch }) {
  return (
    <>
      {customer === null ? null : <input type="hidden" name="customer" value={customer} />}
      <SelectFilter label="State" name="state" value={state} options={STATES} />
      <SelectFilter label="Rating" name="rating" value={rating} options={STARS} />
    </>
  );
}
