import type { Db } from "~/db/database.server";
import { oneAtATime, removeFiles, storeImage } from "~/platform/pictures/image-files.server";
import { processImage, type ProcessImage } from "~/platform/pictures/images.server";
import { logger } from "~/platform/logger.server";
import { imageRefusal, logoFiles, NOT_STORED } from "~/domain/kit/images/images";
import { iconFiles } from "~/domain/kit/images/icons";
import { readSettings, writeLook } from "../settings/settings.server";

export interface PictureStore {
  coversDir: string;
  /** The shop's image worker by default. */
  processImage?: ProcessImage;
}

export type SavedPicture = { ok: true } | { ok: false; message: string };

const KINDS = {
  logo: { label: "Logo", filesOf: logoFiles },
  icon: { label: "Icon", filesOf: iconFiles },
} as const;

/**
 * Saves the shop's logo or its icon; null: back to the default one. As with covers: writes the files, updates the row, then
 * deletes the old files.
 */
async function savePicture(
  db: Db,
  kind: keyof typeof KINDS,
  { staffId, bytes }: { staffId: number; bytes: Uint8Array | null },
  store: PictureStore,
  now: Date,
): Promise<SavedPicture> {
  const { label, filesOf } = KINDS[kind];
  const image = bytes && (await (store.processImage ?? processImage)(kind, bytes));
  if (image && !image.ok) return { ok: false, message: imageRefusal(image.reason) };
  const name = image ? image.name : null;
  return oneAtATime(async () => {
    if (image && !(await storeImage(store.coversDir, image.files))) return { ok: false, message: NOT_STORED };
    const old = await db.transaction().execute(async (trx) => {
      const before = (await readSettings(trx))[kind];
      const named = { before: { [label]: before ?? "none" }, after: { [label]: name ?? "none" } };
      if (before !== name) await writeLook(trx, staffId, { [kind]: name }, now, named);
      return before;
    });
    if (old !== null && old !== name) {
      await removeFiles(store.coversDir, filesOf(old)).catch((error: unknown) =>
        logger.error({ err: error, old }, `the files of an old ${kind} could not be removed`),
      );
    }
    return { ok: true };
  });
}

/** Saves the picture beside the shop's name. @param given.bytes null: back to the default logo */
export const saveLogo = (
  db: Db,
  given: { staffId: number; bytes: Uint8Array | null },
  store: PictureStore,
  now = new Date(),
): Promise<SavedPicture> => savePicture(db, "logo", given, store, now);

/** Saves the square picture of tabs and home screens. @param given.bytes null: back to the default icon */
export const saveIcon = (
  db: Db,
  given: { staffId: number; bytes: Uint8Array | null },
  store: PictureStore,
  now = new Date(),
): Promise<SavedPicture> => savePicture(db, "icon", given, store, now);
