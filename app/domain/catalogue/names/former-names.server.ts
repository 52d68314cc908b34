import type { Db } from "~/db/database.server";
import type { MasterDataEntity, NamedRow } from "~/domain/kit/master-data";

// Names that are gone: merged into another one, or deleted.

/** The former name of an id, and the entry that it was merged into; that is null when it was deleted. */
export async function findFormer(
  db: Db,
  entity: MasterDataEntity,
  id: number,
): Promise<{ name: string; into: NamedRow | null } | null> {
  const former = await db
    .selectFrom("former_names")
    .select(["name", "into_id"])
    .where("entity", "=", entity.key)
    .where("id", "=", id)
    .executeTakeFirst();
  return former ? { name: former.name, into: await targetOf(db, entity, former) } : null;
}

/** The entry into which one with this name was merged. Look for an entry of this name first. @returns null: none was */
export async function mergedByName(
  db: Db,
  entity: MasterDataEntity,
  nameKey: string,
): Promise<NamedRow | null> {
  const former = await db
    .selectFrom("former_names")
    .select("into_id")
    .where("entity", "=", entity.key)
    .where("name_key", "=", nameKey)
    .where("into_id", "is not", null)
    .orderBy("gone_at", "desc")
    .executeTakeFirst();
  return former ? targetOf(db, entity, former) : null;
}

async function targetOf(db: Db, { table }: MasterDataEntity, { into_id }: { into_id: number | null }) {
  const row = await db.selectFrom(table).select(["id", "name"]).where("id", "=", into_id).executeTakeFirst();
  return row ?? null;
}

/**
 * Replaces ids of merged entries by those that stayed, each only once, in the same order. For forms and programs that
 * read the ids before the merge. Unknown ids stay.
 */
export async function currentIds(db: Db, { key }: MasterDataEntity, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return ids;
  const rows = await db
    .selectFrom("former_names")
    .select(["id", "into_id"])
    .where("entity", "=", key)
    .where("id", "in", ids)
    .execute();
  if (rows.length === 0) return ids;
  const into = new Map(rows.map((row) => [row.id, row.into_id]));
  return [...new Set(ids.map((id) => into.get(id) ?? id))];
}

/** The names that were merged into an entry, the last one first. */
export async function namesMergedInto(db: Db, { key }: MasterDataEntity, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("former_names")
    .select("name")
    .where("entity", "=", key)
    .where("into_id", "=", id)
    .orderBy("gone_at", "desc")
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes an entry and remembers it. @param intoId the entry it is merged into; null: it is only deleted */
export async function dropEntry(
  trx: Db,
  { key, table }: MasterDataEntity,
  { id, intoId }: { id: number; intoId: number | null },
  now: Date,
): Promise<void> {
  const { name, name_key } = await trx
    .deleteFrom(table)
    .where("id", "=", id)
    .returning(["name", "name_key"])
    .executeTakeFirstOrThrow();
  // Names that were merged into it earlier go with it.
  await trx
    .updateTable("former_names")
    .set({ into_id: intoId })
    .where("entity", "=", key)
    .where("into_id", "=", id)
    .execute();
  await trx
    .insertInto("former_names")
    .values({ entity: key, id, name, name_key, into_id: intoId, gone_at: now.toISOString() })
    .execute();
}
