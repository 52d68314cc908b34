import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type ListSearch, listHref, nextSort } from "~/domain/kit/listing/listing";
import { Icon } from "~/ui/kit/icons";
import { Live } from "~/ui/frame/live";
import { useListParams } from "./list-params";

export interface Column<Row> {
  title: ReactNode;
  /** Value of the URL's `sort` parameter; without it the column is not sortable. */
  sort?: string;
  cell(row: Row): ReactNode;
  /** Aligned right. */
  isNumber?: boolean;
  /** The cell's label where rows are stacked and the column's head is hidden; not needed if the value is clear. */
  label?: string;
  className?: string;
}

/**
 * A table whose rows scroll below its heads, at most as high as the window. A sortable head is a link: ascending,
 * descending, unsorted.
 * @param label names the table for screen readers
 * @param stacks for many columns: in a narrow space each row becomes a block of a few lines, its cells one after the
 * other (`@max-4xl:` in a column's className places them), and the heads become one line of links to sort by
 * @param isTall for rows of several lines: more space between them
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
  const area = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(area);
  const isSortable = columns.some((column) => column.sort);
  return (
    // An area that scrolls must take the keyboard's focus even with no control in view; one that does not must not.
    <div
      ref={area}
      className={`table-area${stacks ? " stacks" : ""}${isTall ? " is-tall" : ""}`}
      {...(scrolls && { role: "region", "aria-label": label, tabIndex: 0 })}
    >
      {isSortable ? <Live text={sortInWords(columns, sort)} /> : null}
      <table className="table w-full">
        <caption className="sr-only">
          {label}
          {isSortable ? ", sorted by the links in the column heads" : null}
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
            <tr className="table-empty">
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <td key={index} data-label={column.label} className={cellClass(column)}>
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

/** Whether the content overflows the area; true until it is measured. */
function useScrolls(area: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    const measure = () => {
      endAfterARow(node);
      setScrolls(node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
    };
    measure();
    // Once it has a height of its own, only the window says that there is more room.
    addEventListener("resize", measure);
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const part of node.children) observer.observe(part);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [area]);
  return scrolls;
}

/** Makes an area whose rows scroll as high as the rows that fit as a whole, so that none is cut before it is scrolled. */
function endAfterARow(area: HTMLElement) {
  area.style.maxHeight = "";
  if (area.scrollHeight <= area.clientHeight + 1) return;
  const top = area.getBoundingClientRect().top - area.scrollTop;
  const ends = [...area.querySelectorAll("tbody > tr")].map(
    (row) => row.getBoundingClientRect().bottom - top,
  );
  const last = ends.findLast((end) => end <= area.offsetHeight);
  if (last !== undefined && last !== ends.at(-1)) area.style.maxHeight = `${Math.ceil(last) + 1}px`;
}

function sortInWords<Row>(columns: Column<Row>[], sort: ListSearch["sort"]): string {
  const column = sort && columns.find((one) => one.sort === sort.field);
  return column ? `Sorted by ${String(column.title)}, ${spoken[sort.direction]}` : "Not sorted";
}

const cellClass = <Row,>({ isNumber, className = "" }: Column<Row>) =>
  `${isNumber ? "text-right! tabular-nums whitespace-nowrap" : ""} ${className}`.trim() || undefined;

const spoken = { asc: "ascending", desc: "descending" } as const;

function Head<Row>({ column, sort }: { column: Column<Row>; sort: ListSearch["sort"] }) {
  const params = useListParams();
  if (!column.sort) {
    return (
      <th scope="col" className={cellClass(column)}>
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

      // Screen readers read this with the cells below: the title without the link's action.
      abbr={title}
      aria-sort={direction ? spoken[direction] : undefined}
      className={cellClass(column)}
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
