import type { z } from "zod";
import { blurbs } from "./blocks/blurbs";
import { categories } from "./blocks/categories";
import { hero } from "./blocks/hero";
import { newsletter } from "./blocks/newsletter";
import { quotation } from "./blocks/quotation";
import { shelf } from "./blocks/shelf";
import { textWithPicture } from "./blocks/text-with-picture";
import type { BlockDeclaration } from "./declare-block";

/** Every kind of block, in the order in which staff choose from them. The views are in ui/store/home-blocks. */
export const BLOCK_KINDS = { hero, shelf, textWithPicture, blurbs, quotation, categories, newsletter };

export type BlockKind = keyof typeof BLOCK_KINDS;

/** The content of each kind of block. */
export type BlockContents = { [Kind in BlockKind]: z.output<(typeof BLOCK_KINDS)[Kind]["schema"]> };

/** Whether a text names a kind of block. */
export const isBlockKind = (text: unknown): text is BlockKind =>
  typeof text === "string" && Object.hasOwn(BLOCK_KINDS, text);

/** A block's declaration without the type of its content, for code that handles every kind. */
export const declarationOf = (kind: BlockKind) => BLOCK_KINDS[kind] as unknown as BlockDeclaration;
