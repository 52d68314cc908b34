import { readDb } from "~/db/shop-database.server";
import { tokensBegan } from "~/domain/accounts/refresh-tokens.server";
import { PROOF_MINUTES } from "~/domain/factors/factors";
import { readFactorRules } from "~/domain/factors/factor-rules.server";
import { isRecentProof } from "~/domain/factors/proof.server";
import { formatRupeesShort } from "~/domain/money";
import { readHeader } from "~/http/request/headers.server";
import { verifyAccessToken } from "./access-token.server";
import { ApiError, type Caller } from "./operation.server";

/**
 * The API's `requireProofForRefund`: a refund above the shop's amount needs a login of the last 15 minutes, by session or
 * token. A program's key cannot log in; whoever made it gave it the right to refund.
 * @param amount paise @throws a 403
 */
export async function requireLoginForRefund(
  request: Request,
  { session, key }: Caller,
  amount: number,
): Promise<void> {
  const { refundProofAbove } = await readFactorRules(readDb);
  if (amount <= refundProofAbove || key) return;
  const bearer = /^Bearer +(\S+)$/i.exec(readHeader(request, "authorization") ?? "")?.[1];
  const ids = bearer === undefined ? null : await verifyAccessToken(bearer);
  const provedAt = ids ? await tokensBegan(readDb, ids.familyId) : session.provedAt;
  if (isRecentProof(provedAt)) return;
  throw new ApiError(
    403,
    `Please log in again: a refund above ${formatRupeesShort(refundProofAbove)} needs a login within the last ${PROOF_MINUTES} minutes`,
  );
}
