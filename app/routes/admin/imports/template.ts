import { xlsxOfBooks } from "~/domain/book-files/exports/xlsx.server";
import { TEMPLATE_HEADINGS } from "~/domain/book-files/table-books.server";
import { readParam } from "~/domain/kit/search-params";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { exportAnswer } from "~/http/answers/export-answer.server";
import { requireRight } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/template";

/** GET: the headings of Kitab's own template for a spreadsheet to be filled in, as CSV or with format=xlsx as a workbook. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireRight(context, "catalogue");
  const { requestId, origin } = getRequestSession(context);
  if (readParam(url.searchParams, "format") === "xlsx")
    return exportAnswer({ format: "xlsx", content: xlsxOfBooks(none(), origin), requestId });
  const columns = TEMPLATE_HEADINGS.map((header) => ({ key: header, header }));
  return csvAnswer({ name: "books-template", columns, rows: none(), requestId });
}

/** Only the headings. */
async function* none(): AsyncGenerator<never> {}
