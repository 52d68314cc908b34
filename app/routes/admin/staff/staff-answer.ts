import type { SubmissionResult } from "@conform-to/react";
import type { AccessClash } from "~/domain/people/staff/staff";

/** The answer to a form of staff that was refused. */
export interface StaffAnswer {
  result: SubmissionResult<string[]>;
  /** The access that the form showed, for the member's panel. */
  shown?: string;
  /** What another owner has changed meanwhile. */
  clash?: AccessClash | null;
}
