import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ColumnOption, stringify } from "csv-stringify";
import { indianDate } from "~/domain/kit/dates";
import { logger } from "~/platform/logger.server";
import { isClientGone } from "./client-gone";

/**
 * A list as a CSV download, sent while it is read. A byte order mark tells spreadsheets that it is UTF-8; cells that
 * they would take for a formula are escaped.
 * @param given.name of the file, without date and ending; @param given.columns key in the row, and head
 */
export function csvAnswer(given: {
  name: string;
  columns: readonly ColumnOption[];
  rows: AsyncIterable<object>;
  requestId: string;
}): Response {
  const { name, columns, rows, requestId } = given;
  const csv = stringify({ header: true, columns, bom: true, escape_formulas: true });
  pipeline(Readable.from(rows), csv).catch((error: unknown) => {
    if (!isClientGone(error))
      logger.error({ requestId, err: error }, `the export of the list '${name}' failed`);
  });
  return new Response(Readable.toWeb(csv) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${indianDate(new Date())}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
