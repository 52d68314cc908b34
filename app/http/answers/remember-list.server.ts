import type { MiddlewareFunction } from "react-router";
import { stringifySetCookie } from "cookie";
import { config } from "~/process/config.server";
import { listHref } from "~/domain/kit/listing/listing";
import { readHeader } from "~/http/request/headers.server";

/**
 * Remembers in a cookie how a list was left, so that the pages of its entries lead back to it.
 * @param lists the paths of such lists @param write the cookie's text with this list's search
 */
export const rememberList =
  (
    lists: readonly string[],
    cookie: { name: string; write(before: string | undefined, path: string, search: string): string },
  ): MiddlewareFunction<Response> =>
  async ({ request, url }, next) => {
    const response = await next();
    if (request.method !== "GET" || !lists.includes(url.pathname)) return response;
    const before = new RegExp(`(?:^|;\\s*)${cookie.name}=([^;]+)`).exec(
      readHeader(request, "cookie") ?? "",
    )?.[1];
    const value = cookie.write(before, url.pathname, listHref(url.searchParams));
    if (value === (before ?? "")) return response;
    const options = {
      path: "/admin",
      httpOnly: true,
      sameSite: "lax",
      secure: config.secureCookies,
    } as const;
    response.headers.append(
      "Set-Cookie",
      stringifySetCookie({ name: cookie.name, value, ...options }, { encode: String }),
    );
    return response;
  };
