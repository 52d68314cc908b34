import { rm, stat } from "node:fs/promises";
import { UnreadableFile } from "~/domain/book-files/import-limits";
import { wholeTable } from "~/domain/book-files/tables/whole-table.server";
import { MOST_SETTLEMENT_BYTES, MOST_SETTLEMENT_ROWS } from "./settlement";

export const REPORT_TOO_LARGE = "The file is larger than 16 MB: please split it";

/** The rows of an uploaded CSV or XLSX file, at most a few more than a report may have; the file is removed. */
export async function rowsOfReport(
  path: string,
): Promise<{ ok: true; rows: { row: number; cells: string[] }[] } | { ok: false; message: string }> {
  try {
    if ((await stat(path)).size > MOST_SETTLEMENT_BYTES) return { ok: false, message: REPORT_TOO_LARGE };
    return { ok: true, rows: await wholeTable(path, MOST_SETTLEMENT_ROWS + 100) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, message: error.message };
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
