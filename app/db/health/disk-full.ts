/** SQLite's, PostgreSQL's and the system's words for a disk without room; of a person's part of it, too. */
const FULL = /^(?:SQLITE_FULL|53100|ENOSPC|EDQUOT)$/;

/** Whether something could not be written because the disk is full: a row of either engine, or a file. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL.test(String((error as { code?: unknown }).code));
}
