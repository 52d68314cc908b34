import { Link, useSearchParams } from "react-router";
import type { AuditValue } from "~/domain/audit/audit";
import { formatDateTime } from "~/domain/dates";
import { BOOK_CHANGED, type Clash } from "~/domain/catalog/saved-book";
import { listHref } from "~/domain/listing/listing";
import { shownValue } from "~/ui/admin/audit-trail";
import { LongText } from "~/ui/admin/long-text";

/** Where the focus goes when the answer comes. */
export const CLASH_ID = "clash";

/** Who changed what while the form was open: what is stored now beside what saving again would put in its place. */
export function ClashNotice({ clash, bookId }: { clash: Clash; bookId: number }) {
  const [params] = useSearchParams();
  return (
    <section
      id={CLASH_ID}
      tabIndex={-1}
      autoFocus
      aria-label="Changed meanwhile"
      className="border-bad mb-6 grid gap-3 rounded-md border p-4"
    >
      <p role="alert" className="text-bad font-medium">
        {BOOK_CHANGED}
      </p>
      {clash.edits.map(({ who, at }) => (
        <p key={at}>
          <strong>{who ?? "A former member of staff"}</strong> updated this book ·{" "}
          <time dateTime={at} className="text-muted text-sm">
            {formatDateTime(at)}
          </time>
        </p>
      ))}
      {clash.stockMoved ? <p>The stock has moved: it is {clash.stock} now.</p> : null}
      {clash.fields.map(({ field, stored, yours }) => (
        <dl
          key={field}
          aria-label={field}
          className="border-line grid gap-x-3 border-t pt-2 text-sm sm:grid-cols-[7rem_1fr]"
        >
          <dt className="font-semibold sm:col-span-2">{field}</dt>
          <Side label="Stored now" value={stored} />
          <Side label="Yours" value={yours} />
        </dl>
      ))}
      <p className="text-sm">
        Saving again puts what is in the form in the place of what is stored. Or{" "}
        <Link to={listHref(params, { edit: bookId })} reloadDocument className="link">
          start over from the stored book
        </Link>
        .
      </p>
    </section>
  );
}

function Side({ label, value }: { label: string; value: AuditValue }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <LongText>{shownValue(value)}</LongText>
      </dd>
    </>
  );
}
