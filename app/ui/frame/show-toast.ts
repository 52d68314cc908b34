import toast from "react-hot-toast/headless";

export type ToastKind = "success" | "error" | "info";

const TOAST_MS = 4500;
const READING_MS = 50; // per character
const LONGEST_MS = 15_000;

/**
 * Shows a toast in place of the one before. A long message stays longer.
 * @param place the number of this message among several that come together
 */
export function showToast(kind: ToastKind, text: string, place = 0) {
  const duration = Math.min(Math.max(TOAST_MS, text.length * READING_MS), LONGEST_MS);
  const id = `message-${place}`;
  if (kind === "success") toast.success(text, { id, duration });
  else if (kind === "error") toast.error(text, { id, duration });
  else toast(text, { id, duration });
}
