import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { recordAccountExport } from "~/domain/accounting/exports/account-lists.server";
import { FILE_FORMATS, isFileFormat } from "~/domain/accounting/exports/exports";
import { periodInName, periodInUrl } from "~/domain/accounting/period";
import { statementList } from "~/domain/accounting/statement/statement.server";
import { parseId } from "~/domain/kit/ids";
import { readParam } from "~/domain/kit/search-params";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/statement-file";

/** GET as the statement, and ?format=csv|xlsx: a customer's statement as a file. The audit log says who downloaded it. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const id = parseId(params.customerId);
  const name = id === null ? null : await customerName(readDb, id);
  const format = readParam(url.searchParams, "format") ?? "csv";
  if (id === null || name === null || !isFileFormat(format)) throw data(null, { status: 404 });
  const read = periodInUrl(url.searchParams);
  const refuse = (text: string) =>
    redirectWithFlash(context, `/admin/accounts/receivables/${id}/statement${url.search}`, {
      kind: "error",
      text,
    });
  if (!read.ok) return refuse(read.message);
  const { period } = read;
  const list = statementList(id);
  const message = await list.tooLong(readDb, period, format);
  if (message) return refuse(message);
  const { label, type } = FILE_FORMATS[format];
  await recordAccountExport(
    writeDb,
    { title: `Statement of customer ${id}`, period, format: label },
    staffId,
  );
  return downloadAnswer({
    filename: `statement-${id}-${periodInName(period)}.${format}`,
    type,
    content: list.file(readDb, period, format),
    requestId: getRequestSession(context).requestId,
  });
}
