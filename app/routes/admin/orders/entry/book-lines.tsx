import { formatRupees } from "~/domain/kit/money";
import { EDIT_COPIES_MAX } from "~/domain/sales/orders/edit/edit-order.schema";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useStashedForm, useStashedValue } from "~/ui/kit/stashed-fields";
import type { TypedForm } from "./book-lines.server";

/** The field with the discount of a book that comes onto an order, in per cent. */
export const discountOf = (bookId: number) => `discount-${bookId}`;

/** The copies of a line, by the name of its field. */
export function CopiesField({
  name,
  title,
  note,
  value,
  errors,
  discount,
}: {
  name: string;
  title: string;
  /** Price and stock, in words. */
  note: string;
  value: string;
  errors: string[] | undefined;
  /** Of the line's own discount in per cent. */
  discount?: { name: string; value: string } | undefined;
}) {
  const shown = useStashedValue(name, value);
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-center gap-3">
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={EDIT_COPIES_MAX}
          step={1}
          id={name}
          name={name}
          defaultValue={shown}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${name}-error` : undefined}
          className="input w-22! shrink-0 px-2! text-center tabular-nums"
        />
        <label htmlFor={name} className="min-w-0 wrap-anywhere">
          <bdi className="font-semibold">{title}</bdi>
          <span className="text-muted block text-sm">{note}</span>
        </label>
        {discount ? (
          <input
            type="text"
            inputMode="decimal"
            name={discount.name}
            defaultValue={discount.value}
            maxLength={7}
            placeholder="% off"
            aria-label={`Discount on ${title} in per cent`}
            className="input ml-auto w-20! shrink-0 px-2! text-center tabular-nums"
          />
        ) : null}
      </div>
      <FieldErrors id={name} errors={errors} />
    </li>
  );
}

/** The books that come onto an order, and the search for further ones. A scanner types the ISBN and presses Enter. */
export function AddedBooks({
  typed,
  errors,
  added,
  found,
  hasDiscounts = false,
}: TypedForm & { hasDiscounts?: boolean }) {
  // After a login on the way only the fields come back; the next press brings the titles.
  const again = Object.keys(useStashedForm()?.fields ?? {}).filter((name) => /^add-\d+$/.test(name));
  const copies = (id: number) => typed[`add-${id}`] ?? "1";
  return (
    <>
      <ul className="divide-line grid divide-y empty:hidden">
        {added.map(({ id, title, price, stock }) => (
          <CopiesField
            // A book that was found once more has another number of copies.
            key={`${id} ${copies(id)}`}
            name={`add-${id}`}
            title={title}
            note={`${formatRupees(price)} · ${stock} in stock`}
            value={copies(id)}
            errors={errors[`add-${id}`] ?? errors[discountOf(id)]}
            discount={hasDiscounts ? { name: discountOf(id), value: typed[discountOf(id)] ?? "" } : undefined}
          />
        ))}
        {again.map((name) => (
          <CopiesField
            key={name}
            name={name}
            title={`Book ${name.slice(4)}`}
            note="Added before"
            value=""
            errors={undefined}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            // Emptied once a book is added.
            key={JSON.stringify([typed.find, added.map(({ id }) => copies(id))])}
            label="Add a book"
            hint="Title, author or ISBN: typed or scanned"
            name="find"
            defaultValue={typed.find ?? ""}
            errors={errors.find}
            autoComplete="off"
            maxLength={100}
            dir="auto"
          />
        </div>
        <Button name="intent" value="find" variant="quiet">
          Find and add
        </Button>
      </div>
      {found && found.length > 0 ? (
        <fieldset className="bg-sunken grid gap-1 rounded-md p-4">
          <legend className="sr-only">Books found</legend>
          <p role="status" className="text-sm">
            Which one?
          </p>
          <ul className="divide-line grid divide-y">
            {found.map((book) => (
              <li key={book.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <bdi className="block font-semibold">{book.title}</bdi>
                  <span className="text-muted block text-sm">
                    {[book.authors.join(", "), book.isbn, formatRupees(book.price), `${book.stock} in stock`]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <Button
                  name="addBook"
                  value={book.id}
                  size="sm"
                  variant="quiet"
                  aria-label={`Add ${book.title}`}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
    </>
  );
}
