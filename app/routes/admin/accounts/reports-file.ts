import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { recordAccountExport } from "~/domain/accounting/exports/account-lists.server";
import { FILE_FORMATS, isFileFormat } from "~/domain/accounting/exports/exports";
import { periodInUrl } from "~/domain/accounting/period";
import { parseReportSearch } from "~/domain/accounting/reports/reports";
import { reportFileName, reportList, reportTitle } from "~/domain/accounting/reports/report-list.server";
import { readParam } from "~/domain/kit/search-params";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/reports-file";

/** GET as the reports, and ?format=csv|xlsx: all rows of a report as a file. The audit log says who downloaded it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const format = readParam(url.searchParams, "format") ?? "csv";
  if (!isFileFormat(format)) throw data(null, { status: 404 });
  const read = periodInUrl(url.searchParams);
  const refuse = (text: string) =>
    redirectWithFlash(context, `/admin/accounts/reports${url.search}`, { kind: "error", text });
  if (!read.ok) return refuse(read.message);
  const { period } = read;
  const search = parseReportSearch(url.searchParams);
  const list = reportList(search);
  const message = await list.tooLong(readDb, period, format);
  if (message) return refuse(message);
  const { label, type } = FILE_FORMATS[format];
  await recordAccountExport(writeDb, { title: reportTitle(search), period, format: label }, staffId);
  return downloadAnswer({
    filename: reportFileName(search, period, format),
    type,
    content: list.file(readDb, period, format),
    requestId: getRequestSession(context).requestId,
  });
}
