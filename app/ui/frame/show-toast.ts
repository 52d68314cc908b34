import toast from "react-hot-toast/headless";

export type ToastKind = "success" | "error" | "info";

const TOAST_MS = 4500;
const READING_MS = 50; // a character
const LONGEST_MS = 15_000;

/**
 * Shows a toast in place of the one before: what was said last is what counts. A long message stays for longer.
 * @param place of several that come together, which one this is
 */
export function showToast(kind: ToastKind, text: string, place = 0) {
  const duration = Math.min(Math.max(TOAST_MS, text.length * READING_MS), LONGEST_MS);
  const id = `message-${place}`;
  if (kind === "success") toast.success(text, { id, duration });
  else if (kind === "error") toast.error(text, { id, duration });
  else toast(text, { id, duration });
}
