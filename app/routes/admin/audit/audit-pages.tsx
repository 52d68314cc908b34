import { Link, useSearchParams } from "react-router";
import type { AuditPage } from "~/domain/kit/audit/audit-search";
import { listHref } from "~/domain/kit/listing/listing";

/** The links to newer and older entries; none when all fit on one page. */
export function AuditPages({ page: { newer, older } }: { page: AuditPage }) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      <Step name="newer" id={newer}>
        Newer
      </Step>
      <Step name="older" id={older}>
        Older
      </Step>
    </nav>
  );
}

/** At either end it is disabled rather than removed, so that it keeps the focus after the last step. */
function Step({ name, id, children }: { name: "newer" | "older"; id: number | null; children: string }) {
  const [params] = useSearchParams();
  const isEnd = id === null;
  return (
    <Link
      to={listHref(params, isEnd ? {} : { newer: null, older: null, [name]: id })}
      preventScrollReset
      aria-disabled={isEnd || undefined}
      onClick={(event) => isEnd && event.preventDefault()}
      className="btn btn-quiet btn-sm"
    >
      {children}
    </Link>
  );
}
