import {
  type CatalogueFilters,
  type PriceBounds,
  rupeesField,
} from "~/domain/catalogue/books/lists/catalogue";
import type { UnreadPrices } from "~/domain/catalogue/books/lists/catalogue.schema";
import { formatRupeesShort } from "~/domain/kit/money";

/** The fields of the lowest and the highest price. What could not be read is said at the page's top too, which is in view. */
export function PriceRange({
  filters,
  unread,
  bounds,
}: {
  filters: CatalogueFilters;
  unread: UnreadPrices;
  bounds: PriceBounds;
}) {
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
      {unread.problem ? (
        <p id="price-error" className="text-bad!">
          {unread.problem}
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
