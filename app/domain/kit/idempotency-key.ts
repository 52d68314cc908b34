import { z } from "zod";

/** What a client calls one wish by: repeated with the same key it is done once. */
export const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

const RULE = "idempotencyKey must be 16 to 64 letters, digits, - or _";

/** The field of a call of the API; a form has one of its own, and another message. */
export const idempotencyKeySchema = z
  .string()
  .max(64, { error: RULE, abort: true })
  .regex(IDEMPOTENCY_KEY, RULE);
