import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/dates";
import { BOOK_CHANGED, type Clash } from "~/domain/catalogue/saved-book";
import { listHref } from "~/domain/listing/listing";
import { ClashReport } from "~/ui/admin/clash-report";

/** Where the focus goes when the answer comes. */
export const CLASH_ID = "clash";

/** Who changed what while the form was open: what is stored now beside what saving again would put in its place. */
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
          {clash.stockMoved ? <p>The stock has moved: it is {clash.stock} now.</p> : null}
        </>
      }
    >
      <p className="text-sm">
        Saving again puts what is in the form in the place of what is stored. Or{" "}
        <Link to={listHref(params, { edit: bookId })} reloadDocument className="link">
          start over from the stored book
        </Link>
        .
      </p>
    </ClashReport>
  );
}
