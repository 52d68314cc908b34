import { Link } from "react-router";
import type { FilterChip } from "~/domain/catalog/catalog";

/** What narrows the list, each with the way to take it off. Nothing when nothing does. */
export function ActiveFilters({ chips }: { chips: FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <section aria-label="Active Filters" className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      <h2 className="mr-1 font-sans text-sm font-semibold">Active Filters</h2>
      {chips.map((chip) => (
        <Link
          key={chip.label}
          to={`/books${chip.without}`}
          preventScrollReset
          className="bg-card border-line-strong hover:bg-sunken inline-flex min-h-8 max-w-full items-center gap-2 rounded-full border py-0.5 pr-2 pl-3"
        >
          <span className="truncate">{chip.label}</span>
          <span className="sr-only">: remove this filter</span>
          <span aria-hidden="true" className="text-muted text-lg leading-none">
            ×
          </span>
        </Link>
      ))}
      <Link
        to="/books"
        preventScrollReset
        className="link inline-flex min-h-8 items-center px-1 font-semibold"
      >
        Clear All
      </Link>
    </section>
  );
}
