import type { ServerResponse } from "node:http";
// oxlint-disable-next-line no-restricted-imports -- the one place that may
import { redirect as routerRedirect, redirectDocument as routerRedirectDocument } from "react-router";
import { ownAddress } from "~/domain/kit/own-address";
import { logger } from "~/platform/logger.server";

// Every redirect of the shop goes through here, so that none leads off the site, wherever its address comes from.

/** @param to a path of this site; anything else leads to the home page @param init the status, 302 by default */
export const redirect = (to: string, init?: number | ResponseInit): Response => routerRedirect(own(to), init);

/** As `redirect`, but the browser loads the whole page, also with scripts. */
export const redirectDocument = (to: string, init?: number | ResponseInit): Response =>
  routerRedirectDocument(own(to), init);

/** As `redirect`, before React Router, for good: browsers ask again whether it still holds. @param to a path of this site */
export function sendRedirect(res: ServerResponse, to: string): void {
  res.writeHead(301, { Location: own(to), "Cache-Control": "no-cache", "Content-Length": 0 }).end();
}

/** To the page of a provider at which people log in: the only redirect to another site. @param url of the provider */
export const redirectToProvider = (url: string): Response => routerRedirect(url, 303);

function own(to: string): string {
  const address = ownAddress(to);
  if (address === null) logger.warn({ to: to.slice(0, 200) }, "a redirect off the site was not sent");
  return address ?? "/";
}
