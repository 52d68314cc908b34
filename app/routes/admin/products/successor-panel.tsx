import { Form, useNavigation, useSearchParams } from "react-router";
import type { SuccessorChoice, SuccessorData } from "~/domain/catalogue/successors";
import { listHref } from "~/domain/listing/listing";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { Notice } from "~/ui/kit/notice";

/** The side panel of ?successor=12: the book to which visitors are led while this one is hidden. */
export function SuccessorPanel({ panel, error }: { panel: SuccessorData; error?: string }) {
  const [params] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const { book, current, typed, found } = panel;
  const kept = [...new URLSearchParams(listHref(params, { successor: book.id }))];
  return (
    <SidePanel title="Lead Visitors to Another Book" closeTo={listHref(params)}>
      <div className="grid gap-6">
        {error ? <Notice kind="error">{error}</Notice> : null}
        <p className="wrap-anywhere">
          {book.hidden ? "Visitors" : "When it is hidden, visitors"} of{" "}
          <strong dir="auto">{book.title}</strong>{" "}
          {current ? (
            <>
              are led to <strong dir="auto">{current.title}</strong>.
              {current.hidden
                ? " That book is hidden too, so they read that this one is no longer available."
                : ""}
            </>
          ) : (
            "read that it is no longer available. They can be led to another book, such as a new edition."
          )}
        </p>
        {current ? (
          <Form method="post" preventScrollReset>
            <Button name="intent" value="clear-successor" variant="quiet" size="sm" isBusy={isBusy}>
              Lead Nowhere
            </Button>
          </Form>
        ) : null}
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
            autoFocus
          />
          <div>
            <Button variant="quiet">Find Books</Button>
          </div>
        </Form>
        {found ? <Found found={found} isBusy={isBusy} /> : null}
      </div>
    </SidePanel>
  );
}

/** The books found; the button of one chooses it. */
function Found({ found, isBusy }: { found: SuccessorChoice[]; isBusy: boolean }) {
  if (found.length === 0) return <p role="status">No book in the store matches.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="set-successor" />
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
              name="successorId"
              value={book.id}
              size="sm"
              isBusy={isBusy}
              aria-label={`Choose ${book.title}`}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
