import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { parseStaffFilters, STAFF_SORTS } from "~/domain/catalogue/books/staff/staff-books";
import { ALL_BOOKS, exportBooks } from "~/domain/book-files/exports/export-books.server";
import { EXPORTED_LIST, isExportFormat, listInWords } from "~/domain/book-files/exports/exports";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { exportAnswer } from "~/http/answers/export-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/export";
import { nameOfFilter } from "./page-data.server";

/**
 * GET ?format=csv|xlsx|onix: all pages of the list of books, as searched, filtered and sorted by the list's own
 * parameters; with all=1 all books. The audit log says who downloaded it.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const params = url.searchParams;
  const format = readParam(params, "format") ?? "csv";
  if (!isExportFormat(format)) throw data(null, { status: 404 });
  const asked = { ...parseListSearch(params, STAFF_SORTS), ...parseStaffFilters(params) };
  const list = params.has("all") ? ALL_BOOKS : asked;
  const name = list.of ? await nameOfFilter(list.of) : null;
  const filters = listInWords(format, list, name);
  await recordExport(writeDb, { staffId, list: EXPORTED_LIST, filters });
  const { requestId, origin } = getRequestSession(context);
  return exportAnswer({ format, content: await exportBooks(readDb, { format, list, origin }), requestId });
}
