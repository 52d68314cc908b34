import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { hasPages, NAME_PAGES, type PagedEntity } from "./paged-entities";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { findMasterData } from "./master-data.server";
import { addPicture, type PictureStore, setPictureUses } from "~/domain/shop/pictures/pictures.server";
import { EMPTY_PAGE, type NamePage } from "./name-pages";

/** What staff tell about some names. @returns a function: the page of an id */
export async function readNamePages(
  db: Db,
  { key }: PagedEntity,
  ids: number[],
): Promise<(id: number) => NamePage> {
  const rows = await db
    .selectFrom("name_pages as n")
    .leftJoin("pictures as p", "p.id", "n.picture_id")
    .select(["n.id", "n.native_name", "n.text", "n.website", "n.picture_id", "p.file", "p.alt"])
    .where("n.entity", "=", key)
    .where("n.id", "in", ids)
    .execute();
  const pages = new Map(
    rows.map(({ id, native_name, text, website, picture_id, file, alt }): [number, NamePage] => [
      id,
      {
        nativeName: native_name,
        text,
        website,
        picture: picture_id === null ? null : { id: picture_id, file: file!, alt: alt! },
      },
    ]),
  );
  return (id) => pages.get(id) ?? EMPTY_PAGE;
}

/** Like `readNamePages`, of one name. */
export const readNamePage = async (db: Db, entity: PagedEntity, id: number): Promise<NamePage> =>
  (await readNamePages(db, entity, [id]))(id);

const historyOf = ({ nativeName, text, website, picture }: NamePage): AuditFields => ({
  "Name in its own script": nativeName,
  "Text of its page": text || null,
  Website: website,
  Picture: picture && picture.alt,
});

/** Writes the whole page. @param trx the transaction that changes it */
async function write(trx: Db, { key }: PagedEntity, id: number, page: NamePage): Promise<void> {
  const { nativeName, text, website, picture } = page;
  const columns = { native_name: nativeName, text, website, picture_id: picture && picture.id };
  const isEmpty = nativeName === null && !text && website === null && picture === null;
  if (isEmpty) await trx.deleteFrom("name_pages").where("entity", "=", key).where("id", "=", id).execute();
  else
    await trx
      .insertInto("name_pages")
      .values({ entity: key, id, ...columns })
      .onConflict((conflict) => conflict.columns(["entity", "id"]).doUpdateSet(columns))
      .execute();
  if (key === "author")
    await setPictureUses(trx, { subject: key, subjectId: id, ids: picture ? [picture.id] : [] });
}

/** A picture that no page shows any more is deleted; the sweep removes its files. */
async function dropIfUnused(trx: Db, pictureId: number | undefined): Promise<void> {
  if (pictureId === undefined) return;
  await trx
    .deleteFrom("pictures")
    .where("id", "=", pictureId)
    .where("id", "not in", (eb) => eb.selectFrom("picture_uses").select("picture_id"))
    .execute();
}

/**
 * Changes a part of what is told about a name.
 * @returns false when there is no such name
 */
async function change(
  db: Db,
  entity: PagedEntity,
  { id, staffId, changes }: { id: number; staffId: number; changes: Partial<NamePage> },
  now: Date,
): Promise<boolean> {
  const isKnown = await db.transaction().execute(async (trx) => {
    if (!(await findMasterData(trx, entity, id))) return false;
    const before = await readNamePage(trx, entity, id);
    const after = { ...before, ...changes };
    const was = historyOf(before);
    const is = historyOf(after);
    const isNewPicture = before.picture?.id !== after.picture?.id;
    if (Object.keys(changedFields(was, is).after).length === 0 && !isNewPicture) return true;
    await write(trx, entity, id, after);
    if (isNewPicture) await dropIfUnused(trx, before.picture?.id);
    const entry = { staffId, subject: entity.key, subjectId: id, action: "updated" } as const;
    await recordAudit(trx, { ...entry, before: was, after: is }, now);
    return true;
  });
  if (isKnown && changes.picture !== undefined) wake("images");
  return isKnown;
}

