import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import {
  type CatalogueFilters,
  defaultSort,
  type PriceBounds,
  rupeesField,
  SORT_LABELS,
  sortChoices,
  type TagCount,
} from "~/domain/catalogue/catalogue";
import type { UnreadPrices } from "~/domain/catalogue/catalogue.schema";
import { formatRupeesShort } from "~/domain/money";
import { Button } from "~/ui/kit/button";

/** The list's only form, a GET. The sort order is outside the panel and belongs to the form by this id. */
const FORM_ID = "filters";
const TYPING_MS = 600;

/**
 * Categories, price range and search of the list. Without scripts 'Apply' sends the form; with scripts every change does,
 * for prices after a pause in typing.
 */
export function FilterPanel({
  filters,
  unread,
  tags,
  bounds,
  isOpen,
}: {
  filters: CatalogueFilters;
  unread: UnreadPrices;
  tags: TagCount[];
  bounds: PriceBounds;
  /** On narrow screens; on wide ones the panel always shows. */
  isOpen: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmitOnChange(form);
  const shown = useRef(filters);
  useEffect(() => {
    // The fields already show the first filters; a choice made before hydration stays.
    if (shown.current === filters) return;
    shown.current = filters;
    if (form.current) showFilters(form.current, filters, unread);
  }, [filters, unread]);
  return (
    <form
      ref={form}
      id={FORM_ID}
      action="/books"
      onSubmit={submit.now}
      onChange={submit.soon}
      className={isOpen ? "filters is-open" : "filters"}
    >
      {filters.q ? <input type="hidden" name="q" value={filters.q} /> : null}
      <PriceRange filters={filters} unread={unread} bounds={bounds} />
      <Categories tags={tags} chosen={new Set(filters.tags)} />
      <div className="filters-end">
        <Button variant="quiet" size="sm">
          Apply
        </Button>
      </div>
    </form>
  );
}

function PriceRange({
  filters,
  unread,
  bounds,
}: {
  filters: CatalogueFilters;
  unread: UnreadPrices;
  bounds: PriceBounds;
}) {
  const isUnread = unread.min !== undefined || unread.max !== undefined;
  return (
    <fieldset>
      <legend>Price</legend>
      <div className="price-range">
        <PriceField
          name="min"
          label="Lowest price in rupees"
          placeholder="From"
          value={unread.min ?? rupeesField(filters.minPrice)}
          isUnread={unread.min !== undefined}
        />
        <PriceField
          name="max"
          label="Highest price in rupees"
          placeholder="To"
          value={unread.max ?? rupeesField(filters.maxPrice)}
          isUnread={unread.max !== undefined}
        />
      </div>
      {isUnread ? (
        <p id="price-error" role="alert" className="text-bad!">
          Type a price as a number, for example 250.
        </p>
      ) : null}
      {bounds ? (
        <p>
          {formatRupeesShort(bounds.lowest)} to {formatRupeesShort(bounds.highest)}
        </p>
      ) : null}
    </fieldset>
  );
}

function Categories({ tags, chosen }: { tags: TagCount[]; chosen: ReadonlySet<string> }) {
  return (
    <fieldset>
      <legend>Categories</legend>
      <div className="picks">
        {tags.map((tag) => (
          <label key={tag.id}>
            <input
              type="checkbox"
              name="tag"
              value={tag.name}
              defaultChecked={chosen.has(tag.name)}
              className="check"
            />{" "}
            <span dir="auto">{tag.name}</span> <small>{tag.count}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PriceField({
  name,
  label,
  value,
  placeholder,
  isUnread,
}: {
  name: string;
  label: string;
  value: string;
  placeholder: string;
  isUnread: boolean;
}) {
  return (
    <label className="price-field">
      <span aria-hidden="true">₹</span>
      <input
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        defaultValue={value}
        placeholder={placeholder}
        aria-invalid={isUnread || undefined}
        aria-describedby={isUnread ? "price-error" : undefined}
        className="input"
      />
    </label>
  );
}

/** Shown above the grid. */
export function SortSelect({ filters }: { filters: CatalogueFilters }) {
  return (
    <div className="sort">
      <label htmlFor="sort">Sort by</label>
      <select
        id="sort"
        name="sort"
        form={FORM_ID}
        defaultValue={filters.sort}
        className="input"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {sortChoices(filters.q).map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <Button form={FORM_ID} variant="quiet" size="sm" className="no-js">
        Sort
      </Button>
    </div>
  );
}

/** Opens the panel on narrow screens. A button of the same form, so that it works without scripts as well. */
export function FilterToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <Button
      form={FORM_ID}
      name="filters"
      value={isOpen ? "hidden" : "shown"}
      variant="quiet"
      size="sm"
      aria-expanded={isOpen}
      aria-controls={FORM_ID}
      className="md:hidden"
      onClick={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      {isOpen ? "Hide Filters" : "Show Filters"}
    </Button>
  );
}

function useSubmitOnChange(form: React.RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go() {
    clearTimeout(timer.current);
    if (form.current)
      void navigate(`/books${listSearch(new FormData(form.current))}`, { preventScrollReset: true });
  }
  return {
    now(event: FormEvent) {
      event.preventDefault();
      go();
    },
    soon(event: FormEvent) {
      const field = event.target as HTMLInputElement;
      // The sort order submits by itself.
      if (field.name === "tag") go();
      else if (field.name === "min" || field.name === "max") {
        clearTimeout(timer.current);
        timer.current = setTimeout(go, TYPING_MS);
      }
    },
  };
}

/** The form's query string without empty fields and without the default sort order: the shortest address of the list. */
function listSearch(form: FormData): string {
  const q = String(form.get("q") ?? "");
  const fields = [...form].map(([name, value]) => [name, String(value).trim()]);
  const kept = fields.filter(
    ([name, value]) => value !== "" && !(name === "sort" && value === defaultSort(q)),
  );
  const text = new URLSearchParams(kept).toString();
  return text && `?${text}`;
}

/** When the address changes by other means (a chip, Back), the fields follow, except the one being typed in. */
function showFilters(form: HTMLFormElement, filters: CatalogueFilters, unread: UnreadPrices) {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = filters.sort;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue;
    if (field.type === "checkbox") field.checked = filters.tags.includes(field.value);
    else if (field !== document.activeElement) {
      field.value =
        field.name === "min"
          ? (unread.min ?? rupeesField(filters.minPrice))
          : (unread.max ?? rupeesField(filters.maxPrice));
    }
  }
}
