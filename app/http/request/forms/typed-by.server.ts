import { createHmac } from "node:crypto";
import { parseId } from "~/domain/kit/ids";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";

const SIGNATURE_LENGTH = 16;

const signature = (id: string) =>
  createHmac("sha256", derivedSecret("typed by")).update(id).digest("base64url").slice(0, SIGNATURE_LENGTH);

/** The account's id, signed, for forms that are shown to it. It gives no access to anything. */
export const markOf = (accountId: number): string => `${accountId}.${signature(String(accountId))}`;

/** @returns the account's id; null when the shop has not made this mark */
export function readMark(mark: string): number | null {
  const [id = "", given = ""] = mark.split(".", 2);
  return equalInConstantTime(given, signature(id)) ? parseId(id) : null;
}
