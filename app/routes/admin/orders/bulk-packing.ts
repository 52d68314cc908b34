import { PAGE_SIZES } from "~/domain/listing/listing";

/** The checked orders: positive whole numbers, at most a page of them. */
export function readOrderIds(form: FormData): number[] {
  const ids = form
    .getAll("order")
    .map((value) => (typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null))
    .filter((id) => id !== null);
  return [...new Set(ids)].slice(0, Math.max(...PAGE_SIZES));
}

/** How many moved, and which could not and why. */
export function packedInWords({
  packed,
  refused,
}: {
  packed: number[];
  refused: { orderId: number; message: string }[];
}): { kind: "success" | "error"; text: string } {
  const moved =
    packed.length === 1 ? "1 order is marked as packed" : `${packed.length} orders are marked as packed`;
  if (refused.length === 0) return { kind: "success", text: moved };
  const shown = refused.slice(0, SHOWN_REFUSALS).map((refusal) => refusal.message);
  const more = refused.length - shown.length;
  const text = [moved, ...shown, ...(more > 0 ? [`and ${more} more could not`] : [])].join(". ");
  return { kind: "error", text };
}

/** The message travels in a cookie. */
const SHOWN_REFUSALS = 5;
