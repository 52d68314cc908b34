import type { SubmissionResult } from "@conform-to/react";
import type { AccessClash } from "~/domain/staff/staff";

/** The answer to a form of staff that was refused. */
export interface StaffAnswer {
  result: SubmissionResult<string[]>;
  /** What another owner has changed meanwhile. */
  clash?: AccessClash | null;
}
