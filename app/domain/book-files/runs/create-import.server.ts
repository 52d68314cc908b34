import { randomUUID } from "node:crypto";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { UnreadableFile } from "../import-limits";
import { recognise } from "../read-books.server";
import type { Actor } from "./import-steps.server";

const FILE_NAME_MAX = 200;

/**
 * Takes over an uploaded file.
 * @param given.path a file of the shop's own, which is moved; on refusal it is removed
 * @returns a sentence for staff when the file cannot be read
 */
export async function createImport(
  db: Db,
  { path: from, fileName, staff, dir = config.importsDir }: NewImport,
  now = new Date(),
): Promise<{ ok: true; id: number } | { ok: false; message: string }> {
  const file = randomUUID();
  try {
    const { format, columns, layout } = await recognise(from);
    await mkdir(dir, { recursive: true });
    await move(from, path.join(dir, file));
    const { id } = await db
      .insertInto("bulk_changes")
      .values({
        kind: "import",
        status: "uploaded",
        account_id: staff.id,
        actor: staff.name,
        asked_by: staff.id,
        asked_name: staff.name,
        file_name: shownName(fileName),
        file,
        format,
        columns: JSON.stringify(columns),
        layout: layout && JSON.stringify(layout),
        created_at: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ok: true, id };
  } catch (error) {
    // The disk may be full, and the file moved already.
    for (const left of [from, path.join(dir, file)]) await rm(left, { force: true });
    if (error instanceof UnreadableFile) return { ok: false, message: error.message };
    throw error;
  }
}

interface NewImport {
  path: string;
  /** As the person called it. */
  fileName: string;
  staff: Actor;
  /** Where uploaded files are stored. */
  dir?: string;
}

/** The temporary folder may be another disk. */
async function move(from: string, to: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyFile(from, to);
    await rm(from);
  }
}

/** Without folders and what cannot be printed. */
function shownName(name: string): string {
  const bare = name
    .replace(/^.*[\\/]/, "")
    .replace(/[\p{C}]+/gu, " ")
    .trim();
  return [...bare].slice(-FILE_NAME_MAX).join("").trim() || "file";
}
