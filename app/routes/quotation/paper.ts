import { readDb } from "~/db/shop-database.server";
import { proformaFile } from "~/domain/sales/transfers/proforma.server";
import { quotationFile } from "~/domain/sales/quotations/quotation-file.server";
import { quotationOfLink } from "~/domain/sales/quotations/quotation-link.server";
import { readQuotation } from "~/domain/sales/quotations/quotations.server";
import { documentFile, pdfFor } from "~/http/answers/document-answer.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/paper";

/** GET: the quotation of a link as a PDF (`pdf`), or the proforma invoice of the order that it became (`proforma`). */
export async function loader({ request, params: { paper }, context }: Route.LoaderArgs) {
  const id = quotationOfLink(new URL(request.url).searchParams);
  if (id === null) return documentFile(request, { ok: false, reason: "not_found" });
  const make = pdfFor(request, getRequestSession(context));
  if (paper === "pdf") return documentFile(request, await quotationFile(readDb, id, make));
  const orderId = paper === "proforma" ? ((await readQuotation(readDb, id))?.orderId ?? 0) : 0;
  return documentFile(request, await proformaFile(readDb, { orderId, accountId: "anybody" }, make));
}
