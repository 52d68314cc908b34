import { readDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { quotationFile } from "~/domain/sales/quotations/quotation-file.server";
import { exportedDocument, pdfFor } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/pdf";

/** GET: any quotation, the same PDF that its customer gets. The audit log says who took it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const make = pdfFor(request, getRequestSession(context));
  const id = parseId(params.quotationId) ?? 0;
  const file = await quotationFile(readDb, id, make);
  const filters = { File: file.ok ? file.filename : "" };
  return exportedDocument(request, file, { staffId, list: "Quotation", filters });
}
