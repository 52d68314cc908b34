import path from "node:path";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { UnreadableFile } from "../import-limits";
import { layoutOf } from "./import-runs.server";
import { sampleRows } from "../tables/sample-rows.server";

/** The first rows of an import's file, to recognise its columns by; none when the file is gone or is no table. */
export async function importSamples(
  db: Db,
  id: number,
  { dir = config.importsDir } = {},
): Promise<string[][]> {
  const row = await db
    .selectFrom("bulk_changes")
    .select(["file", "layout"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row?.file) return [];
  try {
    return await sampleRows(path.join(dir, row.file), layoutOf(row));
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isGone || error instanceof UnreadableFile) return [];
    throw error;
  }
}
