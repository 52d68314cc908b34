import { formatCount } from "~/domain/kit/counts";
import { type MasterDataEntity, type NamedRow, usedBy } from "~/domain/kit/master-data";

// Deleting names of master data that nothing uses, and merging two that are the same.

/** What a merge would change. */
export interface MergePreview {
  /** The entry that goes, and the one that stays. */
  gone: NamedRow;
  stays: NamedRow;
  /** How many books, or orders for carriers, name the one that goes. */
  uses: number;
  /** The same of the one that stays. */
  usesOfStays: number;
  /** Books that name both: they keep it once. */
  both: number;
  /** The first ten of the books; empty for carriers. */
  firstBooks: { id: number; title: string }[];
  /** Blocks of the home page that name it, as staff call them. */
  blocks: string[];
  /** Names that were merged into it earlier; their links lead on to the one that stays. */
  earlier: string[];
  /** What happens with the text, website and picture of its page in the store. */
  page: { taken: string[]; lost: string[] };
}

/** Books that a preview names. */
export const BOOKS_SHOWN = 10;

/** From here on the merge takes so long that others notice. */
export const MANY_USES = 2_000;

/** A name in quotation marks. */
export const quoted = (name: string) => `“${name}”`;

/** E.g. "1 book", "1,200 orders". */
export function usesInWords(entity: MasterDataEntity, uses: number): string {
  const noun = usedBy(entity) === "orders" ? "order" : "book";
  return `${formatCount(uses)} ${noun}${uses === 1 ? "" : "s"}`;
}

/** The message after a name was deleted. */
export const nameDeleted = ({ label }: MasterDataEntity) => `${label} deleted successfully!`;

/** The message after two names were merged. */
export const nameMerged = (gone: string, stays: string) => `${quoted(gone)} was merged into ${quoted(stays)}`;

/** Why an entry is not deleted. @param blocks of the home page that name it */
export function inUse(entity: MasterDataEntity, name: string, uses: number, blocks: string[]): string {
  const users = [
    ...(uses > 0 ? [usesInWords(entity, uses)] : []),
    ...(blocks.length > 0 ? [`the home page (${blocks.join(", ")})`] : []),
  ];
  return `${quoted(name)} is used by ${users.join(" and ")}, so it cannot be deleted. It can be merged into another one.`;
}

/** Why a name is not merged: the one that stays is itself. */
export const intoItself = ({ noun }: MasterDataEntity) =>
  `Please choose another ${noun}: it cannot be merged into itself`;

/** The one that should stay was deleted meanwhile. */
export const noTarget = ({ noun }: MasterDataEntity) =>
  `The ${noun} that should stay has been deleted meanwhile. Nothing was changed. Please choose another one.`;

/** One of the two was merged meanwhile. */
export const mergedMeanwhile = (gone: string, stays: string) =>
  `${quoted(gone)} has been merged into ${quoted(stays)} meanwhile. Nothing else was changed.`;

/** Why nothing happened: the name is not there any more. */
export const goneMeanwhile = ({ label }: MasterDataEntity) =>
  `${label} not found. It may have been deleted meanwhile.`;

/** Asks for the name that stays. */
export const chooseOne = ({ noun }: MasterDataEntity) => `Please type the name of the ${noun} that stays`;

/** @param hasSimilar whether similar names follow */
export const noSuchName = ({ noun }: MasterDataEntity, name: string, hasSimilar: boolean) =>
  `There is no ${noun} ${quoted(name)}.${hasSimilar ? " These are similar:" : ""}`;

/** The duplicates that a list shows at once. */
export const PAIRS_SHOWN = 100;
