import type { HeadersArgs } from "react-router";

/**
 * Headers of pages that show passwords or links from mails: never stored. A Retry-After that the action set is sent
 * with the page.
 */
export function accountHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  const wait = actionHeaders.get("Retry-After");
  if (wait) headers.set("Retry-After", wait);
  return headers;
}

/** As `accountHeaders`, for a page with a secret in its address: the address is not sent to other sites. */
export function secretLinkHeaders(args: HeadersArgs): Headers {
  const headers = accountHeaders(args);
  headers.set("Referrer-Policy", "no-referrer");
  return headers;
}
