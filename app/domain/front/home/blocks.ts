import { shortText } from "~/domain/kit/short-text";
import { type BlockContents, type BlockKind, declarationOf, isBlockKind } from "./block-kinds";
import { DEFAULT_CONTENT, DEFAULT_KINDS } from "./default-home";

/** A block of the home page. */
export interface Block<Kind extends BlockKind = BlockKind> {
  id: number;
  /** Changes with each change of the block, so that two people who edit it notice each other. */
  revision: number;
  kind: Kind;
  hidden: boolean;
  content: BlockContents[Kind];
}

/** The most blocks of a page. */
export const MOST_BLOCKS = 20;

/** The blocks of a shop that never changed them. */
export const DEFAULT_BLOCKS: Block[] = DEFAULT_KINDS.map((kind, at) => ({
  id: at + 1,
  revision: 0,
  kind,
  hidden: false,
  content: DEFAULT_CONTENT[kind],
}));

/** Reads stored blocks. Kinds that this version of the shop does not know are left out; new fields get a value. */
export function parseBlocks(json: string): Block[] {
  const stored = JSON.parse(json) as Block[];
  return stored
    .filter(({ kind }) => isBlockKind(kind))
    .map((block) => ({ ...block, content: { ...freshOf(block.kind), ...block.content } }) as Block);
}

/** The content of a new block of a kind. */
export const freshOf = (kind: BlockKind) => declarationOf(kind).fresh as BlockContents[BlockKind];

/** Whether two contents of one kind are the same. */
export const isSameContent = (one: BlockContents[BlockKind], other: BlockContents[BlockKind]) =>
  JSON.stringify(one) === JSON.stringify(other);

const NAME_LENGTH = 50;

/** What staff call a block, e.g. "Shelf of books ‘Featured Books’". */
export function blockName({ kind, content }: Pick<Block, "kind" | "content">): string {
  const { label, titleOf } = declarationOf(kind);
  const title = shortText(titleOf(content), NAME_LENGTH);
  return title && title !== label ? `${label} ‘${title}’` : label;
}

/** The labels of the fields that differ. */
function changedLabels(before: Block, after: Block): string[] {
  const [old, now] = [before.content as Record<string, unknown>, after.content as Record<string, unknown>];
  return Object.entries(declarationOf(after.kind).fields)
    .filter(([name]) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map(([, { label }]) => label);
}

/** What differs between two states of the home page, in sentences for staff; none when nothing does. */
export function describeChanges(before: Block[], after: Block[]): string[] {
  const old = new Map(before.map((block) => [block.id, block]));
  const now = new Map(after.map((block) => [block.id, block]));
  const sentences: string[] = [];
  for (const block of after) {
    const was = old.get(block.id);
    if (!was) {
      sentences.push(`Added: ${blockName(block)}${block.hidden ? ", hidden" : ""}`);
      continue;
    }
    const labels = changedLabels(was, block);
    if (labels.length > 0) sentences.push(`Changed: ${blockName(block)} (${labels.join(", ")})`);
    if (was.hidden !== block.hidden)
      sentences.push(`${block.hidden ? "Hidden" : "Shown again"}: ${blockName(block)}`);
  }
  for (const block of before) if (!now.has(block.id)) sentences.push(`Removed: ${blockName(block)}`);
  const order = (blocks: Block[], others: Map<number, Block>) =>
    blocks.filter(({ id }) => others.has(id)).map(({ id }) => id);
  if (String(order(before, now)) !== String(order(after, old))) sentences.push("The order of the blocks");
  return sentences;
}
