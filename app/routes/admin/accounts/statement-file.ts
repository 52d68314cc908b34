import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { recordAccountExport } from "~/domain/accounting/exports/account-lists.server";
import { FILE_FORMATS, isFileFormat } from "~/domain/accounting/exports/exports";
import { periodInUrl } from "~/domain/accounting/period";
import { statementFileName, statementPdf } from "~/domain/accounting/statement/statement-pdf.server";
import { statementList } from "~/domain/accounting/statement/statement.server";
import { parseId } from "~/domain/kit/ids";
import { readParam } from "~/domain/kit/search-params";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { documentFile, pdfFor } from "~/http/answers/document-answer.server";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/statement-file";

/** GET as the statement, and ?format=pdf|csv|xlsx: a customer's statement as a file. The audit log says who downloaded it. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const id = parseId(params.customerId);
  const name = id === null ? null : await customerName(readDb, id);
  const format = readParam(url.searchParams, "format") ?? "csv";
  if (id === null || name === null || !(format === "pdf" || isFileFormat(format)))
    throw data(null, { status: 404 });
  const read = periodInUrl(url.searchParams);
  if (!read.ok)
    return redirectWithFlash(context, `/admin/accounts/receivables/${id}/statement${url.search}`, {
      kind: "error",
      text: read.message,
    });
  const { period } = read;
  const { label, type } = format === "pdf" ? { label: "PDF", type: "" } : FILE_FORMATS[format];
  const title = `Statement of customer ${id}`;
  await recordAccountExport(writeDb, { title, period, format: label }, staffId);
  const session = getRequestSession(context);
  if (format === "pdf") {
    const make = pdfFor(request, session);
    return documentFile(request, await statementPdf(readDb, { accountId: id, period }, { make }));
  }
  return downloadAnswer({
    filename: statementFileName(id, period, format),
    type,
    content: statementList(id).file(readDb, period, format),
    requestId: session.requestId,
  });
}
