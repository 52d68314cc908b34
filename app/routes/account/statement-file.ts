import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { periodInUrl } from "~/domain/accounting/period";
import { ownStatementPdf } from "~/domain/accounting/statement/own-statement.server";
import { documentFile, pdfFor } from "~/http/answers/document-answer.server";
import { requireCustomer } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/statement-file";

/** GET as the page: the customer's own statement as a PDF. @throws 404 for who does not buy on account, or for no days */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id } = requireCustomer(context, request);
  const read = periodInUrl(url.searchParams);
  if (!read.ok) throw data(read.message, { status: 404 });
  const make = pdfFor(request, getRequestSession(context));
  return documentFile(request, await ownStatementPdf(readDb, { accountId: id, period: read.period }, make));
}
