import type { Db } from "~/db/database.server";
import {
  type CountedName,
  type DuplicatePair,
  duplicatePairs,
  duplicatesOf,
} from "~/domain/catalogue/names/duplicates";
import type { ListSearch } from "~/domain/kit/listing/listing";
import type { MasterDataEntity, NamedRow } from "~/domain/kit/master-data";
import { allMasterData, listMasterData } from "~/domain/catalogue/names/master-data.server";
import { countUses } from "~/domain/catalogue/names/uses.server";
import { PAIRS_SHOWN } from "./merging";

async function withUses(db: Db, entity: MasterDataEntity, rows: NamedRow[]): Promise<CountedName[]> {
  const uses = await countUses(
    db,
    entity,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, uses: uses(row.id) }));
}

/** A page of an entity's names, each with how often it is used. */
export async function listCountedNames(db: Db, entity: MasterDataEntity, search: ListSearch<"title">) {
  const list = await listMasterData(db, entity, search);
  return { ...list, rows: await withUses(db, entity, list.rows) };
}

/** The first hundred pairs of names that are probably the same, and the number of all. */
export async function findDuplicates(
  db: Db,
  entity: MasterDataEntity,
): Promise<{ pairs: DuplicatePair[]; count: number }> {
  const names = await allMasterData(db, entity);
  // Only names that have a twin are counted: few, of perhaps many thousand.
  const unused = names.map((name) => ({ ...name, uses: 0 }));
  const ids = new Set(duplicatePairs(unused).flatMap(({ gone, stays }) => [gone.id, stays.id]));
  const twins = await withUses(
    db,
    entity,
    names.filter(({ id }) => ids.has(id)),
  );
  const pairs = duplicatePairs(twins);
  return { pairs: pairs.slice(0, PAIRS_SHOWN), count: pairs.length };
}

/** The names that are probably the same as this one. */
export async function findTwins(db: Db, entity: MasterDataEntity, row: NamedRow): Promise<CountedName[]> {
  return withUses(db, entity, duplicatesOf(row, await allMasterData(db, entity)));
}

const SIMILAR = 10;

/** Ten names at most that contain this text, or are similar if none does; without this one. */
export async function findSimilar(
  db: Db,
  entity: MasterDataEntity,
  { q, but }: { q: string; but: number },
): Promise<CountedName[]> {
  const search = { q, page: 1, size: SIMILAR + 1, sort: { field: "title", direction: "asc" } } as const;
  const { rows } = await listCountedNames(db, entity, search);
  return rows.filter(({ id }) => id !== but).slice(0, SIMILAR);
}
