import type { SubmissionResult } from "@conform-to/react";
import type { EndpointClash } from "~/domain/shop/webhooks/webhooks";

/** The answer to a form of an endpoint that was refused, or has a secret to show. */
export interface EndpointAnswer {
  /** Of the endpoint's form. */
  result?: SubmissionResult<string[]>;
  /** The endpoint's version for the next attempt to save. */
  version?: number;
  clash?: EndpointClash | null;
  /** Shown only in this answer. */
  made?: { id: number; message: string; secret: string };
}
