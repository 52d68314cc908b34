import type { Db } from "~/db/database.server";
import { recordAudit } from "../audit/audit.server";
import { findNames } from "./find-names.server";
import { nextId } from "./former-names.server";
import { nameKey } from "./names";
import { type ForgivingListing, type ListSearch, pageOf } from "../listing/listing";
import type { MasterDataEntity, NamedRow } from "./master-data";

/**
 * One page of an entity's names that contain the search term, or sound like it; newest first unless sorted by name. Wrong letters
 * are forgiven if it finds none otherwise.
 */
export async function listMasterData(
  db: Db,
  { table }: MasterDataEntity,
  search: ListSearch<"title">,
): Promise<ForgivingListing<NamedRow>> {
  let matching = db.selectFrom(table);
  const { matches, isForgiven } = await findNames(db, table, search.q);
  if (matches) matching = matching.where(matches);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  let rows = matching.select(["id", "name"]);
  if (search.sort) rows = rows.orderBy("name_key", search.sort.direction);
  else rows = rows.orderBy("id", "desc");
  return { rows: await rows.limit(limit).offset(offset).execute(), count, ...page, isForgiven };
}

/** All names of an entity, sorted by name. */
export async function allMasterData(db: Db, { table }: MasterDataEntity): Promise<NamedRow[]> {
  return db.selectFrom(table).select(["id", "name"]).orderBy("name_key").execute();
}

/** The entry with this name, ignoring case and spacing. */
export async function findByName(
  db: Db,
  { table }: MasterDataEntity,
  name: string,
): Promise<NamedRow | null> {
  const row = await db
    .selectFrom(table)
    .select(["id", "name"])
    .where("name_key", "=", nameKey(name))
    .executeTakeFirst();
  return row ?? null;
}

/** @returns null when there is no such row */
export async function findMasterData(
  db: Db,
  { table }: MasterDataEntity,
  id: number,
): Promise<NamedRow | null> {
  const row = await db.selectFrom(table).select(["id", "name"]).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

export type SavedName =
  | { ok: true; id: number; message: string }
  | { ok: false; reason: "exists" | "unknown"; message: string };

/**
 * Adds or changes a name.
 * @param given.id null for a new one; @param given.name already through `nameSchema`
 * @returns 'exists' when another row has that name, ignoring case and spacing (docs/product-decisions.md §3.20);
 * 'unknown' when there is no row with that id
 */
export async function saveMasterData(
  db: Db,
  entity: MasterDataEntity,
  given: { id: number | null; name: string; staffId: number },
  now = new Date(),
): Promise<SavedName> {
  return db.transaction().execute((trx) => saveName(trx, entity, given, now));
}

/** Like `saveMasterData`, in the caller's transaction. */
export async function saveName(
  trx: Db,
  entity: MasterDataEntity,
  { id, name, staffId, actor }: { id: number | null; name: string; staffId: number | null; actor?: string },
  now: Date,
): Promise<SavedName> {
  const { table, key: subject, label, field } = entity;
  const previous = id === null ? null : await findMasterData(trx, entity, id);
  if (id !== null && !previous) return { ok: false, reason: "unknown", message: `${label} not found` };

  const name_key = nameKey(name);
  const same = await trx.selectFrom(table).select("id").where("name_key", "=", name_key).executeTakeFirst();
  if (same && same.id !== id) return { ok: false, reason: "exists", message: `${label} already exists` };

  const verb = previous ? "updated" : "added";
  const message = `${label} ${verb} successfully!`;
  if (previous?.name === name) return { ok: true, id: previous.id, message };
  const row = previous
    ? await trx
        .updateTable(table)
        .set({ name, name_key })
        .where("id", "=", previous.id)
        .returning("id")
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto(table)
        .values({ id: await nextId(trx, entity), name, name_key })
        .returning("id")
        .executeTakeFirstOrThrow();
  const before = previous ? { [field]: previous.name } : {};
  await recordAudit(
    trx,
    {
      staffId,
      ...(actor !== undefined && { actor }),
      subject,
      subjectId: row.id,
      action: verb,
      before,
      after: { [field]: name },
    },
    now,
  );
  return { ok: true, id: row.id, message };
}
