import { Form, useNavigation } from "react-router";
import type { SuccessorChoice } from "~/domain/catalogue/books/successors";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";

/** Looks for books in a side panel. @param kept the address of the panel, which the search keeps */
export function FindBooks({
  typed,
  kept,
  hasFocus,
}: {
  typed: string;
  kept: readonly (readonly [name: string, value: string])[];
  hasFocus?: boolean;
}) {
  return (
    <Form preventScrollReset className="grid gap-3" role="search">
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <TextField
        key={typed}
        label="Title, author or ISBN"
        name="find"
        defaultValue={typed}
        autoComplete="off"
        maxLength={100}
        dir="auto"
        autoFocus={hasFocus}
      />
      <div>
        <Button variant="quiet">Find Books</Button>
      </div>
    </Form>
  );
}

/** The books found, each with a button that chooses it. @param send what a press sends: the intent, and the field of the id */
export function FoundBooks({
  found,
  send,
  button,
  nameOf,
}: {
  found: SuccessorChoice[];
  send: { intent: string; field: string };
  button: string;
  /** The button's accessible name, from the book's title. */
  nameOf: (title: string) => string;
}) {
  const isBusy = useNavigation().state === "submitting";
  if (found.length === 0) return <p role="status">No book in the store matches.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={send.intent} />
      <ul className="divide-line grid divide-y">
        {found.map((book) => (
          <li key={book.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <span className="block font-semibold" dir="auto">
                {book.title}
              </span>
              <span className="text-muted block text-sm" dir="auto">
                {[book.authors.join(", "), book.isbn13].filter(Boolean).join(" · ")}
              </span>
            </span>
            <Button
              name={send.field}
              value={book.id}
              size="sm"
              variant="quiet"
              isBusy={isBusy}
              aria-label={nameOf(book.title)}
            >
              {button}
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
