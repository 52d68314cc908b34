import { config } from "~/config.server";
import type { Provider } from "~/domain/accounts/identities";
import { signedCookie } from "~/http/request/signed-cookie.server";
import { readHeader } from "~/http/request/headers.server";

/** A sign-in under way: what the shop must know again when the browser comes back from the provider. */
export interface Flow {
  provider: Provider;
  state: string;
  codeVerifier: string;
  nonce: string;
  /** A path of this site, already through `safeRedirect`; empty for none. */
  redirectTo: string;
  /** The signed-in account that asked to be connected; null: to sign in. */
  accountId: number | null;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** Time to log in over there, with a second factor. */
const LIFETIME_S = 15 * 60;

/** Lax: the provider's redirect is a GET from another site. One flow a browser: the latest is the one that counts. */
const flowCookie = signedCookie<Flow>(
  `${config.secureCookies ? "__Host-" : ""}third-party`,
  "third-party cookie",
  { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies, maxAge: LIFETIME_S },
);

/** Browsers drop cookies beyond 4 kB: without its way back a sign-in still succeeds. */
const LONGEST_WAY_BACK = 1500;

/** @returns the Set-Cookie value */
export function keepFlow(flow: Flow): Promise<string> {
  const fits = Buffer.byteLength(flow.redirectTo) <= LONGEST_WAY_BACK;
  return flowCookie.serialize(fits ? flow : { ...flow, redirectTo: "" });
}

/** Once it has come back it is of no more use, however it ended. @returns the Set-Cookie value */
export const dropFlow = (flow: Flow) => flowCookie.serialize(flow, { maxAge: 0 });

/** @returns null when there is none, when it was begun at another provider, or too long ago */
export async function readFlow(request: Request, provider: Provider): Promise<Flow | null> {
  const flow = await flowCookie.parse(readHeader(request, "cookie"));
  if (flow?.provider !== provider || Date.now() - flow.startedAt > LIFETIME_S * 1000) return null;
  return flow;
}
