import { useSyncExternalStore } from "react";

let host: HTMLElement | null = null;
const listeners = new Set<() => void>();

/**
 * Where toasts stand while this dialog is modal: all that is outside of it can be neither pressed nor read.
 * @returns what to call when it closes
 */
export function hostToasts(dialog: HTMLElement): () => void {
  tell(dialog);
  return () => {
    if (host === dialog) tell(null);
  };
}

function tell(next: HTMLElement | null) {
  host = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open dialog; null: the page itself. */
export function useToastHost(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => host,
    () => null,
  );
}
