import { Link, useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import type { WantedTitle } from "~/domain/readers/waiting/wanted-titles";
import type { Column } from "~/ui/admin/lists/data-table";

export const WANTED_COLUMNS: Column<WantedTitle>[] = [
  {
    title: "Title",
    sort: "title",
    cell: ({ title, author }) => (
      <>
        <span className="font-semibold wrap-anywhere" dir="auto">
          {title}
        </span>
        {author ? (
          <span className="text-muted block text-sm wrap-anywhere" dir="auto">
            {author}
          </span>
        ) : null}
      </>
    ),
    className: "w-full min-w-40 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "People",
    sort: "people",
    cell: ({ people }) => formatCount(people),
    isNumber: true,
    label: "People",
  },
  {
    title: "Last asked",
    sort: "asked",
    cell: ({ asked }) => <time dateTime={asked}>{formatDate(asked)}</time>,
    className: "whitespace-nowrap",
    label: "Last asked",
  },
  {
    title: "Answer",
    cell: (wanted) => <Answer {...wanted} />,
    className: "min-w-32 @max-4xl:basis-full",
  },
  { title: "Actions", cell: (wanted) => <Actions {...wanted} />, className: "whitespace-nowrap" },
];

function Answer({ answered, book }: WantedTitle) {
  if (answered === null) return "Waiting";
  return (
    <>
      {book ? (
        <Link to={`/admin/products?edit=${book.id}`} className="link wrap-anywhere" dir="auto">
          {book.title}
        </Link>
      ) : (
        "The book is deleted"
      )}
      <span className="text-muted block text-xs">{formatDate(answered)}</span>
    </>
  );
}

function Actions({ id, title, answered }: WantedTitle) {
  const [params] = useSearchParams();
  const of = (
    <span className="sr-only">
      : <bdi>{title}</bdi>
    </span>
  );
  return (
    <span className="flex gap-x-4">
      {answered === null ? (
        <Link to={listHref(params, { answer: id })} preventScrollReset className="row-link">
          We have it{of}
        </Link>
      ) : null}
      <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
        Delete{of}
      </Link>
    </span>
  );
}
