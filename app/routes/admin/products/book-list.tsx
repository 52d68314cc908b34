import { Link, useSearchParams } from "react-router";
import type { StaffBook, StaffFilters, StaffSort } from "~/domain/catalog/books-for-staff";
import { type Listing, type ListSearch, listHref } from "~/domain/listing/listing";
import { formatRupees } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import { ConfirmSwitch } from "~/ui/admin/confirm-switch";
import { Cover } from "~/ui/cover";
import { type Column, DataTable } from "~/ui/admin/data-table";
import { ListFooter, ListToolbar } from "~/ui/admin/list-controls";

interface BookListProps {
  search: ListSearch<StaffSort>;
  filters: StaffFilters;
  lowStockMark: number;
  list: Listing<StaffBook>;
}

const small = "min-w-24 text-sm";

/** Specification section 2, Admin Books. @param lowStockMark copies at or below which stock counts as low */
function columns(lowStockMark: number): Column<StaffBook>[] {
  return [
    { title: "Img", cell: (book) => <CoverLink book={book} /> },
    {
      title: "Title",
      sort: "title",
      cell: (book) => <span className="font-semibold">{book.title}</span>,
      className: "min-w-32 max-w-48 text-sm",
    },
    { title: "Language", sort: "languageName", cell: (book) => book.language, className: small },
    { title: "Publisher", sort: "publisherName", cell: (book) => book.publisher, className: small },
    { title: "Author(s)", cell: (book) => book.authors.join(", "), className: small },
    { title: "Tag(s)", cell: (book) => book.tags.join(", "), className: small },
    {
      title: "Price",
      sort: "price",
      cell: (book) => <Prices book={book} />,
      isNumber: true,
      className: "text-sm",
    },
    {
      title: "Stock",
      sort: "stock",
      cell: (book) => <Stock book={book} mark={lowStockMark} />,
      isNumber: true,
      className: "text-sm",
    },
    // In view however far the rest is scrolled.
    { title: "Actions", cell: (book) => <Actions book={book} />, className: "sticky right-0 [td&]:bg-card" },
  ];
}

export function BookList({ search, filters, lowStockMark, list }: BookListProps) {
  return (
    <>
      <ListToolbar search={search} filters={<Filters filters={filters} lowStockMark={lowStockMark} />} />
      <DataTable
        label="Books"
        columns={columns(lowStockMark)}
        rows={list.rows}
        rowKey={(book) => book.id}
        sort={search.sort}
      />
      <ListFooter list={list} />
    </>
  );
}

function Filters({ filters, lowStockMark }: { filters: StaffFilters; lowStockMark: number }) {
  const stock = filters.lowStock ? "low" : "";
  const visibility = filters.visibility ?? "";
  const label = "flex items-center gap-2 text-sm";
  return (
    <>
      <label className={label}>
        Stock
        <select name="stock" key={`stock ${stock}`} defaultValue={stock} className="input w-auto!">
          <option value="">All</option>
          <option value="low">Low ({lowStockMark} or less)</option>
        </select>
      </label>
      <label className={label}>
        Visibility
        <select
          name="visibility"
          key={`visibility ${visibility}`}
          defaultValue={visibility}
          className="input w-auto!"
        >
          <option value="">All</option>
          <option value="visible">Visible</option>
          <option value="hidden">Hidden</option>
        </select>
      </label>
    </>
  );
}

function CoverLink({ book }: { book: StaffBook }) {
  const [params] = useSearchParams();
  return (
    <Link
      to={listHref(params, { cover: book.id })}
      preventScrollReset
      className="book-cover relative block w-10"
      aria-label={`Cover of ${book.title}`}
    >
      <Cover cover={book.cover} title={book.title} width={160} sizes="40px" />
    </Link>
  );
}

function Prices({ book }: { book: StaffBook }) {
  if (book.salePrice === null) return formatRupees(book.price);
  return (
    <>
      <span className="sr-only">MRP </span>
      <s className="text-muted">{formatRupees(book.price)}</s>
      <br />
      <span className="sr-only">, sale price </span>
      {formatRupees(book.salePrice)}
    </>
  );
}

const copies = new Intl.NumberFormat("en-IN");

function Stock({ book, mark }: { book: StaffBook; mark: number }) {
  if (book.stock > mark) return copies.format(book.stock);
  return (
    <>
      <span className="text-bad font-semibold">
        {copies.format(book.stock)}
        <span className="block text-xs font-medium">{book.stock === 0 ? "None left" : "Low"}</span>
      </span>
      {book.waiting > 0 ? (
        <span className="text-muted block text-xs whitespace-nowrap">
          {copies.format(book.waiting)} waiting
        </span>
      ) : null}
    </>
  );
}

function Actions({ book }: { book: StaffBook }) {
  const [params] = useSearchParams();
  const isOn = !book.hidden;
  return (
    <span className="flex flex-col items-start gap-1">
      <ButtonLink to={listHref(params, { edit: book.id })} variant="quiet" size="sm" preventScrollReset>
        Edit<span className="sr-only"> {book.title}</span>
      </ButtonLink>
      <ConfirmSwitch
        isOn={isOn}
        name={`${book.title} visible in the store`}
        shown={isOn ? "" : "Hidden"}
        confirm={`${isOn ? "hide" : "show"}-${book.id}`}
      />
    </span>
  );
}
