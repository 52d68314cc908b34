import { randomToken } from "~/platform/secrets/tokens.server";

/** An order's key at the gateway. Random, so unique there even when a shop is set up anew with the same account. */
export const newReceipt = (): string => `kb_${randomToken(15)}`;
