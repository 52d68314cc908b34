import { setTimeout } from "node:timers/promises";
import { PostgresAway } from "./away.server";

/**
 * A deadlock, a change of rows that cannot be put into an order, and a named statement whose columns have changed (named-statements):
 * nothing of the transaction was written.
 */
const RETRYABLE = new Set(["40P01", "40001", "0A000"]);
const MOST_TRIES = 6;
const PAUSE_MS = 20;

/** Whether the server ended a transaction so that others can go on. The same transaction can succeed now. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof PostgresAway && error.code !== undefined && RETRYABLE.has(error.code);

/** Runs a whole transaction, again if it gave way to others; not without end. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRetryable(error) || tries === MOST_TRIES) throw error;
    }
    // Of different length, so that the same two do not meet again.
    await setTimeout(Math.random() * PAUSE_MS * tries);
  }
}
