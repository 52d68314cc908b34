import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedSecret } from "./shop-secret.server";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (purpose: string) => Buffer.from(derivedSecret(purpose), "hex");

/**
 * Encrypts a short text for the database, with a key made from the shop's secret: a copy of the database alone does not
 * reveal it.
 * @param purpose names the key @param owner the row it belongs to: the text cannot be opened in another row
 */
export function sealText(purpose: string, owner: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(purpose), iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** @returns null when it was changed, belongs to another row, or the shop's secret is another one by now */
export function openText(purpose: string, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(purpose), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return null;
  }
}
