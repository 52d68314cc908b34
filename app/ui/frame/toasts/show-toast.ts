import { createElement, Fragment, type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { FlashLink } from "~/page-data/flash";

export type ToastKind = "success" | "error" | "info";

export interface Toast {
  kind: ToastKind;
  message: ReactNode;
  /** Screen readers read the text in the page, so the toast is not read too. */
  isSaid: boolean;
}

const TOAST_MS = 4500;
const READING_MS = 50; // per character
const LONGEST_MS = 15_000;

let shown: Toast | null = null;
const listeners = new Set<() => void>();
/** How long the toast still stays, and since when that runs; null while it is held. */
let leftMs = 0;
let runsSince: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a toast in place of the one before. A long message stays longer.
 * @param link the next step @param isSaid the text is read in the page already
 */
export function showToast(kind: ToastKind, text: string, link?: FlashLink, isSaid = false) {
  leftMs = Math.min(Math.max(TOAST_MS, text.length * READING_MS), LONGEST_MS);
  const isHeld = shown !== null && runsSince === null;
  change({ kind, message: withLink(text, link), isSaid });
  if (!isHeld) run();
}

export function dismissToast() {
  clearTimeout(timer);
  runsSince = null;
  if (shown) change(null);
}

/** Takes away what an earlier form was refused for. */
export function dismissRefusal() {
  if (shown?.kind === "error") dismissToast();
}

/** Keeps the toast until `releaseToast`: somebody reads it, or presses in it. */
export function holdToast() {
  if (runsSince === null) return;
  clearTimeout(timer);
  leftMs -= Date.now() - runsSince;
  runsSince = null;
}

export function releaseToast() {
  if (shown && runsSince === null) run();
}

/** The toast that is shown. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}

function run() {
  clearTimeout(timer);
  runsSince = Date.now();
  timer = setTimeout(dismissToast, Math.max(leftMs, 0));
}

function change(next: Toast | null) {
  shown = next;
  listeners.forEach((listener) => listener());
}

/** A message with its link, if any, as toasts and pages show it. */
export function withLink(text: string, link: FlashLink | undefined): ReactNode {
  if (!link) return text;
  const looks = { to: link.to, className: "message-link" };
  return createElement(Fragment, null, text, " ", createElement(Link, looks, link.label));
}
