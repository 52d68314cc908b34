import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** An unguessable value for cookies, links and keys. @returns base64url, 43 characters for 32 bytes */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** What is stored of a token: a copy of the database gives no working token away. @returns 64 hex characters */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares secrets without telling by the time taken where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest()];
  return timingSafeEqual(left, right);
}
