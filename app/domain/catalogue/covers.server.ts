import type { Db } from "~/db/database.server";
import { oneAtATime, removeFiles, storeImage } from "~/platform/image-files.server";
import { processImage, type ProcessImage } from "~/platform/images.server";
import { logger } from "~/platform/logger.server";
import { recordAudit } from "../audit/audit.server";
import { coverFiles, imageRefusal, NOT_STORED } from "../images/images";

export interface CoverStore {
  coversDir: string;
  /** The shop's own image worker unless told otherwise. */
  processImage?: ProcessImage;
}

export type CoverOutcome = { ok: true } | { ok: false; message: string };

export const NO_SUCH_BOOK = "This book is not in the catalogue";

/** The book as the cover dialog shows it; undefined: there is none. */
export async function findBookWithCover(
  db: Db,
  bookId: number,
): Promise<{ id: number; title: string; cover: string | null } | undefined> {
  return db.selectFrom("books").select(["id", "title", "cover"]).where("id", "=", bookId).executeTakeFirst();
}

/**
 * Gives a book the cover in these bytes (docs/specification.md §2.17): first the files, then the row, then the
 * old files go. Whatever fails leaves the book as it was. The book's version stays: the edit form holds no cover, so
 * nobody's open form is outdated by a new one.
 * @param bytes as uploaded: JPEG, PNG or WebP
 */
export async function saveCover(
  db: Db,
  { bookId, staffId, bytes }: { bookId: number; staffId: number; bytes: Uint8Array },
  store: CoverStore,
  now = new Date(),
): Promise<CoverOutcome> {
  if (!(await findBookWithCover(db, bookId))) return { ok: false, message: NO_SUCH_BOOK };
  const image = await (store.processImage ?? processImage)("cover", bytes);
  if (!image.ok) return { ok: false, message: imageRefusal(image.reason) };
  return oneAtATime(async () => {
    if (!(await storeImage(store.coversDir, image.files))) return { ok: false, message: NOT_STORED };
    let changed: { old: string | null } | null = null;
    try {
      changed = await changeCover(db, { bookId, staffId, cover: image.name }, now);
    } finally {
      // The cover it had; or the new one, when the book did not get it.
      await removeUnused(db, store, changed ? changed.old : image.name);
    }
    return changed ? { ok: true } : { ok: false, message: NO_SUCH_BOOK };
  });
}

/** Back to the default cover; a book that has it stays as it is. */
export async function resetCover(
  db: Db,
  { bookId, staffId }: { bookId: number; staffId: number },
  store: CoverStore,
  now = new Date(),
): Promise<CoverOutcome> {
  return oneAtATime(async () => {
    const changed = await changeCover(db, { bookId, staffId, cover: null }, now);
    if (!changed) return { ok: false, message: NO_SUCH_BOOK };
    await removeUnused(db, store, changed.old);
    return { ok: true };
  });
}

const DEFAULT_COVER = "the default cover";

/** @returns the cover it had; null when there is no such book */
function changeCover(
  db: Db,
  { bookId, staffId, cover }: { bookId: number; staffId: number; cover: string | null },
  now: Date,
): Promise<{ old: string | null } | null> {
  return db.transaction().execute(async (trx) => {
    const book = await findBookWithCover(trx, bookId);
    if (!book) return null;
    if (book.cover === cover) return { old: cover };
    await trx
      .updateTable("books")
      .set({ cover, updated_at: now.toISOString() })
      .where("id", "=", bookId)
      .execute();
    const entry = {
      staffId,
      subject: "book",
      subjectId: bookId,
      action: cover === null ? "removed the cover of" : "changed the cover of",
      before: { Cover: book.cover ?? DEFAULT_COVER },
      after: { Cover: cover ?? DEFAULT_COVER },
    } as const;
    await recordAudit(trx, entry, now);
    return { old: book.cover };
  });
}

/** Takes a cover's files away unless a book has it still (sample covers are many books'). What fails is swept later. */
async function removeUnused(db: Db, { coversDir }: CoverStore, cover: string | null): Promise<void> {
  if (cover === null) return;
  try {
    const user = await db.selectFrom("books").select("id").where("cover", "=", cover).executeTakeFirst();
    if (!user) await removeFiles(coversDir, coverFiles(cover));
  } catch (error) {
    logger.error({ err: error, cover }, "the files of an old cover could not be removed");
  }
}
