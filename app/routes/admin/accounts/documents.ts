import { data } from "react-router";
import { database } from "~/db/shop-database.server";
import { documentFiles } from "~/domain/accounting/exports/document-files.server";
import { isDocumentFiles } from "~/domain/accounting/exports/exports";
import { periodInUrl } from "~/domain/accounting/period";
import { readParam } from "~/domain/kit/search-params";
import { pdfFor } from "~/http/answers/document-answer.server";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/documents";

/**
 * GET ?month= or ?from=&to=, ?as=pdf|zip: the documents of these days as one PDF, or as a ZIP of PDFs. The password may be
 * asked for again, since they name buyers. The audit log says who downloaded them.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const as = readParam(url.searchParams, "as") ?? "pdf";
  if (!isDocumentFiles(as)) throw data(null, { status: 404 });
  const back = `/admin/accounts${url.search}`;
  const refuse = (text: string) => redirectWithFlash(context, back, { kind: "error", text });
  const read = periodInUrl(url.searchParams);
  if (!read.ok) return refuse(read.message);
  await requireRecentProof(context, request, { back });
  const session = getRequestSession(context);
  const make = pdfFor(request, session);
  const file = await documentFiles(database, { as, period: read.period }, staffId, make);
  if (!file.ok) return refuse(file.message);
  return downloadAnswer({ ...file, requestId: session.requestId });
}
