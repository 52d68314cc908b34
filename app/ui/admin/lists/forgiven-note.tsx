import type { ForgivingListing, ListSearch } from "~/domain/kit/listing/listing";

/** Above a list: that nothing has what was typed, if the list only has what is spelled or sounds alike. */
export function ForgivenNote({
  search: { q },
  list: { isForgiven, count },
}: {
  search: Pick<ListSearch, "q">;
  list: Pick<ForgivingListing<unknown>, "isForgiven" | "count">;
}) {
  return (
    // Always there, so that it is announced when it changes while somebody types.
    <div role="status">
      {isForgiven && count > 0 ? (
        <p className="mb-3 wrap-anywhere">
          Nothing matches “<bdi>{q}</bdi>” exactly. These entries are spelled or sound alike.
        </p>
      ) : null}
    </div>
  );
}
