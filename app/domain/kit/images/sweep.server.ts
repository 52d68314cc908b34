import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import type { Db } from "~/db/database.server";
import { oneAtATime, removeFiles, UNFINISHED } from "~/platform/pictures/image-files.server";
import { pictureFiles } from "~/platform/pictures/picture-files";
import { coverFiles, logoFiles } from "./images";
import { iconFiles } from "./icons";
import { usedCovers } from "./used-covers.server";

const HOUR_MS = 3_600_000;
const AT_ONCE = 300;

/** Names given by the image worker (image-worker.mjs); other files in the folder are left alone. */
const COVER_FILE = /^([0-9a-f]{20})(?:-\d+)?\.(?:avif|webp|jpg)$/;
const LOGO_FILE = /^logo-[0-9a-f]{20}-\d+x\d+\.(?:webp|jpg)$/;
const ICON_FILE = /^icon-[0-9a-f]{20}-(?:32|180|192|512|maskable)\.png$/;
const PICTURE_FILE = /^((?:picture|further)-[0-9a-f]{20}-\d+x\d+)(?:-\d+)?\.(?:webp|jpg)$/;

/**
 * Background work: deletes pictures whose row was never written because of a crash. Keeps pictures that a book, the
 * settings or the tables of pictures name, and those younger than an hour, whose row may still be written.
 * @returns how many files were deleted
 */
export async function sweepImages(db: Db, coversDir: string, now = new Date()): Promise<number> {
  const before = now.getTime() - HOUR_MS;
  let removed = 0;
  let covers = new Set<string>();
  let pictures = new Set<string>();
  let others: string[] = [];

  const removeBatch = async () => {
    removed += await oneAtATime(() =>
      removeOrphans(db, coversDir, { covers: [...covers], pictures: [...pictures], others }, before),
    );
    covers = new Set();
    pictures = new Set();
    others = [];
  };
  for await (const { name } of await opendir(coversDir, { bufferSize: AT_ONCE })) {
    const stem = COVER_FILE.exec(name)?.[1];
    const picture = PICTURE_FILE.exec(name)?.[1];
    if (stem) covers.add(`${stem}.webp`);
    else if (picture) pictures.add(`${picture}.webp`);
    else if (LOGO_FILE.test(name) || ICON_FILE.test(name) || name.startsWith(UNFINISHED)) others.push(name);
    if (covers.size + pictures.size + others.length >= AT_ONCE) await removeBatch();
  }
  await removeBatch();
  return removed;
}

async function removeOrphans(
  db: Db,
  coversDir: string,
  { covers, pictures, others }: Record<"covers" | "pictures" | "others", string[]>,
  before: number,
): Promise<number> {
  const kept = await usedCovers(db, covers);
  const own = await db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", ["logo", "icon"])
    .execute();
  for (const { key, value } of own) {
    const file = JSON.parse(value) as string | null;
    if (file !== null) for (const name of key === "icon" ? iconFiles(file) : logoFiles(file)) kept.add(name);
  }
  for (const table of ["pictures", "book_pictures"] as const) {
    const uploaded = await db.selectFrom(table).select("file").where("file", "in", pictures).execute();
    for (const { file } of uploaded) kept.add(file);
  }
  const candidates = [
    ...covers.filter((cover) => !kept.has(cover)).flatMap(coverFiles),
    ...pictures.filter((file) => !kept.has(file)).flatMap(pictureFiles),
    ...others.filter((name) => !kept.has(name)),
  ];
  const orphans: string[] = [];
  for (const name of candidates) {
    if (await isOlder(path.join(coversDir, name), before)) orphans.push(name);
  }
  await removeFiles(coversDir, orphans);
  return orphans.length;
}

async function isOlder(file: string, before: number): Promise<boolean> {
  try {
    return (await stat(file)).mtimeMs < before;
  } catch {
    return false; // deleted already, or a variant that this cover does not have
  }
}
