import { database } from "~/db/shop-database.server";
import { paperExport } from "~/domain/sales/papers/papers";
import { paperQuery } from "~/domain/sales/papers/papers.schema";
import { paperFile } from "~/domain/sales/papers/papers.server";
import { documentFile, exportedDocument, pdfFor } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/paper-file";

/** GET: a paper for many orders as a PDF. The audit log says who took it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const asked = paperQuery.safeParse(Object.fromEntries(url.searchParams));
  const make = pdfFor(request, getRequestSession(context));
  if (!asked.success) return documentFile(request, { ok: false, reason: "not_found" });
  const file = await paperFile(database, asked.data, { make });
  const found =
    file.ok || file.reason === "unavailable" ? file : ({ ok: false, reason: "not_found" } as const);
  return exportedDocument(request, found, { staffId, ...paperExport(asked.data) });
}
