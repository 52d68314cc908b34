import { randomBytes } from "node:crypto";
import { access, copyFile, mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { coverFiles } from "~/domain/kit/images/images";
import { removeFiles } from "~/platform/pictures/image-files.server";
import { SAMPLE_BOOKS } from "./sample-books";

/** The folder of the sample covers: drawn for this project, in the formats and widths of `coverFiles`. */
const COVER_FILES = path.join(ROOT, "app/sample/covers");

/** Covers without a title, for generated books. */
export const SERIES_COVERS: readonly string[] = [
  "6b108c14ea35f1bf.webp",
  "2561d1f3d280c08a.webp",
  "881fa7747c204d40.webp",
  "6b0d4b132925fe3b.webp",
  "cfbd630624392d3a.webp",
  "c58ac3d79eee4667.webp",
  "32d94f447752f2cd.webp",
  "53eca51f2f2c9958.webp",
];

/**
 * Copies the sample covers into the shop's folder. Names contain a hash, so existing files are kept; new ones appear
 * complete or not at all.
 * @param coversDir created if missing
 */
export async function copySampleCovers(coversDir: string): Promise<void> {
  await mkdir(coversDir, { recursive: true });
  const files = (await readdir(COVER_FILES)).filter((name) => /\.(webp|avif)$/.test(name));
  for (const name of files) {
    const target = path.join(coversDir, name);
    if (await exists(target)) continue;
    const unfinished = path.join(coversDir, `.${name}.${randomBytes(6).toString("hex")}`);
    await copyFile(path.join(COVER_FILES, name), unfinished);
    await rename(unfinished, target);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/** Deletes unused sample covers from the shop's folder. */
export async function removeSampleCovers(db: Db, coversDir: string): Promise<void> {
  const rows = await db
    .selectFrom("books")
    .select("cover")
    .distinct()
    .where("cover", "is not", null)
    .execute();
  const kept = new Set(rows.map((row) => row.cover));
  const unused = [...SAMPLE_BOOKS.map((book) => book.cover), ...SERIES_COVERS].filter(
    (cover) => !kept.has(cover),
  );
  await removeFiles(coversDir, unused.flatMap(coverFiles));
}
