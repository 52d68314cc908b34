import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret nobody can guess, safe in URLs and cookies. @param bytes of randomness; 32 give 43 characters */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** For storing a token so that the database does not give it away. @returns 64 hex characters */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Compares a given secret with the expected one without telling by its timing how much of it fits.
 * Both are hashed first, so that not even the length shows, and any two strings can be compared.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
