import { redirect } from "~/http/answers/redirect.server";
import { readDb } from "~/db/shop-database.server";
import { ownAddress } from "~/domain/kit/own-address";
import { findMoved } from "~/domain/front/old-addresses/old-addresses.server";

/**
 * For a page that is not there: leads on if its address is one of the site that was here before.
 * @param url of the request, without the router's own parameters
 */
export async function redirectIfMoved(url: URL): Promise<void> {
  const target = await findMoved(readDb, url.pathname + url.search);
  // Lists of earlier versions may have one that leads off the site: it is as if there were none.
  const own = target === null ? null : ownAddress(target);
  if (own !== null) throw redirect(own, 301);
}
