import type { Db } from "~/db/database.server";
import { oneAtATime, removeFiles, storeImage } from "~/platform/pictures/image-files.server";
import { processImage } from "~/platform/pictures/images.server";
import { logger } from "~/platform/logger.server";
import { pictureFiles, pictureSource } from "~/platform/pictures/picture-files";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { imageRefusal, NOT_STORED } from "~/domain/kit/images/images";
import { queueBookChangedEvent } from "../record/book-events.server";
import { picturesOf } from "../lists/book-lists.server";
import { type CoverStore, findBookWithCover, NO_SUCH_BOOK } from "./covers.server";
import {
  described,
  MOST_PICTURES,
  NO_SUCH_PICTURE,
  PICTURE_KINDS,
  PICTURES_FULL,
  SAME_PICTURE,
  type StoredPicture,
} from "./further-pictures";
import type { PictureFields } from "./further-pictures.schema";
import type { Writer } from "../record/write-book.server";

/** `unknown`: there is no such book or picture. */
export type PictureOutcome = { ok: true } | { ok: false; reason: "unknown" | "refused"; message: string };

/** Further writes of the transaction that adds a picture, or removes it. */
export type AlsoWritePicture = (
  trx: Db,
  picture: Pick<StoredPicture, "id" | "file" | "kind" | "alt">,
) => Promise<void>;

type Refused = Extract<PictureOutcome, { ok: false }>;

/** The further pictures of a book, in their order; those without words of staff have an empty `alt`. */
export async function furtherPictures(db: Db, bookId: number): Promise<StoredPicture[]> {
  return (await picturesOf(db, [bookId])).get(bookId) ?? [];
}

/**
 * Adds a further picture after the others of a book. Any failure leaves the book as it was; like a cover, it does not
 * change the book's version.
 * @param given.bytes as uploaded: JPEG, PNG or WebP @param given.fields the output of `furtherPictureSchema`
 * @returns the picture's id
 */
export async function addBookPicture(
  db: Db,
  { bookId, bytes, fields, also, ...by }: NewPicture,
  store: CoverStore,
  now = new Date(),
): Promise<{ ok: true; id: number } | Refused> {
  const refused = await refusalToAdd(db, bookId, null);
  if (refused) return refused;
  const image = await (store.processImage ?? processImage)("further", bytes);
  if (!image.ok) return refuse(imageRefusal(image.reason));
  const file = image.name;
  const source = pictureSource(file);
  if (!source) throw new Error(`The image worker gave a picture the name ${file}`);
  return oneAtATime(async () => {
    if (!(await storeImage(store.coversDir, image.files))) return refuse(NOT_STORED);
    let outcome: { ok: true; id: number } | Refused | null = null;
    try {
      outcome = await db.transaction().execute(async (trx) => {
        const full = await refusalToAdd(trx, bookId, file);
        if (full) return full;
        const { width, height } = source;
        const all = await furtherPictures(trx, bookId);
        const row = await trx
          .insertInto("book_pictures")
          .values({ book_id: bookId, position: all.length, file, width, height, ...fields })
          .returning("id")
          .executeTakeFirstOrThrow();
        await noteChange(
          trx,
          { bookId, action: "added a picture of", after: historyOf({ file, ...fields }), ...by },
          now,
        );
        await also?.(trx, { id: row.id, file, ...fields });
        return { ok: true, id: row.id } as const;
      });
    } finally {
      if (!outcome?.ok) await removeUnused(db, store, file);
    }
    return outcome;
  });
}

type NewPicture = Writer & {
  bookId: number;
  bytes: Uint8Array;
  fields: PictureFields;
  also?: AlsoWritePicture;
};

/** Changes a picture's kind and description. */
export function saveBookPicture(
  db: Db,
  { bookId, pictureId, fields, ...by }: Writer & { bookId: number; pictureId: number; fields: PictureFields },
  now = new Date(),
): Promise<PictureOutcome> {
  return db.transaction().execute(async (trx) => {
    const known = (await furtherPictures(trx, bookId)).find(({ id }) => id === pictureId);
    if (!known) return UNKNOWN;
    if (known.kind === fields.kind && known.alt === fields.alt) return { ok: true };
    await trx.updateTable("book_pictures").set(fields).where("id", "=", pictureId).execute();
    const [before, after] = [historyOf(known), historyOf({ ...known, ...fields })];
    await noteChange(trx, { bookId, action: "described a picture of", before, after, ...by }, now);
    return { ok: true };
  });
}

/**
 * Moves a picture one place; at the end of the list it stays.
 * @returns what it shows, and its place, which counts from 1
 */
