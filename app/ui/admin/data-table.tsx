import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type ListSearch, listHref, nextSort } from "~/domain/listing/listing";
import { Icon } from "~/ui/kit/icons";
import { Live } from "~/ui/frame/live";

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
 * Rows in an area that scrolls under its heads, as high as the window allows. A head that sorts is a link: ascending,
 * descending, none.
 * @param label names the table for screen readers
 * @param stacks many columns: where there is no room for them each row becomes an entry of a few lines, its cells one
 * after the other (`@max-4xl:` in a column's className places them), and the heads a line to sort by
 * @param isTall rows of several lines, set with more air
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
  const area = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(area);
  const isSortable = columns.some((column) => column.sort);
  return (
    // What scrolls must be reached by keyboard even where no control is in view; what does not is no stop on the way.
    <div
      ref={area}
      className={`table-area${stacks ? " stacks" : ""}${isTall ? " is-tall" : ""}`}
      {...(scrolls && { role: "region", "aria-label": label, tabIndex: 0 })}
    >
      {isSortable ? <Live text={sortInWords(columns, sort)} /> : null}
      <table role={role("table")} className="table w-full">
        <caption className="sr-only">
          {label}
          {isSortable ? ", sorted by the links in the heads" : null}
        </caption>
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
    </div>
  );
}

/** Whether there is more than the area shows; until scripts know, it may be. */
function useScrolls(area: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    const look = () =>
      setScrolls(node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    for (const part of node.children) observer.observe(part);
    return () => observer.disconnect();
  }, [area]);
  return scrolls;
}

function sortInWords<Row>(columns: Column<Row>[], sort: ListSearch["sort"]): string {
  const column = sort && columns.find((one) => one.sort === sort.field);
  return column ? `Sorted by ${String(column.title)}, ${spoken[sort.direction]}` : "Not sorted";
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
  const title = String(column.title);
  const next =
    direction === "asc" ? "sort descending" : direction === "desc" ? "do not sort" : "sort ascending";
  return (
    <th
      scope="col"
      role={role}
      // For the cells below: the head's name without what its link does.
      abbr={title}
      aria-sort={direction ? spoken[direction] : undefined}
      className={look(column)}
    >
      <Link
        to={listHref(params, nextSort(sort, column.sort))}
        preventScrollReset
        aria-label={`${title}: ${next}`}
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
