import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { PageKind } from "~/domain/front/pages/pages";
import { pageSchema } from "~/domain/front/pages/pages.schema";
import type { PageClash } from "~/domain/front/pages/staff-pages";

/** The answer to a page's form that was not saved. */
export interface PageAnswer {
  result: SubmissionResult<string[]>;
  /** The page's version for the next attempt to save. */
  version: number;
  clash: PageClash | null;
  /** The text as visitors would see it, when the preview was asked for. */
  preview: string | null;
}

/** Without conform's coercion: the schema itself reads the form's texts. */
export const parsePageForm = (kind: PageKind) => (form: FormData) =>
  parseWithZod(form, { schema: pageSchema(kind), disableAutoCoercion: true });
