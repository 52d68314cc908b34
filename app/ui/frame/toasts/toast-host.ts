import { useSyncExternalStore } from "react";

let host: HTMLElement | null = null;
const listeners = new Set<() => void>();

/**
 * Puts the toasts into this dialog while it is modal: nothing outside a modal dialog can be pressed or read.
 * @returns a function to call when it closes
 */
export function hostToasts(dialog: HTMLElement): () => void {
  setHost(dialog);
  return () => {
    if (host === dialog) setHost(null);
  };
}

function setHost(next: HTMLElement | null) {
  host = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open dialog that holds the toasts; null: the page itself. */
export function useToastHost(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => host,
    () => null,
  );
}
