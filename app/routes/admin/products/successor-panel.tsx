import { Form, useNavigation, useSearchParams } from "react-router";
import type { SuccessorData } from "~/domain/catalogue/books/successors";
import { listHref } from "~/domain/kit/listing/listing";
import { FindBooks, FoundBooks } from "~/ui/admin/forms/find-book";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
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
        <FindBooks typed={typed} kept={kept} hasFocus />
        {found ? (
          <FoundBooks
            found={found}
            send={{ intent: "set-successor", field: "successorId" }}
            button="Choose"
            nameOf={(title) => `Choose ${title}`}
          />
        ) : null}
      </div>
    </SidePanel>
  );
}
