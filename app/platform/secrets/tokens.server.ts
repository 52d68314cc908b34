import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random secret, safe in URLs and cookies. @param bytes of randomness; 32 give 43 characters */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** For storing a token without revealing it in the database. @returns 64 hex characters */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Compares a given secret with the expected one in constant time. Both are hashed first, so that the time does not
 * reveal the length, and any two strings can be compared.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
