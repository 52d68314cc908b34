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
  /** What to call the cell where rows are stacked and its head is out of sight; not needed where it speaks for itself. */
  label?: string;
  className?: string;
}

/**
 * Rows in an area that scrolls under its heads, 24 rem high at most (specification section 9). A head that sorts is a
 * link: ascending, descending, none.
 * @param label names the table for screen readers
 * @param stacks many columns: where there is no room for them each row becomes an entry of a few lines, its cells one
 * after the other (`@max-4xl:` in a column's className places them), and the heads a line to sort by
 * @param isTall rows of several lines: as high as the window allows, never less than the others
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort = null,
  empty = "No items found matching your search",
  stacks = false,
  isTall = false,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string | number;
  sort?: ListSearch["sort"];
  empty?: ReactNode;
  stacks?: boolean;
  isTall?: boolean;
}) {
  // Laid out as an entry a row would be a row no more to some screen readers, unless it says so.
  const role = (name: string) => (stacks ? name : undefined);
  return (
    <section
      className={`table-area${stacks ? " stacks" : ""}${isTall ? " is-tall" : ""}`}
      aria-label={label}
      // A scrolling area without a control in view must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table role={role("table")} className="table w-full">
        <thead role={role("rowgroup")}>
          <tr role={role("row")}>
            {columns.map((column, index) => (
              <Head key={column.sort ?? index} column={column} sort={sort} role={role("columnheader")} />
            ))}
          </tr>
        </thead>
        <tbody role={role("rowgroup")}>
          {rows.length === 0 ? (
            <tr role={role("row")} className="table-empty">
              <td role={role("cell")} colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={rowKey(row)} role={role("row")}>
              {columns.map((column, index) => (
                <td key={index} role={role("cell")} data-label={column.label} className={look(column)}>
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

function Head<Row>({ column, sort, role }: { column: Column<Row>; sort: ListSearch["sort"]; role?: string }) {
  const [params] = useSearchParams();
  if (!column.sort) {
    return (
      <th scope="col" role={role} className={look(column)}>
        {column.title}
      </th>
    );
  }
  const direction = sort?.field === column.sort ? sort.direction : null;
  return (
    <th
      scope="col"
      role={role}
      aria-sort={direction ? spoken[direction] : undefined}
      className={look(column)}
    >
      <Link
        to={listHref(params, nextSort(sort, column.sort))}
        preventScrollReset
        className={`hover:text-ink -mx-1 inline-flex min-h-8 items-center gap-0.5 rounded-sm px-1 ${direction ? "text-ink" : ""}`}
      >
        {column.title}
        <Icon
          name={direction === "asc" ? "up" : direction === "desc" ? "down" : "sortable"}
          className={`size-4 ${direction ? "text-accent" : ""}`}
        />
      </Link>
    </th>
  );
}
