import { useEffect, useRef } from "react";
import { Link, useNavigationType, useSearchParams } from "react-router";
import { listHref } from "~/domain/listing/listing";
import { INTERNATIONAL } from "~/domain/orders/logistics";
import { isNarrowed, type OrderSearch } from "~/domain/orders/order-list";
import { ORDER_STATES, STATE_LABELS } from "~/domain/orders/orders";
import { DateRange } from "~/ui/admin/date-range";
import { FilterChip } from "~/ui/admin/filter-chip";
import { FilterButton } from "~/ui/admin/list-controls";

/** Filters in the toolbar's form: status and dates, and removable chips for the filters that links set. */
export function OrderFilters({
  search,
  customer,
  carrier,
}: {
  search: OrderSearch;
  customer: string | null;
  carrier: string | null;
}) {
  const [params] = useSearchParams();
  const fields = useRef<HTMLDivElement>(null);
  const { states, preorder } = search;
  const navigationType = useNavigationType();
  // Links and Back change the filters: update the boxes. Not after the toolbar's own submit (a REPLACE): they may have
  // changed again since then.
  useEffect(() => {
    if (navigationType === "REPLACE") return;
    fields.current?.querySelectorAll("input").forEach((input) => {
      if (input.name === "status") input.checked = (states as string[]).includes(input.value);
      if (input.name === "preorder") input.checked = preorder;
    });
  }, [states, preorder, navigationType]);
  return (
    <div ref={fields} className="contents">
      <DateRange label="Placed from" from={search.from} to={search.to} things="order" />
      <div className="order-last flex w-full flex-wrap items-center gap-x-4 gap-y-2">
        <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <legend className="float-left">Status</legend>
          {ORDER_STATES.map((state) => (
            <label key={state} className="inline-flex min-h-9 items-center gap-1.5 has-checked:font-semibold">
              <input
                type="checkbox"
                name="status"
                value={state}
                defaultChecked={states.includes(state)}
                className="check size-4.5!"
              />
              {STATE_LABELS[state]}
            </label>
          ))}
        </fieldset>
        <label className="inline-flex min-h-9 items-center gap-1.5 has-checked:font-semibold">
          <input
            type="checkbox"
            name="preorder"
            value="waiting"
            defaultChecked={search.preorder}
            className="check size-4.5!"
          />
          Waiting pre-orders
        </label>
        <FilterButton>Apply</FilterButton>
        {isNarrowed(search) ? (
          <Link to={listHref(new URLSearchParams())} className="link py-1.5">
            Clear filters
          </Link>
        ) : null}
      </div>
      <ul className="order-last flex w-full flex-wrap gap-2 empty:hidden">
        {search.customer !== null ? (
          <FilterChip name="customer" value={String(search.customer)} without={params}>
            Orders of {customer ?? `customer ${search.customer}`}
          </FilterChip>
        ) : null}
        {search.carrier !== null ? (
          <FilterChip name="carrier" value={String(search.carrier)} without={params}>
            Sent by {carrier ?? `carrier ${search.carrier}`}
          </FilterChip>
        ) : null}
        {search.route !== null ? (
          <FilterChip name="route" value={search.route} without={params}>
            In transit {search.route === INTERNATIONAL ? "to addresses outside India" : `to ${search.route}`}
          </FilterChip>
        ) : null}
        {search.refundFailed ? (
          <FilterChip name="refund" value="failed" without={params}>
            Refund failed
          </FilterChip>
        ) : null}
        {search.returnToAnswer ? (
          <FilterChip name="return" value="requested" without={params}>
            Returns to answer
          </FilterChip>
        ) : null}
      </ul>
    </div>
  );
}
