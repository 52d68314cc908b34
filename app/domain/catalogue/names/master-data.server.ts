import type { Db } from "~/db/database.server";
import { insertRows } from "~/db/writing/many-rows.server";
import { titleKey } from "~/db/search/title-key";
import { recordAudit, recordAudits } from "~/domain/kit/audit/audit.server";
import { findNames } from "./find-names.server";
import { nameKey } from "./names";
import { type ForgivingListing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import type { MasterDataEntity, NamedRow } from "~/domain/kit/master-data";

/**
 * One page of an entity's names that contain the search term, or sound like it; in the order of the
 * alphabet unless sorted the other way. Wrong letters are forgiven if it finds none otherwise.
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
  const direction = search.sort?.direction ?? "asc";
  const rows = matching.select(["id", "name"]).orderBy("sort_key", direction).orderBy("name_key", direction);
  return { rows: await rows.limit(limit).offset(offset).execute(), count, ...page, isForgiven };
}

/** All names of an entity, sorted by name. */
export async function allMasterData(db: Db, { table }: MasterDataEntity): Promise<NamedRow[]> {
  return db.selectFrom(table).select(["id", "name"]).orderBy("sort_key").orderBy("name_key").execute();
}

/** The entry with this name, ignoring case and spacing; null when there is none. */
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

/** The entries with these names, ignoring case and spacing. @returns ids by `nameKey` */
export async function idsByName(
  db: Db,
  { table }: MasterDataEntity,
  names: string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(["id", "name_key"])
    .where("name_key", "in", [...new Set(names.map(nameKey))])
    .execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
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

/** The pages of these carriers where a parcel can be followed. @returns by id; null: it has none */
export async function readTrackingPages(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("logistics_providers")
    .select(["id", "tracking_page"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, tracking_page }) => [id, tracking_page]));
}

export type SavedName =
  | { ok: true; id: number; message: string }
  | { ok: false; reason: "exists" | "unknown"; message: string };

/**
 * Adds or changes a name.
 * @param given.id null for a new one; @param given.name already through `nameSchema`
 * @param given.trackingPage of a carrier, through `trackingPageSchema`; null: none; absent: not changed
 * @returns 'exists' when another row has that name, ignoring case and spacing (docs/product-decisions.md §3.20);
 * 'unknown' when there is no row with that id
 */
export async function saveMasterData(
  db: Db,
  entity: MasterDataEntity,
  given: { id: number | null; name: string; trackingPage?: string | null | undefined; staffId: number },
  now = new Date(),
): Promise<SavedName> {
  return db.transaction().execute(async (trx) => {
    const saved = await saveName(trx, entity, given, now);
    if (saved.ok && entity.hasTrackingPage && given.trackingPage !== undefined)
      await saveTrackingPage(trx, entity, { ...given, id: saved.id, page: given.trackingPage || null }, now);
    return saved;
  });
}

async function saveTrackingPage(
  trx: Db,
  { key: subject }: MasterDataEntity,
  { id, page, staffId }: { id: number; page: string | null; staffId: number },
  now: Date,
): Promise<void> {
  const previous = (await readTrackingPages(trx, [id])).get(id) ?? null;
  if (previous === page) return;
  await trx.updateTable("logistics_providers").set({ tracking_page: page }).where("id", "=", id).execute();
  const [before, after] = [{ "Tracking page": previous }, { "Tracking page": page }];
  await recordAudit(trx, { staffId, subject, subjectId: id, action: "updated", before, after }, now);
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

  const message = `${label} ${previous ? "updated" : "added"} successfully!`;
  if (previous?.name === name) return { ok: true, id: previous.id, message };
  if (!previous) {
    const [added] = await addNames(trx, entity, [name], { staffId, actor }, now);
    return { ok: true, id: added!, message };
  }
  const row = { name, name_key, sort_key: titleKey(name) };
  await trx.updateTable(table).set(row).where("id", "=", previous.id).execute();
  const [before, after] = [{ [field]: previous.name }, { [field]: name }];
  const entry = { subject, subjectId: previous.id, action: "updated", before, after } as const;
  await recordAudit(trx, { staffId, ...(actor !== undefined && { actor }), ...entry }, now);
  return { ok: true, id: previous.id, message };
}

/** Adds names that the list does not have. @param trx an open transaction @returns their ids, in their order */
export async function addNames(
  trx: Db,
  { table, key: subject, field }: MasterDataEntity,
  names: string[],
  { staffId, actor }: { staffId: number | null; actor?: string },
  now: Date,
): Promise<number[]> {
  const rows = names.map((name) => ({ name, name_key: nameKey(name), sort_key: titleKey(name) }));
  const ids = (await insertRows(trx, table, rows, ["id"])).map(({ id }) => id);
  const by = { staffId, ...(actor !== undefined && { actor }) };
  const entries = names.map((name, at) => ({
    ...by,
    subject,
    subjectId: ids[at]!,
    action: "added",
    after: { [field]: name },
  }));
  await recordAudits(trx, entries, now);
  return ids;
}
