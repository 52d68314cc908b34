import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RouterContextProvider, type RequestHandler } from "react-router";
import { pageOf } from "~/http/answers/page-answer.server";
import { readHeader } from "~/http/request/headers.server";
import {
  type MissedSearch,
  publicOrigin,
  type RequestInfo,
  requestInfoContext,
  type StandIn,
} from "~/http/request/request-info.server";
import { THEME_COOKIE, type Theme } from "~/page-data/theme";
import type { PageAddress } from "./page-address";

/** How a visitor's browser wants every page. */
export interface Look {
  theme: Theme | null;
  saveData: boolean;
}

/** The part of a kept page's key that its look and address make. */
export const lookKey = ({ theme, saveData }: Look, address: PageAddress) =>
  `${saveData ? "saving" : ""} ${theme ?? ""} ${address.whole}`;

export interface Rendered {
  html: string;
  /** The search whose list this is, which counts for each visitor who gets it. */
  missed?: MissedSearch;
}

/**
 * Renders a page that many will get: with nothing of this request but its address and look.
 * @returns the page, or the response when it cannot be kept (an error, a redirect, a Set-Cookie)
 */
export async function renderKept(
  render: RequestHandler,
  req: IncomingMessage,
  address: PageAddress,
  { look, standIn, nonce }: { look: Look; standIn: StandIn; nonce: string },
): Promise<Rendered | Response> {
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
    return { html, missed: info.missed };
  }
  await response.body?.cancel();
  return response;
}
