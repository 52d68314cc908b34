import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/kit/dates";
import { googleFeed } from "~/domain/book-files/feeds/google-feed.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/google-feed";

/** /feeds/google.xml: the visible books, for Google Merchant Center. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = getRequestSession(context);
  return siteFile(request, {
    // Pre-orders end on their day.
    key: `google ${indianDate(new Date())} ${origin}`,
    type: "application/xml; charset=utf-8",
    make: () => googleFeed(readDb, origin),
  });
}
