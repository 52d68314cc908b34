import { createHmac } from "node:crypto";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";

/** 132 bits: cannot be guessed, and short enough for one line of a mail. */
const TOKEN_LENGTH = 22;

const tokenOf = (email: string) =>
  createHmac("sha256", derivedSecret("stock alerts stop"))
    .update(email)
    .digest("base64url")
    .slice(0, TOKEN_LENGTH);

/** The link that stops all stock alerts of an address. The same in each mail to that address; it never expires. */
export function stopLink(origin: string, email: string): string {
  // The token comes first so that the mail queue finds it in both bodies, and removes it after sending.
  return `${origin}/books/notify/stop?${new URLSearchParams({ token: tokenOf(email), to: email })}`;
}

/** Whether the token is the shop's own for this address. */
export const isStopLink = (email: string, token: string): boolean =>
  email !== "" && equalInConstantTime(token, tokenOf(email));
