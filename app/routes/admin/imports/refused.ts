import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { refusedRows } from "~/domain/book-files/runs/refused-rows.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireRight } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/refused";

/** GET: the refused rows of an import as CSV, each with the reason, to be mended and uploaded again. */
export async function loader({ params, context }: Route.LoaderArgs) {
  requireRight(context, "catalogue");
  const id = parseId(params.importId);
  const refused = id === null ? null : await refusedRows(readDb, id);
  if (!refused) throw data("There are no refused rows of this import", { status: 404 });
  const { requestId } = getRequestSession(context);
  return csvAnswer({ name: `refused-rows-${id}`, ...refused, requestId });
}