export function moveBookPicture(
  db: Db,
  {
    bookId,
    pictureId,
    direction,
    ...by
  }: Writer & { bookId: number; pictureId: number; direction: "up" | "down" },
  now = new Date(),
): Promise<{ ok: true; alt: string; place: number } | Refused> {
  return db.transaction().execute(async (trx) => {
    const book = await findBookWithCover(trx, bookId);
    const all = await furtherPictures(trx, bookId);
    const from = all.findIndex(({ id }) => id === pictureId);
    if (!book || from === -1) return UNKNOWN;
    const to = Math.min(all.length - 1, Math.max(0, from + (direction === "up" ? -1 : 1)));
    const { alt } = described(all, book.title)[from]!;
    if (from !== to) {
      const order = all.with(from, all[to]!).with(to, all[from]!);
      await place(trx, order);
      const [before, after] = [{ Place: from + 1 }, { Place: to + 1 }];
      await noteChange(trx, { bookId, action: "moved a picture of", before, after, ...by }, now);
    }
    return { ok: true, alt, place: to + 1 };
  });
}

/** Removes a picture from a book, and its files unless another book has the same. */
export function removeBookPicture(
  db: Db,
  { bookId, pictureId, also, ...by }: Writer & { bookId: number; pictureId: number; also?: AlsoWritePicture },
  store: Pick<CoverStore, "coversDir">,
  now = new Date(),
): Promise<PictureOutcome> {
  return oneAtATime(async () => {
    const removed = await db.transaction().execute(async (trx) => {
      const known = await dropPicture(trx, { bookId, pictureId, ...by }, now);
      if (known) await also?.(trx, known);
      return known;
    });
    if (!removed) return UNKNOWN;
    await removeUnused(db, store, removed.file);
    return { ok: true };
  });
}

/**
 * Removes a picture from a book, with the book's history. Its files are the caller's business.
 * @param trx an open transaction @returns what it was; null: the book does not have it
 */
export async function dropPicture(
  trx: Db,
  { bookId, pictureId, ...by }: Writer & { bookId: number; pictureId: number },
  now: Date,
): Promise<StoredPicture | null> {
  const all = await furtherPictures(trx, bookId);
  const known = all.find(({ id }) => id === pictureId);
  if (!known) return null;
  await trx.deleteFrom("book_pictures").where("id", "=", pictureId).execute();
  await place(
    trx,
    all.filter((one) => one !== known),
  );
  const before = historyOf(known);
  const after = { Picture: null, Kind: null, Description: null };
  await noteChange(trx, { bookId, action: "removed a picture of", before, after, ...by }, now);
  return known;
}

const refuse = (message: string): Refused => ({ ok: false, reason: "refused", message });
const UNKNOWN: Refused = { ok: false, reason: "unknown", message: NO_SUCH_PICTURE };

/** @param file null: not known yet */
async function refusalToAdd(db: Db, bookId: number, file: string | null): Promise<Refused | null> {
  if (!(await findBookWithCover(db, bookId))) return { ok: false, reason: "unknown", message: NO_SUCH_BOOK };
  const all = await furtherPictures(db, bookId);
  if (all.some((one) => one.file === file)) return refuse(SAME_PICTURE);
  return all.length >= MOST_PICTURES ? refuse(PICTURES_FULL) : null;
}

async function place(trx: Db, order: StoredPicture[]): Promise<void> {
  for (const [position, { id }] of order.entries())
    await trx.updateTable("book_pictures").set({ position }).where("id", "=", id).execute();
}

const historyOf = ({ file, kind, alt }: PictureFields & { file: string }): AuditFields => ({
  Picture: file,
  Kind: PICTURE_KINDS[kind],
  Description: alt || null,
});

async function noteChange(
  trx: Db,
  { bookId, ...entry }: Writer & { bookId: number; action: string; before?: AuditFields; after: AuditFields },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await trx.updateTable("books").set({ updated_at: at }).where("id", "=", bookId).execute();
  await recordAudit(trx, { ...entry, subject: "book", subjectId: bookId }, now);
  await queueBookChangedEvent(trx, bookId, now);
}

/** Deletes a picture's files unless a book has it. Failures are swept up later. */
async function removeUnused(
  db: Db,
  { coversDir }: Pick<CoverStore, "coversDir">,
  file: string,
): Promise<void> {
  try {
    const user = await db
      .selectFrom("book_pictures")
      .select("id")
      .where("file", "=", file)
      .executeTakeFirst();
    if (!user) await removeFiles(coversDir, pictureFiles(file));
  } catch (error) {
    logger.error({ err: error, file }, "the files of a book's picture could not be removed");
  }
}
