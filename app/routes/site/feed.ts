import { readDb } from "~/db/shop-database.server";
import { booksFeed } from "~/domain/catalogue/books/lists/feed";
import { newBooks } from "~/domain/catalogue/books/lists/feed.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/feed";

/** /feed.xml: the newest books, for feed readers. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = getRequestSession(context);
  return siteFile(request, {
    key: `feed ${origin}`,
    type: "application/atom+xml; charset=utf-8",
    async *make() {
      const { shopName } = await readSettings(readDb);
      yield booksFeed(await newBooks(readDb), { origin, name: shopName }, new Date());
    },
  });
}
