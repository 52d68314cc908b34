import { readDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { quotationFile } from "~/domain/sales/quotations/quotation-file.server";
import { documentFile, pdfFor } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/pdf";

/** GET: any quotation, the same PDF that its customer gets. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const make = pdfFor(request, getRequestSession(context));
  return documentFile(request, await quotationFile(readDb, parseId(params.quotationId) ?? 0, make));
}
