import { Readable } from "node:stream";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { toGstr1Json } from "~/domain/accounting/gstr1/gstr1.json";
import {
  GSTR1_FORMATS,
  GSTR1_LIST,
  gstr1FileName,
  isGstr1Format,
} from "~/domain/accounting/gstr1/gstr1.schema";
import { readGstr1 } from "~/domain/accounting/gstr1/read-return.server";
import { gstr1Workbook } from "~/domain/accounting/gstr1/return-workbook.server";
import { periodOfMonth } from "~/domain/accounting/period";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { readDigits, readParam } from "~/domain/kit/search-params";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/gstr1-file";

/**
 * GET ?month=2026-11&format=json|xlsx: the return as a file. The portal's JSON is not given while a check says that it is
 * wrong; the workbook always is. The audit log says who downloaded it.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const month = readDigits(url.searchParams, "month") ?? "";
  const period = periodOfMonth(month);
  const format = readParam(url.searchParams, "format");
  if (!period || !isGstr1Format(format)) throw data(null, { status: 404 });
  const found = await readGstr1(readDb, { ...period, month });
  if (found === null) throw data(null, { status: 404 });
  const refusal = format === "json" ? found.refusal : null;
  if (refusal !== null)
    return redirectWithFlash(context, `/admin/accounts/gstr1?month=${month}`, {
      kind: "error",
      text: refusal,
    });
  const filters = { Month: month, Format: format === "json" ? "JSON" : "XLSX" };
  await recordExport(writeDb, { staffId, list: GSTR1_LIST, filters });
  const body =
    format === "json"
      ? JSON.stringify(toGstr1Json(found))
      : (Readable.toWeb(Readable.from(gstr1Workbook(found))) as ReadableStream<Uint8Array>);
  return new Response(body, {
    headers: {
      "Content-Type": GSTR1_FORMATS[format].type,
      "Content-Disposition": `attachment; filename="${gstr1FileName(found.gstin, month, format)}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
