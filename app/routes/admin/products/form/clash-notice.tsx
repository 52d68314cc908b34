import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { BOOK_CHANGED, type Clash } from "~/domain/catalogue/books/record/saved-book";
import { listHref } from "~/domain/kit/listing/listing";
import { ClashReport } from "~/ui/admin/forms/clash-report";

/** Gets the focus when the answer arrives. */
export const CLASH_ID = "clash";

/** Who changed the book while the form was open, and the stored values beside the user's. */
export function ClashNotice({ clash, bookId }: { clash: Clash; bookId: number }) {
  const [params] = useSearchParams();
  return (
    <ClashReport
      id={CLASH_ID}
      message={BOOK_CHANGED}
      fields={clash.fields}
      before={
        <>
          {clash.edits.map(({ who, at }) => (
            <p key={at}>
              <strong>{who ?? "A former member of staff"}</strong> updated this book ·{" "}
              <time dateTime={at} className="text-sm">
                {formatDateTime(at)}
              </time>
            </p>
          ))}
          {clash.stockMoved ? <p>The stock has changed: it is {clash.stock} now.</p> : null}
        </>
      }
    >
      <p className="text-sm">
        Saving again replaces what is stored with what is in the form. Or{" "}
        <Link to={listHref(params, { edit: bookId })} reloadDocument className="link">
          start over from the stored book
        </Link>
        .
      </p>
    </ClashReport>
  );
}
