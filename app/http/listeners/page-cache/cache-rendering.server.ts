import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { RouterContextProvider, type RequestHandler } from "react-router";
import { pageOf } from "~/http/answers/page-answer.server";
import { readHeader } from "~/http/request/headers.server";
import {
  publicOrigin,
  type RequestInfo,
  requestInfoContext,
  type StandIn,
} from "~/http/request/request-info.server";
import type { MissedSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import { THEME_COOKIE, type Theme } from "~/page-data/theme";
import type { PageAddress } from "./page-address";

/** How a visitor's browser wants every page. */
export interface Look {
  theme: Theme | null;
  saveData: boolean;
}

/** A request that may be answered with a cached page. */
export interface Asked {
  req: IncomingMessage;
  res: ServerResponse;
  address: PageAddress;
  look: Look;
  /** The request's origin, where pages depend on it. */
  site: string;
}

/** The part of a cached page's key that its site, look and address make. @param given what else it depends on */
export const pageKey = ({ site, look: { theme, saveData }, address }: Asked, given: string) =>
  `${site}${given} ${saveData ? "saving" : ""} ${theme ?? ""} ${address.whole}`;

export interface Rendered {
  html: string;
  /** The search whose list this is, which counts for each visitor who gets it. */
  missed?: MissedSearch;
  /** It shows more of its customer than a cached page can have. */
  isForOne?: boolean;
}

/**
 * Renders a page that many will get: with nothing of this request but its address and look.
 * @returns null when it cannot be cached: it is an error or a redirect, or sets a cookie
 */
export async function renderForCache(
  render: RequestHandler,
  { req, address, look }: Asked,
  { standIn, nonce }: { standIn: StandIn; nonce: string },
): Promise<Rendered | null> {
  const headers = new Headers(look.theme ? { cookie: `${THEME_COOKIE}=${look.theme}` } : {});
  for (const name of ["host", "x-forwarded-proto", "x-forwarded-host"] as const) {
    const value = readHeader(req, name);
    if (value !== null) headers.set(name, value);
  }
  const request = new Request(`http://${readHeader(req, "host") ?? "localhost"}${address.whole}`, {
    headers,
  });
  const context = new RouterContextProvider();
  const info: RequestInfo = {
    requestId: randomUUID(),
    ip: "",
    origin: publicOrigin(request),
    nonce,
    standIn,
    saveData: look.saveData,
  };
  context.set(requestInfoContext, info);
  const response = await render(request, context);
  if (response.status === 200 && !response.headers.has("Set-Cookie")) {
    const html = pageOf(response)?.toString() ?? (await response.text());
    return { html, missed: info.missed, isForOne: info.isForOne };
  }
  await response.body?.cancel();
  return null;
}
