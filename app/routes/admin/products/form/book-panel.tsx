import { Link, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { SidePanel } from "~/ui/kit/dialog";
import { IfMay } from "~/ui/admin/frame/rights";
import { PanelHistory } from "~/ui/admin/forms/history";
import type { BookAnswer } from "./book-answer";
import { BookForm } from "./book-form";
import { ClashNotice } from "./clash-notice";
import type { BookFormData } from "../page-data.server";

/** The side panel (docs/specification.md §2.17): the form, and the history of the book's changes. */
export function BookPanel({ form, answer }: { form: BookFormData; answer?: BookAnswer }) {
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  return (
    <SidePanel title={form.book ? "Edit Book" : "Add New Book"} closeTo={closeTo}>
      {answer?.clash && form.book ? (
        <div className="mb-6">
          <ClashNotice clash={answer.clash} bookId={form.book.id} />
        </div>
      ) : null}
      <BookForm form={form} answer={answer} closeTo={closeTo} />
      {form.book ? (
        <>
          <p className="mt-6">
            <Link to={listHref(params, { successor: form.book.id })} preventScrollReset className="link">
              Lead visitors to another book
            </Link>{" "}
            when this one is hidden
          </p>
          <p>
            <Link to={listHref(params, { editions: form.book.id })} preventScrollReset className="link">
              Editions of the same work
            </Link>
          </p>
          <IfMay right="orders">
            <p>
              <Link to={`/admin/orders?book=${form.book.id}`} className="link">
                Orders of this book
              </Link>
            </p>
          </IfMay>
          <PanelHistory entries={form.history} />
        </>
      ) : null}
    </SidePanel>
  );
}