/**
 * Saves native name, text and website of a name's page.
 * @param given.page through `namePageSchema` @returns false when there is no such name
 */
export const saveNamePage = (
  db: Db,
  entity: PagedEntity,
  { id, staffId, page }: { id: number; staffId: number; page: Omit<NamePage, "picture"> },
  now = new Date(),
): Promise<boolean> => change(db, entity, { id, staffId, changes: page }, now);

const NO_AUTHOR = "Author not found";

/**
 * Sets the picture of an author's page, in place of an earlier one.
 * @param given.bytes as uploaded: JPEG, PNG or WebP @param given.alt the output of `altSchema`
 */
export async function setAuthorPicture(
  db: Db,
  { id, staffId, bytes, alt }: { id: number; staffId: number; bytes: Uint8Array; alt: string },
  store: PictureStore,
  now = new Date(),
): Promise<{ ok: true } | { ok: false; message: string }> {
  const added = await addPicture(db, { staffId, bytes, alt }, store, now);
  if (!added.ok) return added;
  const changes = { picture: added.picture };
  const isKnown = await change(db, NAME_PAGES.authors, { id, staffId, changes }, now);
  return isKnown ? { ok: true } : { ok: false, message: NO_AUTHOR };
}

/** @returns false when there is no such author */
export const removeAuthorPicture = (
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<boolean> => change(db, NAME_PAGES.authors, { id, staffId, changes: { picture: null } }, now);

/** Deletes what is told about a name that is deleted. @param trx the transaction that deletes it */
export async function dropNamePage(trx: Db, entity: MasterDataEntity, id: number): Promise<void> {
  if (!hasPages(entity)) return;
  const { picture } = await readNamePage(trx, entity, id);
  await write(trx, entity, id, EMPTY_PAGE);
  await dropIfUnused(trx, picture?.id);
}

/** What a merge does with the page of the name that goes. */
export interface PageMerge {
  /** What the page of the name that stays lacks, and takes over. */
  taken: string[];
  /** What it has itself, so that this is lost. */
  lost: string[];
}

const PARTS = {
  nativeName: "name in its own script",
  text: "text",
  website: "website",
  picture: "picture",
} as const;

/** @param pair the ids of the name that goes, and of the one that stays */
export async function previewPageMerge(
  db: Db,
  entity: MasterDataEntity,
  pair: { fromId: number; intoId: number },
): Promise<PageMerge> {
  const { taken, lost } = await mergedPage(db, entity, pair);
  return { taken, lost };
}

async function mergedPage(
  db: Db,
  entity: MasterDataEntity,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<PageMerge & { page: NamePage }> {
  if (!hasPages(entity)) return { taken: [], lost: [], page: EMPTY_PAGE };
  const pageOf = await readNamePages(db, entity, [fromId, intoId]);
  const [gone, stays] = [pageOf(fromId), pageOf(intoId)];
  const parts = (Object.keys(PARTS) as (keyof NamePage)[]).filter((part) => gone[part]);
  const page = {
    nativeName: stays.nativeName ?? gone.nativeName,
    text: stays.text || gone.text,
    website: stays.website ?? gone.website,
    picture: stays.picture ?? gone.picture,
  };
  return {
    page,
    taken: parts.filter((part) => !stays[part]).map((part) => PARTS[part]),
    lost: parts.filter((part) => stays[part]).map((part) => PARTS[part]),
  };
}

/**
 * Moves to the name that stays what its page lacks.
 * @param trx the transaction that merges them @returns for the history of the name that stays
 */
export async function mergeNamePages(
  trx: Db,
  entity: MasterDataEntity,
  pair: { fromId: number; intoId: number },
): Promise<AuditFields> {
  if (!hasPages(entity)) return {};
  const { page, taken } = await mergedPage(trx, entity, pair);
  const before = await readNamePage(trx, entity, pair.fromId);
  await write(trx, entity, pair.fromId, EMPTY_PAGE);
  await write(trx, entity, pair.intoId, page);
  if (before.picture?.id !== page.picture?.id) await dropIfUnused(trx, before.picture?.id);
  return taken.length > 0 ? { "Taken from its page": taken } : {};
}
