import type { Db } from "~/db/database.server";
import type { Selectable } from "kysely";
import type { Tables } from "~/db/tables";
import { oneAtATime, removeFiles, storeImage } from "~/platform/pictures/image-files.server";
import { processImage, type ProcessImage } from "~/platform/pictures/images.server";
import { logger } from "~/platform/logger.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { imageRefusal, NOT_STORED } from "~/domain/kit/images/images";
import { type Picture, pictureFiles, PICTURE_NOT_FOUND, pictureSource } from "./pictures";

export interface PictureStore {
  coversDir: string;
  /** The shop's image worker by default. */
  processImage?: ProcessImage;
}

const toPicture = (row: Selectable<Tables["pictures"]>): Picture => ({
  id: row.id,
  file: row.file,
  width: row.width,
  height: row.height,
  alt: row.alt,
  createdAt: row.created_at,
});

const MOST_LISTED = 500;

/** The last 500 pictures, the newest first. */
export async function listPictures(db: Db): Promise<Picture[]> {
  const rows = await db.selectFrom("pictures").selectAll().orderBy("id", "desc").limit(MOST_LISTED).execute();
  return rows.map(toPicture);
}

/** @returns by id; without those that do not exist */
async function findPictures(db: Db, ids: readonly number[]): Promise<Map<number, Picture>> {
  const rows = await db.selectFrom("pictures").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, toPicture(row)]));
}

/** @returns null when there is no such picture */
export async function findPicture(db: Db, id: number): Promise<Picture | null> {
  return (await findPictures(db, [id])).get(id) ?? null;
}

/**
 * Stores an uploaded picture. The same picture is stored once: uploading it again changes only its description.
 * @param given.bytes as uploaded: JPEG, PNG or WebP @param given.alt the output of `altSchema`
 */
export async function addPicture(
  db: Db,
  { staffId, bytes, alt }: { staffId: number; bytes: Uint8Array; alt: string },
  store: PictureStore,
  now = new Date(),
): Promise<{ ok: true; picture: Picture } | { ok: false; message: string }> {
  const image = await (store.processImage ?? processImage)("picture", bytes);
  if (!image.ok) return { ok: false, message: imageRefusal(image.reason) };
  const file = image.name;
  const source = pictureSource(file);
  if (!source) throw new Error(`The image worker gave a picture the name ${file}`);
  return oneAtATime(async () => {
    if (!(await storeImage(store.coversDir, image.files))) return { ok: false, message: NOT_STORED };
    // If the transaction fails, the sweep removes the files.
    const picture = await db.transaction().execute(async (trx) => {
      const known = await trx.selectFrom("pictures").selectAll().where("file", "=", file).executeTakeFirst();
      if (known) return changed(trx, { staffId, known: toPicture(known), alt }, now);
      const { width, height } = source;
      const row = await trx
        .insertInto("pictures")
        .values({ file, width, height, alt, created_at: now.toISOString() })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = { Picture: file, Description: alt };
      await recordAudit(trx, { staffId, subject: "picture", subjectId: row.id, action: "added", after }, now);
      return toPicture(row);
    });
    return { ok: true, picture };
  });
}

async function changed(
  trx: Db,
  { staffId, known, alt }: { staffId: number; known: Picture; alt: string },
  now: Date,
): Promise<Picture> {
  if (known.alt === alt) return known;
  await trx.updateTable("pictures").set({ alt }).where("id", "=", known.id).execute();
  const [before, after] = [{ Description: known.alt }, { Description: alt }];
  await recordAudit(
    trx,
    { staffId, subject: "picture", subjectId: known.id, action: "updated", before, after },
    now,
  );
  return { ...known, alt };
}

/** Deletes a picture that nothing shows, with its files. */
export async function deletePicture(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  { coversDir }: Pick<PictureStore, "coversDir">,
  now = new Date(),
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "in_use"; message: string }> {
  return oneAtATime(async () => {
    const outcome = await db.transaction().execute(async (trx) => {
      const picture = await findPicture(trx, id);
      if (!picture) return { ok: false, reason: "unknown", message: PICTURE_NOT_FOUND } as const;
      const use = await trx
        .selectFrom("picture_uses")
        .select("subject")
        .where("picture_id", "=", id)
        .executeTakeFirst();
      if (use) return { ok: false, reason: "in_use", message: IN_USE } as const;
      await trx.deleteFrom("pictures").where("id", "=", id).execute();
      const before = { Picture: picture.file, Description: picture.alt };
      const after = { Picture: null, Description: null };
      await recordAudit(
        trx,
        { staffId, subject: "picture", subjectId: id, action: "deleted", before, after },
        now,
      );
      return { ok: true, picture } as const;
    });
    if (!outcome.ok) return outcome;
    await removeFiles(coversDir, pictureFiles(outcome.picture.file)).catch((error: unknown) =>
      logger.error({ err: error, id }, "the files of a picture could not be removed"),
    );
    return { ok: true };
  });
}

const IN_USE = "This picture is shown somewhere. Remove it there first.";

/**
 * Notes which pictures a row shows, in place of what was noted for it before. A noted picture cannot be deleted.
 * @param trx the transaction that changes the row @param given.subject e.g. 'page'
 * @param given.files names of pictures (pictures.file); unknown ones are left out @param given.ids further pictures
 */
export async function setPictureUses(
  trx: Db,
  given: { subject: string; subjectId: number; files?: readonly string[]; ids?: readonly number[] },
): Promise<void> {
  const { subject, subjectId, files = [], ids = [] } = given;
  await trx
    .deleteFrom("picture_uses")
    .where("subject", "=", subject)
    .where("subject_id", "=", subjectId)
    .execute();
  const shown = await trx
    .selectFrom("pictures")
    .select("id")
    .where((eb) => eb.or([eb("file", "in", files), eb("id", "in", ids)]))
    .execute();
  if (shown.length === 0) return;
  const rows = shown.map(({ id }) => ({ subject, subject_id: subjectId, picture_id: id }));
  await trx.insertInto("picture_uses").values(rows).execute();
}

/** How many rows show each picture. @returns by picture's id; without those that nothing shows */
export async function countPictureUses(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("picture_uses")
    .select(["picture_id", (eb) => eb.fn.countAll<number>().as("count")])
    .groupBy("picture_id")
    .execute();
  return new Map(rows.map((row) => [row.picture_id, row.count]));
}
