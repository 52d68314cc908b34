import { randomToken } from "~/platform/tokens.server";

/** An order's name at the gateway. Unique there for good, even when a shop is set up anew on the same account. */
export const newReceipt = (): string => `kb_${randomToken(15)}`;
