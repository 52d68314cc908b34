import { TEMPLATE_HEADINGS } from "~/domain/imports/table-books";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireRight } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/template";

/** GET: the headings of Kitab's own template as CSV, for a spreadsheet to be filled in. */
export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, "catalogue");
  const { requestId } = getRequestSession(context);
  const columns = TEMPLATE_HEADINGS.map((header) => ({ key: header, header }));
  return csvAnswer({ name: "books-template", columns, rows: none(), requestId });
}

async function* none(): AsyncGenerator<object> {}
