import { randomBytes } from "node:crypto";
import { access, copyFile, mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "~/config.server";
import type { Db } from "~/db/database.server";
import { coverFiles } from "~/domain/images/images";
import { removeFiles } from "~/platform/image-files.server";
import manifest from "./covers/manifest.json";

/** The folder of the sample covers, written by make-covers.ts. */
export const COVER_FILES = path.join(ROOT, "app/sample/covers");

const covers: { books: Record<string, string>; series: string[] } = manifest;

/** The cover of one of the sixty books: a file name for `books.cover`, or null when it has none. */
export const coverOf = (title: string): string | null => covers.books[title] ?? null;

/** Covers without a title, for generated books. */
export const SERIES_COVERS: readonly string[] = covers.series;

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
  const unused = [...Object.values(covers.books), ...SERIES_COVERS].filter((cover) => !kept.has(cover));
  await removeFiles(coversDir, unused.flatMap(coverFiles));
}
