import { createSecretKey } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { TokenGrant } from "~/domain/people/accounts/refresh-tokens.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";

// RFC 8725: one algorithm, fixed; issuer, audience, expiry and type are all checked. RFC 9068: typ at+jwt.
const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const ISSUER = "kitab";
const AUDIENCE = "kitab-api";
const LIFETIME_S = 15 * 60;

const key = () => createSecretKey(derivedSecret("access token"), "hex");

/** An access token, valid for 15 minutes. The same grant gives the same token. */
export async function signAccessToken({ accountId, familyId, issuedAt }: TokenGrant): Promise<string> {
  const iat = Math.floor(issuedAt.getTime() / 1000);
  return new SignJWT({ fam: familyId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(accountId))
    .setIssuedAt(iat)
    .setExpirationTime(iat + LIFETIME_S)
    .sign(key());
}

/** @returns null when it is forged, expired or of another type. Whether its account is still active is not checked here. */
export async function verifyAccessToken(
  token: string,
): Promise<{ accountId: number; familyId: number } | null> {
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["exp", "iat", "sub"],
    });
    const ids = { accountId: Number(payload.sub), familyId: Number(payload.fam) };
    return Number.isSafeInteger(ids.accountId) && Number.isSafeInteger(ids.familyId) ? ids : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
