import { readDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { quotationFile } from "~/domain/sales/quotations/quotation-file.server";
import { documentFile } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/pdf";

/** GET: any quotation, the same PDF that its customer gets. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context);
  return documentFile(request, await quotationFile(readDb, parseId(params.quotationId) ?? 0));
}
