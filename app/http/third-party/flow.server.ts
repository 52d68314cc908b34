import { config } from "~/process/config.server";
import type { Provider } from "~/domain/people/accounts/identities";
import { signedCookie } from "~/http/request/signed-cookie.server";
import { readHeader } from "~/http/request/headers.server";

/** A login that has begun: what the shop needs when the browser comes back from the provider. */
export interface Flow {
  provider: Provider;
  state: string;
  codeVerifier: string;
  nonce: string;
  /** A path of this site, checked by `safeRedirect`; empty for none. */
  redirectTo: string;
  /** The logged-in account that wants to be connected; null for a login. */
  accountId: number | null;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** Enough to log in at the provider, with a second factor. */
const LIFETIME_S = 15 * 60;

/** Lax, because the provider's redirect is a GET from another site. One flow per browser: the latest counts. */
const flowCookie = signedCookie<Flow>(
  `${config.secureCookies ? "__Host-" : ""}third-party`,
  "third-party cookie",
  { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies, maxAge: LIFETIME_S },
);

/** Browsers drop cookies beyond 4 kB: a longer address is left out, and the login still succeeds. */
const LONGEST_WAY_BACK = 1500;

/** @returns the Set-Cookie value */
export function keepFlow(flow: Flow): string {
  const fits = Buffer.byteLength(flow.redirectTo) <= LONGEST_WAY_BACK;
  return flowCookie.serialize(fits ? flow : { ...flow, redirectTo: "" });
}

/** Removes the flow once the browser has come back, however it ended. @returns the Set-Cookie value */
export const dropFlow = (flow: Flow) => flowCookie.serialize(flow, { maxAge: 0 });

/** @returns null when there is none, when it was begun at another provider, or when it is too old */
export function readFlow(request: Request, provider: Provider): Flow | null {
  const flow = flowCookie.parse(readHeader(request, "cookie"));
  if (flow?.provider !== provider || Date.now() - flow.startedAt > LIFETIME_S * 1000) return null;
  return flow;
}
