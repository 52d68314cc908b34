/**
 * A rating to the nearest half star.
 * @param rating 0 to 5 @param count of reviews, shown when given
 */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  const halves = Math.round(rating * 2);
  const full = Math.floor(halves / 2);
  const half = halves % 2;
  const label = rating === 0 ? "Not rated yet" : `${rating.toFixed(1)} out of 5`;
  return (
    <span className="stars">
      <span role="img" aria-label={label}>
        {"★".repeat(full)}
        {half ? <b>★</b> : null}
        {full + half < 5 ? <i>{"★".repeat(5 - full - half)}</i> : null}
      </span>
      {count === undefined ? null : ` (${count})`}
    </span>
  );
}
