import { database } from "~/db/shop-database.server";
import { paperQuery } from "~/domain/sales/papers/papers.schema";
import { paperFile } from "~/domain/sales/papers/papers.server";
import { documentFile, pdfFor } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/paper-file";

/** GET: a paper for many orders as a PDF. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const asked = paperQuery.safeParse(Object.fromEntries(url.searchParams));
  const make = pdfFor(request, getRequestSession(context));
  const file = asked.success ? await paperFile(database, asked.data, { make }) : null;
  return documentFile(
    request,
    file?.ok || file?.reason === "unavailable" ? file : { ok: false, reason: "not_found" },
  );
}
