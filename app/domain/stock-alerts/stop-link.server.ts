import { createHmac } from "node:crypto";
import { derivedSecret } from "~/platform/shop-secret.server";
import { equalInConstantTime } from "~/platform/tokens.server";

/** 132 bits: beyond guessing, and short enough for a mail's line. */
const TOKEN_LENGTH = 22;

const tokenOf = (email: string) =>
  createHmac("sha256", derivedSecret("stock alerts stop"))
    .update(email)
    .digest("base64url")
    .slice(0, TOKEN_LENGTH);

/** Where the reader of a mail ends all others of its kind. The same for each mail to one address; it never expires. */
export function stopLink(origin: string, email: string): string {
  // The token first: so the queue finds it in both bodies, and drops it once the mail has gone.
  return `${origin}/books/notify/stop?${new URLSearchParams({ token: tokenOf(email), to: email })}`;
}

/** Whether the shop wrote this link into a mail to this address. */
export const isStopLink = (email: string, token: string): boolean =>
  email !== "" && equalInConstantTime(token, tokenOf(email));
