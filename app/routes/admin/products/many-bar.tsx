import { Form, Link } from "react-router";
import type { StaffBook } from "~/domain/catalogue/books/staff/staff-books";
import { formatCount } from "~/domain/kit/counts";
import { listHref } from "~/domain/kit/listing/listing";
import { Button } from "~/ui/kit/button";
import type { Column } from "~/ui/admin/lists/data-table";
import { useListParams } from "~/ui/admin/lists/list-params";

const FORM = "many-books";
const PATH = "/admin/products/many";

/** Each book's checkbox, and one for all on the page. They belong to the form of `ManyBar`. */
export const TICK: Column<StaffBook> = {
  title: (
    <>
      <TickAll />
      <span className="sr-only">Choose</span>
    </>
  ),
  cell: (book) => (
    <input
      type="checkbox"
      form={FORM}
      name="book"
      value={book.id}
      aria-label={`Choose ${book.title}`}
      className="check block"
    />
  ),
  className: "w-8 pr-0! @max-4xl:order-1",
};

/** Leads to the form that changes the ticked books, or all that the list finds. @param count of all that it finds */
export function ManyBar({ count }: { count: number }) {
  const params = useListParams();
  const list = [...new URLSearchParams(listHref(params))];
  const all = new URLSearchParams([...list, ["all", "1"]]);
  return (
    <Form
      id={FORM}
      action={PATH}
      aria-label="Change many books"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
    >
      {list.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="quiet" size="sm">
        Change the ticked books
      </Button>
      <Link to={`${PATH}?${all}`} className="row-link">
        {count === 1 ? "Change the one found" : `Change all ${formatCount(count)}`}
      </Link>
    </Form>
  );
}

/** Ticks every book on this page, or none; only with scripts. */
function TickAll() {
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      title="Choose all on this page"
      className="check needs-js block"
      onChange={({ currentTarget: { checked } }) => {
        const form = document.getElementById(FORM) as HTMLFormElement | null;
        for (const one of form?.elements ?? [])
          if (one instanceof HTMLInputElement && one.name === "book") one.checked = checked;
      }}
    />
  );
}
