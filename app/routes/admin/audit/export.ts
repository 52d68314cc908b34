import { readDb, writeDb } from "~/db/shop-database.server";
import { AUDIT_KINDS } from "~/domain/kit/audit/audit-kinds";
import { exportAudit } from "~/domain/kit/audit/audit-log.server";
import { filtersInWords, type LoggedEntry, parseAuditSearch } from "~/domain/kit/audit/audit-search";
import { shownValue } from "~/domain/kit/audit/audit-values";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { indianDate, indianTime } from "~/domain/kit/dates";
import { datesReversed, isReversed } from "~/domain/kit/listing/listing";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/export";

const COLUMNS = [
  { key: "entry", header: "entry" },
  { key: "when", header: "when (India)" },
  { key: "who", header: "who" },
  { key: "action", header: "action" },
  { key: "kind", header: "what" },
  { key: "id", header: "number" },
  { key: "name", header: "name" },
  { key: "field", header: "field" },
  { key: "before", header: "before" },
  { key: "after", header: "after" },
];

/**
 * GET: all pages of the log, as filtered, as CSV, one row for each changed field. The log says who downloaded it. It has
 * names and addresses of customers, so the password may be asked for again.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const search = { ...parseAuditSearch(url.searchParams), at: null };
  const staffId = requireStaff(context).id;
  if (isReversed(search.from, search.to)) {
    const text = datesReversed("entry");
    return redirectWithFlash(context, `/admin/audit${url.search}`, { kind: "error", text });
  }
  await requireRecentProof(context, request, { back: `/admin/audit${url.search}` });
  const filters = filtersInWords(search, await staffNames(readDb));
  await recordExport(writeDb, { staffId, list: "Audit log", filters });
  const { requestId } = getRequestSession(context);
  return csvAnswer({
    name: "audit-log",
    columns: COLUMNS,
    rows: rowsOf(exportAudit(readDb, search)),
    requestId,
  });
}

async function* rowsOf(entries: AsyncIterable<LoggedEntry>) {
  for await (const entry of entries) {
    const { subject, subjectId, changes } = entry;
    const { label, isSingle } = AUDIT_KINDS[subject];
    const at = new Date(entry.at);
    const row = {
      entry: entry.id,
      when: `${indianDate(at)} ${indianTime(at)}`,
      who: entry.who,
      action: entry.action,
      kind: label,
      id: isSingle ? "" : subjectId,
      name: entry.name ?? "",
    };
    if (changes.length === 0) yield row;
    for (const { field, before, after } of changes)
      yield {
        ...row,
        field,
        before: before === null ? "" : shownValue(before),
        after: shownValue(after, true),
      };
  }
}
