import type { Db } from "~/db/database.server";
import type { AuditValue } from "~/domain/kit/audit/audit";
import { type BlockContents, type BlockKind, declarationOf } from "./block-kinds";
import { type Block, blockName, isSameContent, MOST_BLOCKS } from "./blocks";
import { contentForPeople } from "./content-for-people.server";
import { changeDraft } from "./draft.server";
import { withCurrentNames } from "./names-in-blocks.server";

const BLOCK_CHANGED =
  "This block was changed while you were editing it. Nothing of yours has been saved yet.";
const BLOCK_REMOVED =
  "This block was removed while you were editing it. Save again to add it with what you typed.";
const TOO_MANY_BLOCKS = `A page has at most ${MOST_BLOCKS} blocks. Please remove one first.`;

export interface BlockClash {
  /** The stored revision; saving again with it overwrites the change of the other person. 0: the block is gone. */
  revision: number;
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

export type SaveBlockOutcome =
  | { ok: true; name: string }
  | { ok: false; reason: "full"; message: string }
  | { ok: false; reason: "changed"; message: string; clash: BlockClash };

/**
 * Adds a block at the end of the draft, or changes one.
 * @param given.id null: a new block @param given.revision of the block when its form was opened. If others have changed
 * it since, nothing is saved and the outcome has the difference. 0, for a block that was removed: it is added again.
 * @param given.content the output of the kind's schema
 */
export function saveBlock(
  db: Db,
  given: {
    id: number | null;
    kind: BlockKind;
    content: BlockContents[BlockKind];
    revision: number;
    staffId: number;
  },
  now = new Date(),
): Promise<SaveBlockOutcome> {
  const { id, kind, revision, staffId } = given;
  return changeDraft<SaveBlockOutcome>(db, staffId, now, async ({ blocks, next }, trx) => {
    const content = await withCurrentNames(trx, kind, given.content);
    const stored = blocks.find((block) => block.id === id && block.kind === kind);
    if (stored) {
      if (isSameContent(stored.content, content)) return { outcome: { ok: true, name: blockName(stored) } };
      const before = await contentForPeople(trx, stored);
      const after = await contentForPeople(trx, { kind, content });
      if (stored.revision !== revision) {
        const fields = Object.keys(after)
          .filter((field) => String(before[field]) !== String(after[field]))
          .map((field) => ({ field, stored: before[field] ?? null, yours: after[field] ?? null }));
        const clash = { revision: stored.revision, fields };
        return { outcome: { ok: false, reason: "changed", message: BLOCK_CHANGED, clash } };
      }
      const changed: Block = { ...stored, content, revision: next };
      return {
        blocks: blocks.map((block) => (block === stored ? changed : block)),
        audit: { action: "updated the draft of", before, after },
        outcome: { ok: true, name: blockName(changed) },
      };
    }
    if (id !== null && revision !== 0) {
      const clash = { revision: 0, fields: [] };
      return { outcome: { ok: false, reason: "changed", message: BLOCK_REMOVED, clash } };
    }
    const most = declarationOf(kind).most ?? MOST_BLOCKS;
    if (blocks.filter((block) => block.kind === kind).length >= most)
      return { outcome: { ok: false, reason: "full", message: onlyOnce(kind) } };
    if (blocks.length >= MOST_BLOCKS)
      return { outcome: { ok: false, reason: "full", message: TOO_MANY_BLOCKS } };
    const added: Block = { id: next, revision: next, kind, hidden: false, content };
    return {
      blocks: [...blocks, added],
      audit: { action: "updated the draft of", after: { Added: blockName(added) } },
      outcome: { ok: true, name: blockName(added) },
    };
  });
}

/** The kinds that the page has no room for. */
export function fullKinds(blocks: Block[]): BlockKind[] {
  const count = (kind: BlockKind) => blocks.filter((block) => block.kind === kind).length;
  const kinds = [...new Set(blocks.map(({ kind }) => kind))];
  return kinds.filter((kind) => count(kind) >= (declarationOf(kind).most ?? MOST_BLOCKS));
}

/** Why a second block of the kind is refused. */
const onlyOnce = (kind: BlockKind) =>
  `The page already has a block ‘${declarationOf(kind).label}’, and has room for one.`;

/**
 * Moves a block of the draft by one place; at either end nothing changes.
 * @returns its name and its place from 1; null when it is gone
 */
export function moveBlock(
  db: Db,
  { id, direction, staffId }: { id: number; direction: "up" | "down"; staffId: number },
  now = new Date(),
): Promise<{ name: string; place: number } | null> {
  return changeDraft(db, staffId, now, ({ blocks }) => {
    const from = blocks.findIndex((block) => block.id === id);
    const block = blocks[from];
    if (!block) return { outcome: null };
    const to = direction === "up" ? from - 1 : from + 1;
    const name = blockName(block);
    if (to < 0 || to >= blocks.length) return { outcome: { name, place: from + 1 } };
    const place = `Place of ${name}`;
    return {
      blocks: blocks.toSpliced(from, 1).toSpliced(to, 0, block),
      audit: {
        action: "updated the draft of",
        before: { [place]: from + 1 },
        after: { [place]: to + 1 },
      },
      outcome: { name, place: to + 1 },
    };
  });
}

/** Hides a block of the draft, or shows it again; a repeated call changes nothing. @returns its name; null: it is gone */
export function hideBlock(
  db: Db,
  { id, hidden, staffId }: { id: number; hidden: boolean; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return changeDraft(db, staffId, now, ({ blocks }) => {
    const block = blocks.find((one) => one.id === id);
    if (!block) return { outcome: null };
    const name = blockName(block);
    if (block.hidden === hidden) return { outcome: name };
    return {
      blocks: blocks.map((one) => (one === block ? { ...block, hidden } : one)),
      audit: {
        action: "updated the draft of",
        before: { [name]: block.hidden ? "hidden" : "shown" },
        after: { [name]: hidden ? "hidden" : "shown" },
      },
      outcome: name,
    };
  });
}

/**
 * Removes a block from the draft. A repeated call changes nothing.
 * @param given.revision of the block that was shown. @returns false when somebody has changed it since
 */
export function removeBlock(
  db: Db,
  { id, revision, staffId }: { id: number; revision: number; staffId: number },
  now = new Date(),
): Promise<boolean> {
  return changeDraft(db, staffId, now, ({ blocks }) => {
    const block = blocks.find((one) => one.id === id);
    if (!block) return { outcome: true };
    if (block.revision !== revision) return { outcome: false };
    return {
      blocks: blocks.filter((one) => one !== block),
      audit: { action: "updated the draft of", after: { Removed: blockName(block) } },
      outcome: true,
    };
  });
}
