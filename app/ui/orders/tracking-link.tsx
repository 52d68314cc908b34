/** A parcel's tracking number; it leads to the carrier's page of the parcel if there is one. */
export function TrackingLink({
  order: { trackingNo, trackingUrl },
}: {
  order: { trackingNo: string | null; trackingUrl: string | null };
}) {
  if (!trackingUrl) return trackingNo;
  return (
    <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
      {trackingNo}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
