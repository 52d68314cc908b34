import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { blocksNaming, isNamedInBlocks } from "../home/names-in-blocks.server";
import { findFormer, namesMergedInto } from "~/domain/catalogue/names/former-names.server";
import { type MasterDataEntity, type NamedRow, usedBy } from "~/domain/kit/master-data";
import { findMasterData } from "~/domain/catalogue/names/master-data.server";
import { previewPageMerge } from "~/domain/catalogue/names/name-pages.server";
import { countUses, users } from "~/domain/catalogue/names/uses.server";
import {
  BOOKS_SHOWN,
  goneMeanwhile,
  intoItself,
  mergedMeanwhile,
  type MergePreview,
  noTarget,
} from "./merging";

export type Pair = { ok: true; gone: NamedRow; stays: NamedRow };
export type PairRefusal = {
  ok: false;
  /** `target`: another one can be chosen. `gone`: there is nothing left to merge. */
  reason: "target" | "gone";
  message: string;
};

/** The two entries of a merge, or why they cannot be merged. */
export async function findPair(
  db: Db,
  entity: MasterDataEntity,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<Pair | PairRefusal> {
  const refuse = async (reason: PairRefusal["reason"], id: number): Promise<PairRefusal> => {
    const former = await findFormer(db, entity, id);
    const otherwise = reason === "gone" ? goneMeanwhile(entity) : noTarget(entity);
    const message = former?.into ? mergedMeanwhile(former.name, former.into.name) : otherwise;
    return { ok: false, reason, message };
  };
  const gone = await findMasterData(db, entity, fromId);
  if (!gone) return refuse("gone", fromId);
  if (fromId === intoId) return { ok: false, reason: "target", message: intoItself(entity) };
  const stays = await findMasterData(db, entity, intoId);
  return stays ? { ok: true, gone, stays } : refuse("target", intoId);
}

/** What merging these two would change. */
export async function previewMerge(
  db: Db,
  entity: MasterDataEntity,
  { gone, stays }: Pick<Pair, "gone" | "stays">,
): Promise<MergePreview> {
  const isBooks = usedBy(entity) === "books";
  const uses = await countUses(db, entity, [gone.id, stays.id]);
  const of = (id: number) => users(entity.references, id);
  const { rows } = await sql<{ both: number }>`
    select count(*) as both from (select id from (${of(gone.id)}) as first intersect select id from (${of(stays.id)}) as second) as shared`.execute(
    db,
  );
  return {
    gone,
    stays,
    uses: uses(gone.id),
    usesOfStays: uses(stays.id),
    both: rows[0]!.both,
    firstBooks: isBooks ? await firstBooks(db, entity, gone.id) : [],
    blocks: isNamedInBlocks(entity.key) ? await blocksNaming(db, entity.key, gone.id) : [],
    earlier: await namesMergedInto(db, entity, gone.id),
    page: await previewPageMerge(db, entity, { fromId: gone.id, intoId: stays.id }),
  };
}

async function firstBooks(db: Db, { references }: MasterDataEntity, id: number) {
  const { rows } = await sql<{ id: number; title: string }>`
    select b.id, b.title from (${users(references, id)}) u join books b on b.id = u.id
    order by u.id limit ${BOOKS_SHOWN}`.execute(db);
  return rows;
}
