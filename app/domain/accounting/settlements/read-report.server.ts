import { rm, stat } from "node:fs/promises";
import { UnreadableFile } from "~/domain/book-files/import-limits";
import { findLayout } from "~/domain/book-files/tables/find-layout.server";
import { openTable } from "~/domain/book-files/tables/read-table.server";
import { MOST_SETTLEMENT_BYTES, MOST_SETTLEMENT_ROWS } from "./settlement";

export const REPORT_TOO_LARGE = "The file is larger than 16 MB: please split it";

/** The rows of an uploaded CSV or XLSX file, at most a few more than a report may have; the file is removed. */
export async function rowsOfReport(
  path: string,
): Promise<{ ok: true; rows: { row: number; cells: string[] }[] } | { ok: false; message: string }> {
  try {
    if ((await stat(path)).size > MOST_SETTLEMENT_BYTES) return { ok: false, message: REPORT_TOO_LARGE };
    const table = await openTable(path, await findLayout(path, { headingRow: 0 }));
    const rows: { row: number; cells: string[] }[] = [];
    for await (const row of table.rows) {
      rows.push(row);
      if (rows.length > MOST_SETTLEMENT_ROWS + 100) break;
    }
    await table.close();
    return { ok: true, rows };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, message: error.message };
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
