import { Fragment } from "react";
import { Link } from "react-router";
import type { StaffBook, StaffFilters, StaffSort } from "~/domain/catalogue/books/staff/staff-books";
import { releaseWords } from "~/domain/catalogue/books/sale/sale";
import { formatCount } from "~/domain/kit/counts";
import { type ForgivingListing, type ListSearch, listHref } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import { Cover } from "~/ui/store/cover";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { ManyBar, TICK } from "./many-bar";
import { FilterChip } from "~/ui/admin/lists/filter-chip";
import { ForgivenNote } from "~/ui/admin/lists/forgiven-note";
import { ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/lists/list-controls";
import { useListParams } from "~/ui/admin/lists/list-params";

interface BookListProps {
  search: ListSearch<StaffSort>;
  filters: StaffFilters;
  lowStockMark: number;
  list: ForgivingListing<StaffBook>;
  /** What the filter by an author, a tag … is called; null: unknown. */
  of: string | null;
  /** How many readers wait for a sold-out book, by the book's id. */
  waiting: Map<number, number>;
}

/** A list of names, each with its own text direction; three lines at most. */
function Names({ children: names }: { children: string[] }) {
  return (
    <span className="line-clamp-3 wrap-anywhere">
      {names.map((name, index) => (
        <Fragment key={index}>
          {index > 0 ? ", " : null}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

/** Of a book that is not out yet, or that should be: its day, and its pre-orders. */
function ReleaseNote({ book }: { book: StaffBook }) {
  const { forthcoming, isOverdue, preordered, preorderLimit } = book;
  if (isOverdue) {
    const waiting = preordered > 0 ? `, ${formatCount(preordered)} pre-ordered` : "";
    return (
      <span className="text-bad block text-xs font-medium">
        Its publication date has come, none in stock{waiting}
      </span>
    );
  }
  if (!forthcoming) return null;
  const { label, day } = releaseWords(forthcoming);
  const taken =
    preorderLimit === null && preordered === 0
      ? null
      : `${formatCount(preordered)} of ${formatCount(preorderLimit ?? 0)} pre-ordered`;
  return <span className="text-muted block text-xs">{[label, day, taken].filter(Boolean).join(" · ")}</span>;
}

/** The columns of docs/specification.md §2.17. @param lowStockMark copies at or below which stock counts as low */
function columns(lowStockMark: number, waiting: Map<number, number>): Column<StaffBook>[] {
  return [
    { title: "Img", cell: (book) => <CoverLink book={book} />, className: "entry-aside w-12 pr-1!" },
    {
      title: "Title",
      sort: "title",
      cell: (book) => (
        <>
          <span className="row-title" dir="auto">
            {book.title}
          </span>
          <ReleaseNote book={book} />
        </>
      ),
      className: "min-w-52 @max-4xl:-order-2 @max-4xl:basis-full @max-4xl:text-base",
    },
    {
      title: "Language",
      sort: "languageName",
      cell: (book) => <Names>{[book.language]}</Names>,
      className: "@max-4xl:text-muted",
    },
    {
      title: "Publisher",
      sort: "publisherName",
      cell: (book) => <Names>{[book.publisher]}</Names>,
      className: "@max-4xl:text-muted",
    },
    {
      title: "Author(s)",
      cell: (book) => <Names>{book.authors}</Names>,
      className: "min-w-28 @max-4xl:-order-1",
    },
    {
      title: "Tag(s)",
      cell: (book) => <Names>{book.tags}</Names>,
      className: "min-w-28 text-muted @max-xl:hidden @max-4xl:basis-full",
    },
    { title: "Price", sort: "price", cell: (book) => <Prices book={book} />, isNumber: true },
    {
      title: "Stock",
      sort: "stock",
      cell: (book) => <Stock book={book} mark={lowStockMark} waiting={waiting.get(book.id) ?? 0} />,
      isNumber: true,
      label: "Stock",
    },
    { title: "Actions", cell: (book) => <Actions book={book} />, className: "@max-4xl:ml-auto" },
  ];
}

export function BookList({ search, filters, of, lowStockMark, list, waiting }: BookListProps) {
  return (
    <>
      <ListToolbar
        search={search}
        filters={<Filters filters={filters} of={of} lowStockMark={lowStockMark} />}
        finds="Finds title, author, publisher, language, tag and ISBN."
      />
      <ForgivenNote search={search} list={list} />
      {list.rows.length > 0 ? <ManyBar count={list.count} /> : null}
      <DataTable
        label="Books"
        columns={[TICK, ...columns(lowStockMark, waiting)]}
        rows={list.rows}
        rowKey={(book) => book.id}
        sort={search.sort}
        empty={
          search.q || filters.visibility || filters.release || filters.of
            ? undefined
            : filters.lowStock
              ? "No book is low in stock"
              : "No books yet"
        }
        stacks
        isTall
      />
      <ListFooter list={list} />
    </>
  );
}

function Filters({
  filters,
  of,
  lowStockMark,
}: {
  filters: StaffFilters;
  of: string | null;
  lowStockMark: number;
}) {
  const params = useListParams();
  return (
    <>
      <SelectFilter
        label="Stock"
        name="stock"
        value={filters.lowStock ? "low" : ""}
        options={[["low", `Low (${lowStockMark} or less)`]]}
      />
      <SelectFilter
        label="Visibility"
        name="visibility"
        value={filters.visibility}
        options={[
          ["visible", "Visible"],
          ["hidden", "Hidden"],
        ]}
      />
      <SelectFilter
        label="Release"
        name="release"
        value={filters.release}
        options={[
          ["coming", "Forthcoming"],
          ["overdue", "Overdue"],
        ]}
      />
      {filters.of ? (
        <ul className="order-last flex w-full flex-wrap gap-2">
          <FilterChip name={filters.of.entity.key} value={String(filters.of.id)} without={params}>
            {filters.of.entity.label}: <bdi>{of ?? "unknown"}</bdi>
          </FilterChip>
        </ul>
      ) : null}
    </>
  );
}

function CoverLink({ book }: { book: StaffBook }) {
  const params = useListParams();
  return (
    <Link
      to={listHref(params, { cover: book.id })}
      preventScrollReset
      className="book-cover block w-9"
      aria-label={`Cover of ${book.title}`}
    >
      <Cover cover={book.cover} title={book.title} width={160} sizes="36px" />
    </Link>
  );
}

function Prices({ book }: { book: StaffBook }) {
  if (book.salePrice === null) return formatRupees(book.price);
  return (
    <span className="inline-flex flex-col @max-4xl:flex-row @max-4xl:gap-2">
      <span className="text-muted">
        <span className="sr-only">MRP </span>
        <s>{formatRupees(book.price)}</s>
      </span>
      <span>
        <span className="sr-only">, sale price </span>
        {formatRupees(book.salePrice)}
      </span>
    </span>
  );
}

function Stock({ book, mark, waiting }: { book: StaffBook; mark: number; waiting: number }) {
  if (book.stock > mark) return formatCount(book.stock);
  return (
    <>
      <span className="text-bad font-semibold">
        {formatCount(book.stock)}
        <span className="block text-xs font-medium @max-4xl:inline">
          {" "}
          {book.stock === 0 ? "None left" : "Low"}
        </span>
      </span>
      {waiting > 0 ? (
        <span className="text-muted block text-xs whitespace-nowrap @max-4xl:inline">
          {" "}
          {formatCount(waiting)} waiting
        </span>
      ) : null}
    </>
  );
}

function Actions({ book }: { book: StaffBook }) {
  const params = useListParams();
  const isOn = !book.hidden;
  return (
    <div className="flex items-center gap-3">
      <Link to={listHref(params, { edit: book.id })} preventScrollReset className="row-link">
        Edit<span className="sr-only"> {book.title}</span>
      </Link>
      <ConfirmSwitch
        isOn={isOn}
        name={`${book.title} visible in the store`}
        shown={isOn ? "" : "Hidden"}
        confirm={`${isOn ? "hide" : "show"}-${book.id}`}
      />
    </div>
  );
}
