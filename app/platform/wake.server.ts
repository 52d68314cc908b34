import { EventEmitter } from "node:events";
import { inPrimary } from "./in-primary.server";

export type TaskName =
  | "figures"
  | "images"
  | "imports"
  | "mail"
  | "documents"
  | "moved-releases"
  | "sales"
  | "search"
  | "picture-fetches"
  | "notices"
  | "payment-events"
  | "refunds"
  | "reconcile"
  | "reservations"
  | "sandbox-webhooks"
  | "sessions"
  | "stock-alerts"
  | "webhooks";

const calls = new EventEmitter();
const EVERY = "*";

const wakeTask = inPrimary("wake", (task: TaskName) => {
  calls.emit(task);
  calls.emit(EVERY, task);
});

/**
 * Wakes a background task after a commit, so that its new rows need not wait for the next round. A worker of several tells
 * the primary, where the tasks run; if that is gone, the task finds the rows after the next start.
 */
export function wake(task: TaskName) {
  wakeTask(task).catch(() => {});
}

/** Calls `listener` with the name of each task that is woken: in a thread whose tasks run in another one. */
export function onEveryWake(listener: (task: TaskName) => void) {
  calls.on(EVERY, listener);
}

/** Calls `listener` on every `wake`. @returns a function that stops listening */
export function onWake(task: TaskName, listener: () => void): () => void {
  calls.on(task, listener);
  return () => calls.off(task, listener);
}
