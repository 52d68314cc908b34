import { Link } from "react-router";
import { type CatalogueFilters, formatSearch } from "~/domain/catalogue/catalogue";
import type { NameGroup, SearchHelp } from "~/domain/suggestions/suggestions";

/**
 * Above the list of a search: that nothing has the words as typed, and what was probably meant; names that match.
 * @param count how many books the list has
 */
export function SearchNotes({
  help,
  filters,
  count,
}: {
  help: SearchHelp;
  filters: CatalogueFilters;
  count: number;
}) {
  const { isForgiven, meant, names } = help;
  if (names.length === 0 && !isForgiven) return null;
  return (
    <div className="mb-4">
      {isForgiven && count > 0 ? (
        <p>
          Nothing has exactly <bdi>“{filters.q}”</bdi>. These books
          {meant ? " are for " : " have words that are spelled or sound alike."}
          {meant ? <MeantLink meant={meant} filters={filters} /> : null}
          {meant ? "." : null}
        </p>
      ) : meant ? (
        <p>
          Did you mean <MeantLink meant={meant} filters={filters} />?
        </p>
      ) : null}
      {names.length > 0 ? (
        <ul aria-label="Names that match" className="text-muted flex flex-wrap gap-x-4 text-sm">
          {names.map((group) => (
            <NameLinks key={group.kind} group={group} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The same search with these words. */
const MeantLink = ({ meant, filters }: { meant: string; filters: CatalogueFilters }) => (
  <Link to={`/books${formatSearch({ ...filters, q: meant })}`} className="link">
    <bdi>“{meant}”</bdi>
  </Link>
);

const NameLinks = ({ group: { label, names } }: { group: NameGroup }) => (
  <li>
    {label}:{" "}
    {names.map(({ name, path }, at) => (
      <span key={path}>
        {at > 0 ? ", " : null}
        <Link to={path} className="link" dir="auto">
          {name}
        </Link>
      </span>
    ))}
  </li>
);
