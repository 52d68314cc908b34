/** @param rating 0 to 5 @param count reviews behind it, shown when given */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  const filled = Math.round(rating);
  const label = rating === 0 ? "Not rated yet" : `${rating.toFixed(1)} out of 5`;
  return (
    <span className="inline-flex items-center gap-1 text-sm">
      <span role="img" aria-label={label} className="text-star tracking-tight">
        <span aria-hidden="true">
          {"★".repeat(filled)}
          <span className="opacity-60">{"☆".repeat(5 - filled)}</span>
        </span>
      </span>
      {count === undefined ? null : <span className="text-muted tabular-nums">({count})</span>}
    </span>
  );
}
