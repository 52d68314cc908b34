import type { Db } from "~/db/database.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { type Block, describeChanges, parseBlocks } from "./blocks";
import { changeDraft } from "./draft.server";

/** Why a draft was neither published nor discarded: somebody changed it since it was shown. */
export const DRAFT_CHANGED =
  "Somebody has changed the draft since you opened this page. Please look at what differs now, and try again.";
const NO_DRAFT = "There is nothing to publish: visitors see the page as it is here.";

export type DraftOutcome = { ok: true } | { ok: false; message: string };

/**
 * Publishes all changes of the draft as one; visitors see them at once.
 * @param given.version of the draft that its publisher saw
 */
export function publishDraft(
  db: Db,
  { staffId, version }: { staffId: number; version: number },
  now = new Date(),
): Promise<DraftOutcome> {
  return changeDraft<DraftOutcome>(db, staffId, now, async (draft, trx) => {
    if (draft.changes.length === 0) return { outcome: { ok: false, message: NO_DRAFT } };
    if (draft.version !== version) return { outcome: { ok: false, message: DRAFT_CHANGED } };
    await trx
      .insertInto("home_versions")
      .values({
        blocks: JSON.stringify(draft.blocks),
        changes: JSON.stringify(draft.changes),
        account_id: staffId,
        published_at: now.toISOString(),
      })
      .execute();
    return {
      blocks: draft.blocks,
      audit: { action: "published", after: { "Home page": draft.changes } },
      outcome: { ok: true },
    };
  });
}

/** Drops the draft: staff go on from what visitors see. @param given.version of the draft that was shown */
export function discardDraft(
  db: Db,
  { staffId, version }: { staffId: number; version: number },
  now = new Date(),
): Promise<DraftOutcome> {
  return changeDraft<DraftOutcome>(db, staffId, now, (draft) => {
    if (draft.changes.length === 0) return { outcome: { ok: true } };
    if (draft.version !== version) return { outcome: { ok: false, message: DRAFT_CHANGED } };
    return {
      blocks: draft.published,
      audit: {
        action: "discarded the draft of",
        before: { "Home page": draft.changes },
        after: { "Home page": null },
      },
      outcome: { ok: true },
    };
  });
}

/** A published state of the home page. */
export interface HomeVersion {
  id: number;
  /** The member of staff; null when the account no longer exists. */
  who: string | null;
  /** ISO 8601. */
  at: string;
  /** What differed from the one before. */
  changes: string[];
}

const VERSIONS_SHOWN = 30;

/** The last 30 published states, the newest first, which is what visitors see. */
export async function listVersions(db: Db): Promise<HomeVersion[]> {
  const rows = await db
    .selectFrom("home_versions")
    .select(["id", "account_id", "published_at", "changes"])
    .orderBy("id", "desc")
    .limit(VERSIONS_SHOWN)
    .execute();
  const names = await staffNames(db);
  return rows.map((row) => ({
    id: row.id,
    who: (row.account_id !== null && names.get(row.account_id)) || null,
    at: row.published_at,
    changes: JSON.parse(row.changes) as string[],
  }));
}

/** @returns null when there is no published state with this id */
export async function findVersion(db: Db, id: number): Promise<{ id: number; at: string } | null> {
  const row = await db
    .selectFrom("home_versions")
    .select(["id", "published_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, at: row.published_at } : null;
}

/** @returns the blocks of a published state; null when there is none with this id */
export async function blocksOfVersion(db: Db, id: number): Promise<Block[] | null> {
  const row = await db.selectFrom("home_versions").select("blocks").where("id", "=", id).executeTakeFirst();
  return row ? parseBlocks(row.blocks) : null;
}

/**
 * Makes an earlier state the draft, to be looked at and published; the draft that there was is replaced.
 * @param given.blocks of the earlier state @param given.name of it, for the history
 * @param given.version of the draft that was shown
 */
export function restoreVersion(
  db: Db,
  { staffId, blocks, name, version }: { staffId: number; blocks: Block[]; name: string; version: number },
  now = new Date(),
): Promise<DraftOutcome> {
  return changeDraft<DraftOutcome>(db, staffId, now, (draft) => {
    if (draft.version !== version) return { outcome: { ok: false, message: DRAFT_CHANGED } };
    const restored = blocks.map((block) => ({ ...block, revision: draft.next }));
    return {
      blocks: restored,
      audit: {
        action: "updated",
        before: { "Home page": draft.changes },
        after: { "Home page": [`Brought back: ${name}`, ...describeChanges(draft.published, restored)] },
      },
      outcome: { ok: true },
    };
  });
}
