import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { listen } from "./loopback";

/** A person with an account at the provider. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** Errors of the provider, until they are reset. */
export interface Trouble {
  /** Changes the claims in the ID token, which is signed correctly. */
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Signs the ID token with another key than the provider's. */
  foreignKey?: boolean;
  /** The person denies access. */
  denies?: boolean;
  /** The status of the token endpoint, or no answer at all. */
  tokenAnswer?: 500 | "never";
}

export interface OpenIdProvider {
  /** The provider that it replaces. */
  name: "google" | "facebook";
  issuer: string;
  /** Environment variables that make a shop use it as Google or Facebook. */
  env: Record<string, string>;
  /** The person who signs in next, without a login form. */
  person: ProviderPerson;
  trouble: Trouble;
  /** The parameters of the sign-ins so far. */
  asked: URLSearchParams[];
  /** Follows the provider's redirects as a browser does. @returns the URL back at the shop */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: "kitab-shop", client_secret: "a secret between the shop and its provider" };

/**
 * An OpenID provider on a free port that replaces Google (ID tokens with the email address) or Facebook (no ID token,
 * but a profile as in the Graph API). It signs in without a login form.
 */
export async function startOpenIdProvider(name: OpenIdProvider["name"]): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256", { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: "stand-in", use: "sig", alg: "RS256" };

  const server = createServer((req, res) => void handle(req, res));
  // The browser gets there by a form, and a Content-Security-Policy cannot contain an IPv6 address.
  const issuer = (await listen(server)).replace("[::1]", "localhost");
  const people = new Map<string, ProviderPerson>();
  const prefix = name.toUpperCase();
  const standIn: OpenIdProvider = {
    name,
    issuer,
    env: {
      [`${prefix}_CLIENT_ID`]: CLIENT.client_id,
      [`${prefix}_CLIENT_SECRET`]: CLIENT.client_secret,
      [`${prefix}_ISSUER`]: issuer,
    },
    person: { sub: "nobody" },
    trouble: {},
    asked: [],
    visit: (url) => followWithin(issuer, url),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${issuer}/nowhere`], grant_types: ["authorization_code"] }],
    jwks: { keys: [jwk] },
    scopes: ["openid", "email", "profile", "public_profile"],
    claims: {
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "name"],
    },
    // Like Google: the requested claims are in the ID token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ["a key for tests only"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  });
  // Allows any port: the shop's port is not known yet, because the shop needs the issuer's URL to start.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):\d+\/auth\//.test(uri);
  provider.use(async (ctx, next) => {
    await next();
    const { claims, foreignKey } = standIn.trouble;
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== "/token" || !body?.id_token || !(claims || foreignKey)) return;
    const signed = JSON.parse(
      Buffer.from(body.id_token.split(".")[1]!, "base64url").toString(),
    ) as JWTPayload;
    body.id_token = await new SignJWT(claims ? claims(signed) : signed)
      .setProtectedHeader({ alg: "RS256", kid: "stand-in" })
      .sign(foreignKey ? foreign.privateKey : privateKey);
  });
  const answer = provider.callback();

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? "/", issuer);
    if (url.pathname === "/auth") standIn.asked.push(url.searchParams);
    if (url.pathname.startsWith("/interaction/")) return decide(req, res);
    if (name === "facebook" && url.pathname === "/me") return answerProfile(req, res);
    if (url.pathname === "/token" && standIn.trouble.tokenAnswer === "never") return;
    if (url.pathname === "/token" && standIn.trouble.tokenAnswer === 500) return res.writeHead(500).end();
    return answer(req, res);
  }

  async function decide(req: IncomingMessage, res: ServerResponse) {
    const { params } = await provider.interactionDetails(req, res);
    if (standIn.trouble.denies) return provider.interactionFinished(req, res, { error: "access_denied" });
    const { person } = standIn;
    people.set(person.sub, person);
    const grant = new provider.Grant({ accountId: person.sub, clientId: CLIENT.client_id });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(req, res, {
      login: { accountId: person.sub },
      consent: { grantId: await grant.save() },
    });
  }

  async function answerProfile(req: IncomingMessage, res: ServerResponse) {
    const token = await provider.AccessToken.find((req.headers.authorization ?? "").replace(/^Bearer /, ""));
    const person = token && people.get(token.accountId);
    if (!person) return res.writeHead(400).end();
    const { sub: id, email, given_name: first_name, family_name: last_name } = person;
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(JSON.stringify({ id, email, first_name, last_name }));
  }

  return standIn;
}

async function followWithin(issuer: string, from: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  while (url.startsWith(`${issuer}/`)) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { Cookie } });
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(";", 1)[0]!;
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const to = response.headers.get("Location");
    if (!to) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(to, url).href;
  }
  return url;
}
