import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import type { SearchTerm } from "~/domain/catalogue/finding/search-terms/search-terms";
import type { Column } from "~/ui/admin/lists/data-table";

export const TERM_COLUMNS: Column<SearchTerm>[] = [
  {
    title: "Searched for",
    sort: "term",
    cell: ({ term }) => (
      <a href={`/books?${new URLSearchParams({ q: term, preview: "on" })}`} className="link wrap-anywhere">
        <bdi>{term}</bdi>
      </a>
    ),
    className: "w-full min-w-40 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Found nothing",
    sort: "missed",
    cell: ({ missed }) => formatCount(missed),
    isNumber: true,
    label: "Found nothing",
  },
  {
    title: "Found similar words",
    sort: "forgiven",
    cell: ({ forgiven }) => formatCount(forgiven),
    isNumber: true,
    label: "Found similar words",
  },
  {
    title: "Last week of",
    sort: "week",
    cell: ({ week }) => <time dateTime={week}>{formatDate(week)}</time>,
    className: "whitespace-nowrap",
    label: "Last week of",
  },
  { title: "Actions", cell: (row) => <SynonymLink {...row} />, className: "whitespace-nowrap" },
];

function SynonymLink({ term, synonymId }: SearchTerm) {
  const query = new URLSearchParams(synonymId === null ? { add: term } : { edit: String(synonymId) });
  return (
    <Link to={`/admin/search/synonyms?${query}`} className="row-link">
      {synonymId === null ? "Add synonym" : "Edit synonym"}
      <span className="sr-only">
        {" "}
        of <bdi>{term}</bdi>
      </span>
    </Link>
  );
}
