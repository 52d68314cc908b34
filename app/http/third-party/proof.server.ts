import { createHmac } from "node:crypto";
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import type { ThirdPartyPerson } from "~/domain/people/accounts/identities";
import { toPerson } from "~/domain/people/accounts/third-party-person";
import { type ThirdParty, TIME_LIMIT_MS } from "./providers.server";

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** The provider answered, but its answer does not prove who the person is. */
export class Unproven extends Error {
  override name = "Unproven";
}

const subject = z.string().min(1).max(255);
const optionalText = z.string().optional();

/**
 * The person that the tokens belong to.
 * @param proof the endpoint of that name (providers.server.ts)
 * @param nonce of this login
 * @throws {Unproven} when the answer is not valid; other errors when the provider cannot be asked
 */
export function personOfTokens(
  party: ThirdParty,
  proof: string,
  tokens: Tokens,
  nonce: string,
): Promise<ThirdPartyPerson> {
  return party.key === "google"
    ? fromIdToken(party, proof, tokens, nonce)
    : fromProfile(party, proof, tokens);
}

/** Google's claims; `email_verified` counts only when it is the boolean true. */
const idTokenClaims = z.object({
  sub: subject,
  nonce: z.string(),
  azp: optionalText,
  email: optionalText,
  email_verified: z.unknown().optional(),
  given_name: optionalText,
  family_name: optionalText,
  name: optionalText,
});

const keySets = new Map<string, JWTVerifyGetKey>();

/** jose keeps the keys for ten minutes and asks again for an unknown one, twice a minute at most. */
function keySetAt(address: string): JWTVerifyGetKey {
  const known = keySets.get(address);
  if (known) return known;
  const keySet = createRemoteJWKSet(new URL(address), { timeoutDuration: TIME_LIMIT_MS });
  keySets.set(address, keySet);
  return keySet;
}

/** OpenID Connect Core 3.1.3.7, with one algorithm (RFC 8725, 3.1). */
async function fromIdToken(
  { key, clientId, issuer }: ThirdParty,
  keys: string,
  tokens: Tokens,
  nonce: string,
): Promise<ThirdPartyPerson> {
  const idToken = "id_token" in tokens.data ? tokens.data.id_token : undefined;
  if (typeof idToken !== "string") throw new Unproven("no ID token");
  const { payload } = await jwtVerify(idToken, keySetAt(keys), {
    // Google's older tokens leave out the scheme.
    issuer: [issuer, issuer.replace(/^https:\/\//, "")],
    audience: clientId,
    algorithms: ["RS256"],
    requiredClaims: ["sub", "iat", "exp", "nonce"],
    clockTolerance: 30,
  }).catch((error: unknown) => {
    throw isVerdict(error) ? new Unproven(`the ID token is not valid: ${error.message}`) : error;
  });
  const claims = parse(idTokenClaims, payload);
  if (claims.nonce !== nonce) throw new Unproven("the ID token is of another login");
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Unproven("the ID token is another client's");
  return toPerson(key, {
    subject: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified === true,
    firstName: claims.given_name,
    lastName: claims.family_name,
    name: claims.name,
  });
}

/** Whether jose judged the token, rather than failed to get the keys. */
const isVerdict = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !["ERR_JWKS_TIMEOUT", "ERR_JOSE_GENERIC"].includes(error.code);

const profile = z.object({
  id: subject,
  email: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  name: optionalText,
});

/** Facebook's Graph API. It never says whether the person owns the email address (docs/decisions/0010). */
async function fromProfile(
  { key, clientSecret }: ThirdParty,
  address: string,
  tokens: Tokens,
): Promise<ThirdPartyPerson> {
  const accessToken = "access_token" in tokens.data ? tokens.data.access_token : undefined;
  if (typeof accessToken !== "string") throw new Unproven("no access token");
  const url = new URL(address);
  url.searchParams.set("fields", "id,email,first_name,last_name,name");
  // Facebook apps can be set to refuse tokens without it.
  const appSecretProof = createHmac("sha256", clientSecret).update(accessToken).digest("hex");
  url.searchParams.set("appsecret_proof", appSecretProof);
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (response.status >= 500) throw new Error(`the profile was answered with ${response.status}`);
  if (!response.ok) throw new Unproven(`the profile was answered with ${response.status}`);
  const person = parse(profile, await response.json());
  return toPerson(key, {
    subject: person.id,
    email: person.email,
    emailVerified: false,
    firstName: person.first_name,
    lastName: person.last_name,
    name: person.name,
  });
}

function parse<Shape>(shape: z.ZodType<Shape>, data: unknown): Shape {
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw new Unproven(`unexpected: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
