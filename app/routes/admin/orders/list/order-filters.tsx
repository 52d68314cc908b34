import { useEffect, useRef } from "react";
import { Link, useNavigationType, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { INTERNATIONAL } from "~/domain/sales/orders/fulfilment/logistics";
import { isNarrowed, type OrderSearch, WAITING_MONEY } from "~/domain/sales/orders/desk/order-list";
import { PAYMENT_WAY_LABELS } from "~/domain/sales/orders/paying";
import { ORDER_STATES, type OrderState, stepLabel, stepWords } from "~/domain/sales/orders/orders";
import { DateRange } from "~/ui/admin/lists/date-range";
import { FilterChip } from "~/ui/admin/lists/filter-chip";
import { FilterButton, SelectFilter } from "~/ui/admin/lists/list-controls";

/** Filters in the toolbar's form: status and dates, and removable chips for the filters that links set. */
export function OrderFilters({
  search,
  zones,
  methods,
  hasPickUp,
  ...names
}: {
  search: OrderSearch;
  /** Of the delivery plan. */
  zones: { id: number; name: string }[];
  /** The names of the delivery plan's methods. */
  methods: string[];
  /** Whether some books are fetched at the shop. */
  hasPickUp: boolean;
  customer: string | null;
  carrier: string | null;
  book: string | null;
}) {
  const [params] = useSearchParams();
  const fields = useRef<HTMLDivElement>(null);
  const { states, preorder, title } = search;
  const navigationType = useNavigationType();
  // Links and Back change the filters: update the boxes. Not after the toolbar's own submit (a REPLACE): they may have
  // changed again since then.
  useEffect(() => {
    if (navigationType === "REPLACE") return;
    fields.current?.querySelectorAll("input").forEach((input) => {
      if (input.name === "status") input.checked = (states as string[]).includes(input.value);
      if (input.name === "preorder") input.checked = preorder;
      if (input.name === "title") input.value = title ?? "";
    });
  }, [states, preorder, title, navigationType]);
  const isZoneGone = search.zone !== null && zones.every(({ id }) => id !== search.zone);
  const places = isZoneGone ? [...zones, { id: search.zone!, name: `Former zone ${search.zone}` }] : zones;
  const offered = [...new Set([...methods, ...(search.method ? [search.method] : [])])];
  return (
    <div ref={fields} className="contents">
      <DateRange label="Placed from" from={search.from} to={search.to} things="order" />
      <SelectFilter
        label="Payment"
        name="payment"
        value={search.payment}
        options={Object.entries(PAYMENT_WAY_LABELS)}
      />
      <label className="toolbar-field">
        Title or ISBN
        <input
          type="search"
          name="title"
          defaultValue={title ?? ""}
          maxLength={100}
          autoComplete="off"
          className="input sm:w-40!"
        />
      </label>
      {places.length > 0 ? (
        <SelectFilter
          label="Zone"
          name="zone"
          value={search.zone}
          options={places.map(({ id, name }) => [id, name] as const)}
        />
      ) : null}
      {offered.length > 0 ? (
        <SelectFilter
          label="Method"
          name="method"
          value={search.method}
          options={offered.map((method) => [method, method] as const)}
        />
      ) : null}
      <div className="order-last flex w-full flex-wrap items-center gap-x-3">
        <fieldset className="flex min-w-0 flex-wrap items-center gap-x-3">
          <legend className="float-left">Status</legend>
          {ORDER_STATES.map((state) => (
            <FilterBox key={state} name="status" value={state} isChecked={states.includes(state)}>
              {filterLabel(state, hasPickUp)}
            </FilterBox>
          ))}
        </fieldset>
        <FilterBox name="preorder" value="waiting" isChecked={preorder}>
          Waiting pre-orders
        </FilterBox>
        <FilterButton>Apply</FilterButton>
        {isNarrowed(search) ? (
          <Link to={listHref(new URLSearchParams())} className="link py-1.5">
            Clear filters
          </Link>
        ) : null}
      </div>
      {search.waits === "door" ? (
        <p className="order-last w-full">
          <Link to="/admin/remittances" className="link inline-block py-1">
            Cash from carriers: record a list
          </Link>
        </p>
      ) : null}
      <ul className="order-last flex w-full flex-wrap gap-2 empty:hidden">
        {linkedFilters(search, names).map(({ name, value, text }) => (
          <FilterChip key={name} name={name} value={value} without={params}>
            {text}
          </FilterChip>
        ))}
      </ul>
    </div>
  );
}

/** A state's name, and the other name that it has for books that are fetched at the shop. */
function filterLabel(state: OrderState, hasPickUp: boolean): string {
  const [sent, fetched] = [stepLabel(state, false), stepWords(state, true)];
  return hasPickUp && sent.toLowerCase() !== fetched ? `${sent} or ${fetched}` : sent;
}

function FilterBox({
  name,
  value,
  isChecked,
  children,
}: {
  name: string;
  value: string;
  isChecked: boolean;
  children: string;
}) {
  return (
    <label className="inline-flex min-h-9 items-center gap-1.5 md:min-h-8 has-checked:font-semibold">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChecked}
        className="check size-4.5!"
      />
      {children}
    </label>
  );
}

/** The filters that only links set, as they stand in the URL and in words. */
function linkedFilters(
  search: OrderSearch,
  names: { customer: string | null; carrier: string | null; book: string | null },
): { name: string; value: string; text: string }[] {
  const { customer, carrier, route, book } = search;
  const destination = route === INTERNATIONAL ? "to addresses outside India" : `to ${route}`;
  return [
    customer !== null && {
      name: "customer",
      value: String(customer),
      text: `Orders of ${names.customer ?? `customer ${customer}`}`,
    },
    carrier !== null && {
      name: "carrier",
      value: String(carrier),
      text: `Sent by ${names.carrier ?? `carrier ${carrier}`}`,
    },
    book !== null && { name: "book", value: String(book), text: `Of “${names.book ?? `book ${book}`}”` },
    route !== null && { name: "route", value: route, text: `In transit ${destination}` },
    search.pickUp !== null && {
      name: "pickup",
      value: search.pickUp,
      text: search.pickUp === "yes" ? "Fetched at the shop" : "Sent, not fetched at the shop",
    },
    search.refundFailed && { name: "refund", value: "failed", text: "Refund failed" },
    search.ready && { name: "ready", value: "yes", text: "Ready to pack" },
    search.late && { name: "late", value: "yes", text: "Late: estimated delivery has passed" },
    search.waits !== null && { name: "waits", value: search.waits, text: WAITING_MONEY[search.waits] },
    search.misfit && { name: "misfit", value: "yes", text: "Paid with another amount or currency" },
    search.returnToAnswer && { name: "return", value: "requested", text: "Returns to answer" },
  ].filter((filter) => filter !== false);
}
