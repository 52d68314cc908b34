import type { HeadersArgs } from "react-router";

/**
 * Headers of the pages that hold passwords or links from mails: never stored, and what an action set
 * (Retry-After) goes out with the page it answers.
 */
export function accountHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  const wait = actionHeaders.get("Retry-After");
  if (wait) headers.set("Retry-After", wait);
  return headers;
}

/** As `accountHeaders`, for a page whose address is a key: no other site hears of it. */
export function secretLinkHeaders(args: HeadersArgs): Headers {
  const headers = accountHeaders(args);
  headers.set("Referrer-Policy", "no-referrer");
  return headers;
}
