import { Link } from "react-router";
import type { FilterChip } from "~/domain/catalogue/books/lists/catalogue";

/** The active filters, each with a link that removes it. Renders nothing without filters. */
export function ActiveFilters({ chips }: { chips: FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <section aria-label="Active Filters" className="active-filters">
      <h2>Active Filters</h2>
      {chips.map((chip) => (
        <Link key={chip.without} to={`/books${chip.without}`} preventScrollReset>
          <span className="truncate" dir="auto">
            {chip.label}
          </span>
          <span className="sr-only">: remove this filter</span>
          <span aria-hidden="true">×</span>
        </Link>
      ))}
      <Link to="/books" preventScrollReset className="link">
        Clear All
      </Link>
    </section>
  );
}
