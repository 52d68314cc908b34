import type { SubmissionResult } from "@conform-to/react";

/** The answer to the form of a new key. */
export interface KeyAnswer {
  result: SubmissionResult<string[]>;
  /** The new key; null: it was refused. */
  made: { name: string; key: string } | null;
}
