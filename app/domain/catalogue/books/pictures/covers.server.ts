import type { Db } from "~/db/database.server";
import { oneAtATime, removeFiles, storeImage } from "~/platform/pictures/image-files.server";
import { processImage, type ProcessImage } from "~/platform/pictures/images.server";
import { logger } from "~/platform/logger.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { queueBookChangedEvent } from "../record/book-events.server";
import { coverFiles, imageRefusal, NOT_STORED } from "~/domain/kit/images/images";
import { usedCovers } from "~/domain/kit/images/used-covers.server";
import type { Writer } from "../record/write-book.server";

export interface CoverStore {
  coversDir: string;
  /** The shop's image worker by default. */
  processImage?: ProcessImage;
}

export type CoverOutcome = { ok: true } | { ok: false; message: string };

export const NO_SUCH_BOOK = "This book is not in the catalogue";

/** Further writes of the transaction that changes a cover. @param change the cover's name before and after */
export type AlsoWrite = (trx: Db, change: { old: string | null; cover: string | null }) => Promise<void>;

type NewCover = Writer & { bookId: number; also?: AlsoWrite };

/** The book as shown in the cover dialog; undefined when there is no such book. */
export async function findBookWithCover(
  db: Db,
  bookId: number,
): Promise<{ id: number; title: string; cover: string | null } | undefined> {
  return db.selectFrom("books").select(["id", "title", "cover"]).where("id", "=", bookId).executeTakeFirst();
}

/**
 * Saves a book's new cover (docs/specification.md §2.17): writes the files, updates the row, then deletes the old
 * files. Any failure leaves the book as it was. The book's version does not change: the edit form has no cover field,
 * so open forms are not outdated by a new cover.
 * @param bytes as uploaded: JPEG, PNG or WebP
 */
export async function saveCover(
  db: Db,
  { bytes, ...given }: NewCover & { bytes: Uint8Array },
  store: CoverStore,
  now = new Date(),
): Promise<CoverOutcome> {
  if (!(await findBookWithCover(db, given.bookId))) return { ok: false, message: NO_SUCH_BOOK };
  const image = await (store.processImage ?? processImage)("cover", bytes);
  if (!image.ok) return { ok: false, message: imageRefusal(image.reason) };
  return oneAtATime(async () => {
    if (!(await storeImage(store.coversDir, image.files))) return { ok: false, message: NOT_STORED };
    let changed: { old: string | null } | null = null;
    try {
      changed = await changeCover(db, { ...given, cover: image.name }, now);
    } finally {
      // The old cover; or the new one, if the change failed.
      await removeUnused(db, store, changed ? changed.old : image.name);
    }
    return changed ? { ok: true } : { ok: false, message: NO_SUCH_BOOK };
  });
}

/** Resets a book to the default cover; a book that already has it stays as it is. */
export function resetCover(
  db: Db,
  given: NewCover,
  store: Pick<CoverStore, "coversDir">,
  now = new Date(),
): Promise<CoverOutcome> {
  return putCover(db, { ...given, cover: null }, store, now);
}

/**
 * Gives a book a cover whose files are there already, or the default cover.
 * @param given.cover the name of its largest file; null: the default cover
 */
export function putCover(
  db: Db,
  given: NewCover & { cover: string | null },
  store: Pick<CoverStore, "coversDir">,
  now = new Date(),
): Promise<CoverOutcome> {
  return oneAtATime(async () => {
    const changed = await changeCover(db, given, now);
    if (!changed) return { ok: false, message: NO_SUCH_BOOK };
    await removeUnused(db, store, changed.old);
    return { ok: true };
  });
}

const DEFAULT_COVER = "the default cover";

/** @returns the old cover; null when there is no such book */
function changeCover(
  db: Db,
  given: NewCover & { cover: string | null },
  now: Date,
): Promise<{ old: string | null } | null> {
  return db.transaction().execute((trx) => writeCover(trx, given, now));
}

/**
 * Writes another cover, with the book's history. The files are the caller's business.
 * @param trx an open transaction @param given.onlyIf the cover that the book must have
 * @returns the old cover; null when there is no such book
 */
export async function writeCover(
  trx: Db,
  { bookId, cover, also, onlyIf, ...by }: NewCover & { cover: string | null; onlyIf?: string },
  now: Date,
): Promise<{ old: string | null } | null> {
  const book = await findBookWithCover(trx, bookId);
  if (!book) return null;
  const { cover: old } = book;
  await also?.(trx, { old, cover });
  if (old === cover || (onlyIf !== undefined && old !== onlyIf)) return { old };
  await trx
    .updateTable("books")
    .set({ cover, updated_at: now.toISOString() })
    .where("id", "=", bookId)
    .execute();
  const entry = {
    ...by,
    subject: "book",
    subjectId: bookId,
    action: cover === null ? "removed the cover of" : "changed the cover of",
    before: { Cover: old ?? DEFAULT_COVER },
    after: { Cover: cover ?? DEFAULT_COVER },
  } as const;
  await recordAudit(trx, entry, now);
  await queueBookChangedEvent(trx, bookId, now);
  return { old };
}

/**
 * Deletes a cover's files unless they are still used: by a book (sample covers are shared), or by an import that can be
 * undone. Failures are swept up later.
 */
async function removeUnused(
  db: Db,
  { coversDir }: Pick<CoverStore, "coversDir">,
  cover: string | null,
): Promise<void> {
  if (cover === null) return;
  try {
    if ((await usedCovers(db, [cover])).size === 0) await removeFiles(coversDir, coverFiles(cover));
  } catch (error) {
    logger.error({ err: error, cover }, "the files of an old cover could not be removed");
  }
}
