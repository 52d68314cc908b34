import type { Db } from "~/db/database.server";
import { currentIds } from "~/domain/catalogue/names/former-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { type BlockContents, type BlockKind, declarationOf, isBlockKind } from "./block-kinds";
import { type Block, blockName, parseBlocks } from "./blocks";
import { publishedBlocks } from "./draft.server";

/** What a block can name by its id; also the controls of such fields. */
const NAMED_IN_BLOCKS = ["author", "tag"] as const;
export type NamedInBlocks = (typeof NAMED_IN_BLOCKS)[number];

/** Whether blocks of the home page can name an entry of this list. */
export const isNamedInBlocks = (key: string): key is NamedInBlocks =>
  NAMED_IN_BLOCKS.some((named) => named === key);

type Content = Record<string, unknown>;

const fieldsNaming = (kind: BlockKind, what: NamedInBlocks) =>
  Object.entries(declarationOf(kind).fields)
    .filter(([, { control }]) => control === what)
    .map(([name]) => name);

const names = ({ kind, content }: Block, what: NamedInBlocks, id: number) =>
  fieldsNaming(kind, what).some((field) => (content as Content)[field] === id);

/** The blocks of the home page that name a tag or an author, as staff call them: those that visitors see, and the draft's. */
export async function blocksNaming(db: Db, what: NamedInBlocks, id: number): Promise<string[]> {
  const found = (blocks: Block[]) => blocks.filter((block) => names(block, what, id)).map(blockName);
  const draft = await db.selectFrom("home_draft").select("blocks").executeTakeFirstOrThrow();
  return [
    ...new Set([
      ...found(await publishedBlocks(db)),
      ...(draft.blocks === null ? [] : found(parseBlocks(draft.blocks))),
    ]),
  ];
}

/**
 * Replaces a tag or an author in the blocks of the home page, of its draft and of all its earlier states, which staff can
 * bring back. Nobody's open form is refused for that.
 */
export async function replaceInBlocks(
  trx: Db,
  what: NamedInBlocks,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  const replaced = (json: string): string | null => {
    const blocks = JSON.parse(json) as { kind: string; content: Content }[];
    let isChanged = false;
    for (const { kind, content } of blocks) {
      if (!isBlockKind(kind)) continue;
      for (const field of fieldsNaming(kind, what)) {
        if (content[field] !== fromId) continue;
        content[field] = toId;
        isChanged = true;
      }
    }
    return isChanged ? JSON.stringify(blocks) : null;
  };
  for (const { id, blocks } of await trx.selectFrom("home_versions").select(["id", "blocks"]).execute()) {
    const changed = replaced(blocks);
    if (changed)
      await trx.updateTable("home_versions").set({ blocks: changed }).where("id", "=", id).execute();
  }
  const draft = await trx.selectFrom("home_draft").select("blocks").executeTakeFirstOrThrow();
  const changed = draft.blocks === null ? null : replaced(draft.blocks);
  if (changed) await trx.updateTable("home_draft").set({ blocks: changed }).execute();
}

/** A block's content as sent, with the tags and authors that stayed in place of those merged while its form was open. */
export async function withCurrentNames<Kind extends BlockKind>(
  db: Db,
  kind: Kind,
  content: BlockContents[Kind],
): Promise<BlockContents[Kind]> {
  const current: Content = { ...content };
  for (const what of NAMED_IN_BLOCKS)
    for (const field of fieldsNaming(kind, what)) {
      const id = current[field];
      if (typeof id === "number") [current[field]] = await currentIds(db, MASTER_DATA[what], [id]);
    }
  return current as BlockContents[Kind];
}
