import { Link, useSearchParams } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import type { OldAddress } from "~/domain/front/old-addresses/old-addresses";
import type { Column } from "~/ui/admin/lists/data-table";

export const ADDRESS_COLUMNS: Column<OldAddress>[] = [
  {
    title: "Old address",
    cell: ({ address }) => <span className="font-semibold wrap-anywhere">{address}</span>,
    className: "min-w-44 max-w-96 align-top @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Leads to",
    cell: ({ target }) => (
      <a href={previewed(target)} className="link wrap-anywhere">
        {target}
      </a>
    ),
    className: "min-w-44 max-w-96 align-top @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Since",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
    className: "whitespace-nowrap align-top",
  },
  { title: "Actions", cell: (row) => <Delete {...row} />, className: "align-top" },
];

/** Staff see the store only as a preview. */
function previewed(target: string): string {
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(target)!;
  return `${path}${path.includes("?") ? "&" : "?"}preview=on${hash}`;
}

function Delete({ id, address }: OldAddress) {
  const [params] = useSearchParams();
  return (
    <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
      Delete<span className="sr-only"> {address}</span>
    </Link>
  );
}
