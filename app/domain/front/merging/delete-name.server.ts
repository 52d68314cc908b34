import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { blocksNaming, isNamedInBlocks } from "../home/names-in-blocks.server";
import { dropEntry } from "~/domain/catalogue/names/former-names.server";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { findMasterData } from "~/domain/catalogue/names/master-data.server";
import { dropNamePage } from "~/domain/catalogue/names/name-pages.server";
import { countUses } from "~/domain/catalogue/names/uses.server";
import { goneMeanwhile, inUse, nameDeleted } from "./merging";

export type DeleteOutcome =
  | { ok: true; message: string }
  | { ok: false; reason: "unknown" | "used"; message: string };

/** Deletes an entry that no book, order or block of the home page uses. */
export async function deleteName(
  db: Db,
  entity: MasterDataEntity,
  { id, ...by }: { id: number; staffId: number | null; actor?: string },
  now = new Date(),
): Promise<DeleteOutcome> {
  return db.transaction().execute(async (trx): Promise<DeleteOutcome> => {
    const row = await findMasterData(trx, entity, id);
    if (!row) return { ok: false, reason: "unknown", message: goneMeanwhile(entity) };
    const uses = (await countUses(trx, entity, [id]))(id);
    const blocks = isNamedInBlocks(entity.key) ? await blocksNaming(trx, entity.key, id) : [];
    if (uses > 0 || blocks.length > 0)
      return { ok: false, reason: "used", message: inUse(entity, row.name, uses, blocks) };
    await dropNamePage(trx, entity, id);
    await dropEntry(trx, entity, { id, intoId: null }, now);
    const [before, after] = [{ [entity.field]: row.name }, { [entity.field]: null }];
    await recordAudit(
      trx,
      { ...by, subject: entity.key, subjectId: id, action: "deleted", before, after },
      now,
    );
    return { ok: true, message: nameDeleted(entity) };
  });
}
