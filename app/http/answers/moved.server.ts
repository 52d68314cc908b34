import { redirect } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { findMoved } from "~/domain/old-addresses/old-addresses.server";

/**
 * For a page that is not there: leads on if its address is one of the site that was here before.
 * @param url of the request, without the router's own parameters
 */
export async function leadOnIfMoved(url: URL): Promise<void> {
  const target = await findMoved(readDb, url.pathname + url.search);
  if (target !== null) throw redirect(target, 301);
}
