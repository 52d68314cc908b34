import { readDb } from "~/db/shop-database.server";
import { tokensBegan } from "~/domain/people/accounts/refresh-tokens.server";
import { PROOF_MINUTES } from "~/domain/people/factors/factors";
import { unprovedRefunds } from "~/domain/people/factors/unproved-refunds.server";
import { formatRupeesShort } from "~/domain/kit/money";
import type { UnprovedRefunds } from "~/domain/sales/orders/money/unproved-refunds.server";
import { readHeader } from "~/http/request/headers.server";
import { verifyAccessToken } from "../http/request/access-token.server";
import { ApiError, type Caller } from "./operation.server";

/**
 * What the caller may refund without a login of the last 15 minutes, by session or token; undefined: anything. A program's
 * key cannot log in; whoever made it gave it the right to refund.
 */
export async function refundsWithoutLogin(
  request: Request,
  { session, key }: Caller,
): Promise<UnprovedRefunds | undefined> {
  if (key) return undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(readHeader(request, "authorization") ?? "")?.[1];
  const ids = bearer === undefined ? null : await verifyAccessToken(bearer);
  return unprovedRefunds(readDb, ids ? await tokensBegan(readDb, ids.familyId) : session.provedAt);
}

/** The refusal of refunds above the shop's amount. @param limit paise */
export const loginAgain = (limit: number) =>
  new ApiError(
    403,
    `Please log in again: refunds above ${formatRupeesShort(limit)}, one or several together, need a login within the last ${PROOF_MINUTES} minutes`,
  );
