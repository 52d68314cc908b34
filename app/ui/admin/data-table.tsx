import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type ListSearch, listHref, nextSort } from "~/domain/listing/listing";
import { Icon } from "../icons";
import { Live } from "../live";

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
  const area = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(area);
  const isSortable = columns.some((column) => column.sort);
  return (
    // What scrolls must be reached by keyboard even where no control is in view; what does not is no stop on the way.
    <div
      ref={area}
      className="table-area"
      {...(scrolls && { role: "region", "aria-label": label, tabIndex: 0 })}
    >
      {isSortable ? <Live text={sortInWords(columns, sort)} /> : null}
      <table className="table w-full">
        <caption className="sr-only">
          {label}
          {isSortable ? ", sorted by the links in the heads" : null}
        </caption>
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
  const title = String(column.title);
  const next =
    direction === "asc" ? "sort descending" : direction === "desc" ? "do not sort" : "sort ascending";
  return (
    <th
      scope="col"
      // For the cells below: the head's name without what its link does.
      abbr={title}
      aria-sort={direction ? spoken[direction] : undefined}
      className={look(column)}
    >
      <Link
        to={listHref(params, nextSort(sort, column.sort))}
        preventScrollReset
        aria-label={`${title}: ${next}`}
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
