import toast from "react-hot-toast/headless";

export type ToastKind = "success" | "error" | "info";

const TOAST_MS = 4500;
const READING_MS = 50; // a character
const LONGEST_MS = 15_000;

/**
 * Shows a toast; a long message stays for longer.
 * @param id one message of this id shows at a time
 */
export function tell(kind: ToastKind, text: string, id = text) {
  const duration = Math.min(Math.max(TOAST_MS, text.length * READING_MS), LONGEST_MS);
  if (kind === "success") toast.success(text, { id, duration });
  else if (kind === "error") toast.error(text, { id, duration });
  else toast(text, { id, duration });
}
