import { database } from "~/db/shop-database.server";
import { paperQuery } from "~/domain/sales/papers/papers.schema";
import { paperFile } from "~/domain/sales/papers/papers.server";
import { documentFile } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/paper-file";

/** GET: a paper for many orders as a PDF. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const asked = paperQuery.safeParse(Object.fromEntries(url.searchParams));
  const file = asked.success ? await paperFile(database, asked.data) : null;
  return documentFile(
    request,
    file?.ok || file?.reason === "unavailable" ? file : { ok: false, reason: "not_found" },
  );
}
