import { useRef } from "react";
import type { PickedBook } from "~/domain/front/home/block-form";
import type { BlockField } from "~/domain/front/home/block-fields";
import { MoveButtons } from "~/ui/admin/forms/move-buttons";
import { Button } from "~/ui/kit/button";
import { FieldErrors } from "~/ui/kit/field-errors";
import type { BlockAnswer } from "./block-answer";

/**
 * Books chosen in an order. Its buttons send the whole form, which comes back with the books found, added, moved or
 * removed; nothing is saved before the form is.
 */
export function BookPicks({
  id,
  field,
  errors,
  picked,
  found,
  find,
}: {
  id: string;
  field: BlockField;
  errors: string[] | undefined;
  picked: PickedBook[];
  found: BlockAnswer["found"];
  find: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <fieldset id={id} tabIndex={-1} className="grid min-w-0 gap-2">
      <legend className="font-semibold">{field.label}</legend>
      {field.hint ? <p className="text-muted text-sm">{field.hint}</p> : null}
      {picked.length > 0 ? (
        <ol aria-label="Chosen books" className="border-line border-t">
          {picked.map((book, at) => (
            <li key={book.id} className="border-line flex flex-wrap items-center gap-x-2 border-b py-1">
              <input type="hidden" name="books" value={book.id} />
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere" dir="auto">
                {book.title}
              </span>
              <MoveButtons
                id="picks"
                name={book.title}
                up={`earlier-${book.id}`}
                down={`later-${book.id}`}
                isFirst={at === 0}
                isLast={at === picked.length - 1}
                formNoValidate
              />
              <button
                type="submit"
                name="intent"
                value={`drop-${book.id}`}
                formNoValidate
                className="row-link"
              >
                Remove<span className="sr-only"> {book.title}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <label htmlFor="find-books" className="text-sm">
        Find books to add
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="find-books"
          key={find}
          type="search"
          name="find"
          defaultValue={find}
          maxLength={100}
          placeholder="Title, author, publisher or ISBN"
          autoComplete="off"
          dir="auto"
          className="input w-auto! min-w-40 flex-1"
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // The form's first button would check and save it.
            event.preventDefault();
            event.currentTarget.form?.requestSubmit(button.current);
          }}
        />
        <Button ref={button} variant="quiet" name="intent" value="find" formNoValidate>
          Find
        </Button>
      </div>
      {/* What was searched for: without another search, saving saves. */}
      <input type="hidden" name="findAsked" value={find} />
      <FieldErrors id={id} errors={errors} />
      {found ? <Found books={found} /> : null}
    </fieldset>
  );
}

function Found({ books }: { books: NonNullable<BlockAnswer["found"]> }) {
  if (books.length === 0) {
    return (
      <p role="status" className="text-muted text-sm">
        No further visible book was found.
      </p>
    );
  }
  return (
    <ul aria-label="Found books" className="grid gap-1">
      {books.map(({ id, title, authors }) => (
        <li key={id} className="flex items-center gap-3">
          <Button
            id={`pick-${id}`}
            variant="quiet"
            size="sm"
            name="intent"
            value={`pick-${id}`}
            formNoValidate
            aria-label={`Add: ${title}`}
          >
            Add
          </Button>
          <span className="min-w-0 text-sm wrap-anywhere" dir="auto">
            {title} <span className="text-muted">{authors}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
