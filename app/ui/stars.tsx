/** @param rating 0 to 5 @param count reviews behind it, shown when given */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  const filled = Math.round(rating);
  const label = rating === 0 ? "Not rated yet" : `${rating.toFixed(1)} out of 5`;
  return (
    <span className="stars">
      <span role="img" aria-label={label}>
        {"★".repeat(filled) + "☆".repeat(5 - filled)}
      </span>
      {count === undefined ? null : ` (${count})`}
    </span>
  );
}
