import { createHmac } from "node:crypto";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";

/** 132 bits: cannot be guessed, and short enough for one line of a mail. */
const TOKEN_LENGTH = 22;

/** The secret part of an order's link. */
export const payToken = (orderId: number) =>
  createHmac("sha256", derivedSecret("pay an order"))
    .update(String(orderId))
    .digest("base64url")
    .slice(0, TOKEN_LENGTH);

/** Where an order is paid without a login: by who has the link. The same in each mail; the order's state says what is due. */
export const payPath = (orderId: number): string =>
  // The token comes first so that the mail queue finds it in both bodies, and removes it after sending.
  `/pay?${new URLSearchParams({ token: payToken(orderId), order: String(orderId) })}`;
