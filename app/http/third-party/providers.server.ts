import { z } from "zod";
import { config } from "~/process/config.server";
import { type Provider, PROVIDER_LABELS, PROVIDERS } from "~/domain/people/accounts/identities";

/** Of each call to a provider; a login waits for two at most. */
export const TIME_LIMIT_MS = 5000;

/** A provider with the shop's configuration for it. */
export interface ThirdParty {
  key: Provider;
  label: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
}

export interface Endpoints {
  authorization: string;
  token: string;
  /** Where a person is proven: at Google the keys of its ID tokens, at Facebook the person's profile. */
  proof: string;
}

/** null for an unknown provider, or one that is not configured. */
export function findThirdParty(name: string | undefined): ThirdParty | null {
  const key = PROVIDERS.find((provider) => provider === name);
  const client = key ? config.thirdParties[key] : null;
  return key && client ? { key, label: PROVIDER_LABELS[key], ...client } : null;
}

/** The providers that have a button. */
export const configuredProviders: Provider[] = PROVIDERS.filter((key) => config.thirdParties[key] !== null);

/**
 * As the providers publish them (docs/decisions/0010): no login waits for a document that changes once in years, and
 * Facebook's names no token endpoint. Any other issuer, such as a test's, is asked for its own.
 */
const PUBLISHED: Record<string, Endpoints & { formTargets: string }> = {
  "https://accounts.google.com": {
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    proof: "https://www.googleapis.com/oauth2/v3/certs",
    formTargets: "https://accounts.google.com",
  },
  "https://www.facebook.com": {
    authorization: "https://www.facebook.com/dialog/oauth",
    token: "https://graph.facebook.com/oauth/access_token",
    proof: "https://graph.facebook.com/me",
    // Mobile browsers are redirected to m., in some countries to web.
    formTargets: "https://*.facebook.com",
  },
};

/**
 * Where the form that begins a login ends up: Chromium checks a form's redirects too against the page's form-action. The
 * same for every page, since a client navigation keeps the policy of the page it began on.
 */
export const formTargets: string = configuredProviders
  .map((key) => config.thirdParties[key]!.issuer)
  .map((issuer) => PUBLISHED[issuer]?.formTargets ?? new URL(issuer).origin)
  .join(" ");

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url(),
});

const discovered = new Map<Provider, Endpoints>();

/** @throws when an issuer that has to be asked does not answer, or answers as another one */
export async function endpointsOf({ key, issuer }: ThirdParty): Promise<Endpoints> {
  const known = PUBLISHED[issuer] ?? discovered.get(key);
  if (known) return known;
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`${issuer} answered ${response.status} when asked for its endpoints`);
  const found = discoveryDocument.parse(await response.json());
  if (found.issuer !== issuer) throw new Error(`${issuer} calls itself ${found.issuer}`);
  const endpoints = {
    authorization: found.authorization_endpoint,
    token: found.token_endpoint,
    proof: key === "google" ? found.jwks_uri : found.userinfo_endpoint,
  };
  discovered.set(key, endpoints);
  return endpoints;
}
