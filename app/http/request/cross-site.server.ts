import { type MiddlewareFunction, data } from "react-router";
import { config } from "~/process/config.server";
import { logger } from "~/platform/logger.server";
import { requestInfoContext } from "./request-info.server";
import { SESSION_COOKIE } from "./session-cookies.server";
import { readHeader } from "./headers.server";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

// Protected by signatures or Basic auth instead of cookies: the gateway posts here from its own site, and mail providers
// unsubscribe for their users (RFC 8058).
const SIGNED_PATHS = ["/payments/callback", "/payments/webhook", "/sandbox/", "/newsletter/unsubscribe"];

/**
 * Whether a mutation comes from the shop's own pages. Sec-Fetch-Site decides where the browser sends it, else Origin,
 * else Referer. Without all three it passes only when it carries no session: then there is nothing to forge.
 * (React Router's own check lets a missing Origin pass and leaves out resource routes.)
 */
function isSameSite(request: Request, origin: string): boolean {
  const site = readHeader(request, "sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const from = readHeader(request, "origin") ?? originOf(readHeader(request, "referer"));
  if (from) return from === origin;
  return !readHeader(request, "cookie")?.includes(`${SESSION_COOKIE}=`);
}

function originOf(referer: string | null): string | null {
  return referer && URL.canParse(referer) ? new URL(referer).origin : null;
}

/** Calls with a bearer token, which no browser adds by itself, and calls from an origin named in ORIGINS. */
function isTrustedApiCall(request: Request, pathname: string): boolean {
  if (!pathname.startsWith(API)) return false;
  const origin = readHeader(request, "origin");
  return (
    /^Bearer /i.test(readHeader(request, "authorization") ?? "") ||
    config.ORIGINS.includes(origin ?? "") ||
    isFromApp(request)
  );
}

/**
 * A call of an app with a cookie jar. Another site's page cannot send JSON without a CORS preflight, nor can a form, and
 * every browser says where a POST comes from.
 */
function isFromApp(request: Request): boolean {
  const saysSite = ["Sec-Fetch-Site", "Origin", "Referer"].some((name) => request.headers.has(name));
  return !saysSite && /^application\/json\s*(?:;|$)/i.test(readHeader(request, "content-type") ?? "");
}

const API = "/api/v1/";
const REFUSAL = "This request did not come from the shop's own pages.";

/** Refuses cross-site mutations with 403, except where a signature or a bearer token protects the route. */
export const crossSiteMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const info = context.get(requestInfoContext);
  const signed = SIGNED_PATHS.some((path) => url.pathname.startsWith(path));
  if (SAFE_METHODS.has(request.method) || signed || isTrustedApiCall(request, url.pathname)) return next();
  if (isSameSite(request, info.origin)) return next();
  logger.warn({ requestId: info.requestId, path: url.pathname }, "cross-site request refused");
  if (url.pathname.startsWith(API)) return Response.json({ result: 0, msg: REFUSAL }, { status: 403 });
  throw data(REFUSAL, { status: 403 });
};
