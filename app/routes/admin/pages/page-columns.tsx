import { Link } from "react-router";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import type { PageRow } from "~/domain/front/pages/staff-pages";
import type { Column } from "~/ui/admin/lists/data-table";

const TITLE: Column<PageRow> = {
  title: "Title",
  sort: "title",
  cell: ({ id, title }) => (
    <Link to={`/admin/pages/${id}`} className="row-link wrap-anywhere" dir="auto">
      {title}
    </Link>
  ),
  className: "min-w-40 @max-4xl:basis-full",
};

const ADDRESS: Column<PageRow> = {
  title: "Address",
  cell: ({ path }) => <span className="text-muted wrap-anywhere">{path}</span>,
  className: "min-w-32 @max-4xl:basis-full",
};

const STATE: Column<PageRow> = {
  title: "State",
  cell: ({ published }) => (published ? "Published" : <span className="text-muted">Draft</span>),
  className: "w-28 @max-4xl:w-auto",
};

const CHANGED: Column<PageRow> = {
  title: "Changed",
  sort: "changed",
  cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>,
  label: "Changed",
  className: "whitespace-nowrap tabular-nums",
};

const LINKS: Column<PageRow> = {
  title: "Actions",
  cell: ({ path, title, published }) => (
    <Link to={`${path}?preview=on`} className="row-link">
      {published ? "View" : "Preview"}
      <span className="sr-only"> {title}</span>
    </Link>
  ),
  className: "@max-4xl:ml-auto",
};

export const PAGE_COLUMNS: Column<PageRow>[] = [
  TITLE,
  ADDRESS,
  {
    title: "Form",
    cell: ({ hasContactForm }) => (hasContactForm ? "Contact form" : ""),
    className: "@max-4xl:basis-auto",
  },
  STATE,
  CHANGED,
  LINKS,
];

export const NEWS_COLUMNS: Column<PageRow>[] = [
  {
    title: "Date",
    sort: "date",
    cell: ({ postedOn }) => (postedOn ? formatDate(postedOn) : ""),
    className: "whitespace-nowrap tabular-nums",
  },
  TITLE,
  ADDRESS,
  STATE,
  CHANGED,
  LINKS,
];
