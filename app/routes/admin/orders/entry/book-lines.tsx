import { formatRupees } from "~/domain/kit/money";
import { EDIT_COPIES_MAX } from "~/domain/sales/orders/edit/edit-order.schema";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useStashedForm, useStashedValue } from "~/ui/kit/stashed-fields";
import type { TypedForm } from "./book-lines.server";
import { FIND_BOOK, SEARCH_MAX, useScans } from "./use-scans";

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
  stepsOf,
  isAnswered = false,
}: {
  name: string;
  title: string;
  /** Price and stock, in words. */
  note: string;
  value: string;
  errors: string[] | undefined;
  /** Of the line's own discount in per cent. */
  discount?: { name: string; value: string } | undefined;
  /** The book's id: with buttons for a copy less and more, for thumbs. They are sent as `less` and `more`. */
  stepsOf?: number | undefined;
  /** Whether `value` is newer than what was typed before a login on the way. */
  isAnswered?: boolean;
}) {
  const stashed = useStashedValue(name, value);
  const shown = isAnswered ? value : stashed;
  const step = (by: "less" | "more", sign: string) =>
    stepsOf === undefined ? null : (
      <Button
        name={by}
        value={stepsOf}
        variant="quiet"
        className="size-11 shrink-0 p-0! text-xl"
        aria-label={`One copy ${by} of ${title}`}
      >
        {sign}
      </Button>
    );
  return (
    <li className="grid gap-1 py-3">
      <div className={`flex items-center gap-3 ${stepsOf === undefined ? "" : "flex-wrap gap-y-1"}`}>
        {step("less", "−")}
        <input
          // A book that was found once more has another number of copies.
          key={isAnswered ? shown : undefined}
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
          className={`input shrink-0 px-2! text-center tabular-nums ${stepsOf === undefined ? "w-22!" : "w-16!"}`}
        />
        {step("more", "+")}
        <label
          htmlFor={name}
          className={`min-w-0 wrap-anywhere ${stepsOf === undefined ? "" : "order-first basis-full"}`}
        >
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
  const scans = useScans();
  return (
    <>
      <AddedRows typed={typed} errors={errors} added={added} hasDiscounts={hasDiscounts} />
      <BookSearch typed={typed.find} errors={errors.find} scans={scans} />
      <FoundBooks found={found} />
    </>
  );
}

/** The books that come onto an order. @param hasSteps with buttons for a copy less and more */
export function AddedRows({
  typed,
  errors,
  added,
  hasDiscounts,
  hasSteps = false,
}: Omit<TypedForm, "found"> & { hasDiscounts: boolean; hasSteps?: boolean }) {
  // After a login on the way only the fields come back; the next press brings the titles.
  const again = Object.keys(useStashedForm()?.fields ?? {}).filter((name) => /^add-\d+$/.test(name));
  return (
    <ul className="divide-line grid divide-y empty:hidden">
      {added.map(({ id, title, price, stock }) => (
        <CopiesField
          key={id}
          name={`add-${id}`}
          title={title}
          note={`${formatRupees(price)} · ${stock} in stock`}
          value={typed[`add-${id}`] ?? "1"}
          errors={errors[`add-${id}`] ?? errors[discountOf(id)]}
          discount={hasDiscounts ? { name: discountOf(id), value: typed[discountOf(id)] ?? "" } : undefined}
          stepsOf={hasSteps ? id : undefined}
          isAnswered
        />
      ))}
      {added.length === 0
        ? again.map((name) => (
            <CopiesField
              key={name}
              name={name}
              title={`Book ${name.slice(4)}`}
              note="Added before"
              value=""
              errors={undefined}
            />
          ))
        : null}
    </ul>
  );
}

/** The field in which a book is typed or scanned. @param scans of `useScans` @param focus whether it has the focus at first */
export function BookSearch({
  typed,
  errors,
  scans,
  focus = false,
}: {
  typed: string | undefined;
  errors: string[] | undefined;
  scans: ReturnType<typeof useScans>;
  focus?: boolean;
}) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-56">
        <TextField
          label="Add a book"
          hint="Title, author or ISBN: typed or scanned"
          {...scans}
          id={FIND_BOOK}
          name="find"
          defaultValue={typed ?? ""}
          errors={errors}
          autoComplete="off"
          autoFocus={focus}
          maxLength={SEARCH_MAX}
          dir="auto"
        />
      </div>
      <Button name="intent" value="find" variant="quiet">
        Find and add
      </Button>
    </div>
  );
}

/** What a search found, where one has to be chosen. */
export function FoundBooks({ found }: Pick<TypedForm, "found">) {
  if (!found || found.length === 0) return null;
  return (
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
            <Button name="addBook" value={book.id} size="sm" variant="quiet" aria-label={`Add ${book.title}`}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
