import { Link, useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { listHref } from "~/domain/kit/listing/listing";
import type { CountedName, DuplicatePair } from "~/domain/catalogue/names/duplicates";
import { type MasterDataEntity, usedBy } from "~/domain/kit/master-data";
import { usesInWords } from "~/domain/front/merging/merging";
import type { Column } from "~/ui/admin/lists/data-table";
import { ScreenLink } from "~/ui/admin/frame/rights";

/** The list of the books, or orders, that name an entry. */
const usersPath = (entity: MasterDataEntity, id: number) =>
  usedBy(entity) === "orders" ? `/admin/orders?carrier=${id}` : `/admin/products?${entity.key}=${id}`;

export const nameColumns = (entity: MasterDataEntity): Column<CountedName>[] => [
  {
    title: "Title",
    sort: "title",
    cell: (row) => <bdi>{row.name}</bdi>,
    className: "w-full min-w-32 wrap-anywhere",
  },
  {
    title: usedBy(entity) === "orders" ? "Orders" : "Books",
    cell: (row) => <Uses entity={entity} row={row} />,
    isNumber: true,
  },
  { title: "Actions", cell: (row) => <Actions row={row} /> },
];

function Uses({ entity, row }: { entity: MasterDataEntity; row: CountedName }) {
  if (row.uses === 0) return <span className="text-muted">0</span>;
  return (
    <ScreenLink to={usersPath(entity, row.id)} className="row-link">
      {formatCount(row.uses)}
      <span className="sr-only"> of {row.name}</span>
    </ScreenLink>
  );
}

function Actions({ row }: { row: CountedName }) {
  const [params] = useSearchParams();
  return (
    <span className="flex gap-3">
      <Link
        to={listHref(params, { edit: row.id })}
        preventScrollReset
        aria-label={`Edit ${row.name}`}
        className="row-link"
      >
        Edit
      </Link>
      {row.uses === 0 ? (
        <Link
          to={listHref(params, { confirm: `delete-${row.id}` })}
          preventScrollReset
          aria-label={`Delete ${row.name}`}
          className="row-link"
        >
          Delete
        </Link>
      ) : null}
    </span>
  );
}

export const pairColumns = (entity: MasterDataEntity): Column<DuplicatePair>[] => [
  {
    title: "Name",
    cell: ({ gone }) => <Counted entity={entity} row={gone} />,
    className: "w-1/2 min-w-28 wrap-anywhere",
  },
  {
    title: "Probably the same",
    cell: ({ stays }) => <Counted entity={entity} row={stays} />,
    className: "w-1/2 min-w-28 wrap-anywhere",
  },
  { title: "Actions", cell: ({ gone, stays }) => <MergeLink gone={gone} stays={stays} /> },
];

const Counted = ({ entity, row }: { entity: MasterDataEntity; row: CountedName }) => (
  <>
    <bdi>{row.name}</bdi>
    <span className="text-muted block text-sm">{usesInWords(entity, row.uses)}</span>
  </>
);

function MergeLink({ gone, stays }: DuplicatePair) {
  const [params] = useSearchParams();
  return (
    <Link
      to={listHref(params, { merge: gone.id, into: stays.id })}
      preventScrollReset
      aria-label={`Merge ${gone.name} into ${stays.name}`}
      className="row-link"
    >
      Merge
    </Link>
  );
}
