import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { type ListSearch, listHref, nextSort } from "~/domain/listing/listing";
import { Icon } from "../icons";

export interface Column<Row> {
  title: ReactNode;
  /** As the URL's `sort` names it; absent: the column cannot be sorted by. */
  sort?: string;
  cell(row: Row): ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  className?: string;
}

/**
 * Rows in an area of 24 rem that scrolls under its heads (specification section 9). A head that sorts is a link:
 * ascending, descending, none.
 * @param label names the table for screen readers
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort = null,
  empty = "No items found matching your search",
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string | number;
  sort?: ListSearch["sort"];
  empty?: ReactNode;
}) {
  return (
    <section
      className="table-area"
      aria-label={label}
      // A scrolling area without a control in view must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className="table w-full">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Head key={column.sort ?? index} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length} className="text-muted py-10! text-center">
                {empty}
              </td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <td key={index} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const look = <Row,>({ isNumber, className = "" }: Column<Row>) =>
  `${isNumber ? "text-right! tabular-nums whitespace-nowrap" : ""} ${className}`.trim() || undefined;

const spoken = { asc: "ascending", desc: "descending" } as const;

function Head<Row>({ column, sort }: { column: Column<Row>; sort: ListSearch["sort"] }) {
  const [params] = useSearchParams();
  if (!column.sort) {
    return (
      <th scope="col" className={look(column)}>
        {column.title}
      </th>
    );
  }
  const direction = sort?.field === column.sort ? sort.direction : null;
  return (
    <th scope="col" aria-sort={direction ? spoken[direction] : undefined} className={look(column)}>
      <Link
        to={listHref(params, nextSort(sort, column.sort))}
        preventScrollReset
        className="hover:text-ink -mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1"
      >
        {column.title}
        <Icon
          name={direction === "asc" ? "up" : direction === "desc" ? "down" : "sortable"}
          className="size-4"
        />
      </Link>
    </th>
  );
}
