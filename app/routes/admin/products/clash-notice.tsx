import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/dates";
import type { Clash } from "~/domain/catalog/saved-book";
import { listHref } from "~/domain/listing/listing";
import { shownValue } from "~/ui/audit-trail";

/** Who changed what while the form was open: what is stored now beside what saving again would put in its place. */
export function ClashNotice({ clash, bookId }: { clash: Clash; bookId: number }) {
  const [params] = useSearchParams();
  return (
    <section aria-label="Changed meanwhile" className="border-bad mb-6 grid gap-3 rounded-md border p-4">
      {clash.edits.map(({ who, at }) => (
        <p key={at}>
          <strong>{who ?? "A former member of staff"}</strong> updated this book ·{" "}
          <time dateTime={at} className="text-muted text-sm">
            {formatDateTime(at)}
          </time>
        </p>
      ))}
      {clash.fields.length > 0 ? (
        <table className="table w-full table-fixed text-sm">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Stored now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {clash.fields.map(({ field, stored, yours }) => (
              <tr key={field}>
                <th scope="row" className="align-top">
                  {field}
                </th>
                <td className="wrap-anywhere">{shownValue(stored)}</td>
                <td className="wrap-anywhere">{shownValue(yours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
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
