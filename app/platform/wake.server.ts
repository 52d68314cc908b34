import { EventEmitter } from "node:events";

export type TaskName =
  | "images"
  | "imports"
  | "mail"
  | "moved-releases"
  | "sales"
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

/** Wakes a background task after a commit, so that its new rows need not wait for the next round. */
export function wake(task: TaskName) {
  calls.emit(task);
  calls.emit(EVERY, task);
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
