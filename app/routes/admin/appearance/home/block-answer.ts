import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { PickedBook } from "~/domain/front/home/block-form";
import { withChosenPages } from "~/domain/front/home/chosen-page";
import { type BlockKind, declarationOf } from "~/domain/front/home/block-kinds";
import type { BlockClash } from "~/domain/front/home/edit-blocks.server";

/** The answer to a block's form that was not saved, or whose books or picture were changed. */
export interface BlockAnswer {
  result: SubmissionResult<string[]>;
  /** The block's revision for the next attempt to save. */
  revision: number;
  clash: BlockClash | null;
  /** Why it was not saved, if no field is at fault. */
  message: string | null;
  picked: PickedBook[];
  /** The books that were searched for; null: none were. */
  found: (PickedBook & { authors: string })[] | null;
  /** The search that found them. */
  find: string;
  pictureProblem: string | null;
  /** The id of the control that gets the focus. */
  focus: string | null;
}

/** Without conform's coercion: the schema itself converts the form's texts. */
export const parseBlockForm = (form: FormData, kind: BlockKind) =>
  parseWithZod(withChosenPages(form), { schema: declarationOf(kind).schema, disableAutoCoercion: true });
