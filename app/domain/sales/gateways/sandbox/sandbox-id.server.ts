import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id in Razorpay's form, e.g. order_RB58MiP5SPFYyM. */
export function sandboxId(prefix: "order" | "pay" | "rfnd" | "evt"): string {
  return `${prefix}_${Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
