import type { Db } from "~/db/database.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { setPictureUses } from "~/domain/shop/pictures/pictures.server";
import { type Block, DEFAULT_BLOCKS, describeChanges, parseBlocks } from "./blocks";

/** The home page as staff see it: what they prepare, and how it differs from what visitors see. */
export interface Draft {
  blocks: Block[];
  /** What differs from the published page, in sentences; empty: nothing. */
  changes: string[];
  /** Rises with each change. Publishing and discarding send it, so that nobody does either unseen. */
  version: number;
  /** Who changed the draft last, and when (ISO 8601); null while nothing differs. */
  changed: { who: string | null; at: string } | null;
}

/** The blocks that visitors see, hidden ones too. */
export async function publishedBlocks(db: Db): Promise<Block[]> {
  const last = await db
    .selectFrom("home_versions")
    .select("blocks")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? parseBlocks(last.blocks) : DEFAULT_BLOCKS;
}

/** The home page as staff prepare it; without changes it has the published blocks. */
export async function readDraft(db: Db): Promise<Draft> {
  const row = await db.selectFrom("home_draft").selectAll().executeTakeFirstOrThrow();
  const published = await publishedBlocks(db);
  if (row.blocks === null) return { blocks: published, changes: [], version: row.counter, changed: null };
  const blocks = parseBlocks(row.blocks);
  const who = row.account_id === null ? null : ((await staffNames(db)).get(row.account_id) ?? null);
  return {
    blocks,
    changes: describeChanges(published, blocks),
    version: row.counter,
    changed: row.changed_at === null ? null : { who, at: row.changed_at },
  };
}

/** What a change of the draft starts from. */
interface Before extends Pick<Draft, "blocks" | "changes" | "version"> {
  published: Block[];
  /** A number that no block and no revision has had. */
  next: number;
}

/** What it leads to. Without `blocks` the draft stays as it is. */
interface After<Outcome> {
  blocks?: Block[];
  audit?: { action: string; before?: AuditFields; after?: AuditFields };
  outcome: Outcome;
}

/** Changes the draft in one transaction; a draft that differs in nothing is none. */
export async function changeDraft<Outcome>(
  db: Db,
  staffId: number,
  now: Date,
  change: (before: Before, trx: Db) => After<Outcome> | Promise<After<Outcome>>,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const { blocks, changes, version } = await readDraft(trx);
    const published = await publishedBlocks(trx);
    const next = version + 1;
    const after = await change({ blocks, changes, version, published, next }, trx);
    if (after.blocks) await storeDraft(trx, { blocks: after.blocks, counter: next, staffId }, now);
    if (after.audit) await recordAudit(trx, { staffId, subject: "home", subjectId: 0, ...after.audit }, now);
    return after.outcome;
  });
}

async function storeDraft(
  trx: Db,
  { blocks, counter, staffId }: { blocks: Block[]; counter: number; staffId: number },
  now: Date,
): Promise<void> {
  const published = await publishedBlocks(trx);
  const isDraft = describeChanges(published, blocks).length > 0;
  await trx
    .updateTable("home_draft")
    .set({
      blocks: isDraft ? JSON.stringify(blocks) : null,
      counter,
      account_id: isDraft ? staffId : null,
      changed_at: isDraft ? now.toISOString() : null,
    })
    .execute();
  const ids = [...published, ...blocks].flatMap(({ content }) =>
    "picture" in content && content.picture !== null ? [content.picture] : [],
  );
  await setPictureUses(trx, { subject: "home", subjectId: 0, ids });
}
