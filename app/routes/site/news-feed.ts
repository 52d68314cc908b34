import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/kit/dates";
import { newsFeed } from "~/domain/front/pages/news-feed";
import { latestNews } from "~/domain/front/pages/pages.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/news-feed";

/** /news.xml: the latest news, for feed readers. News appear on their day, so the day is part of the key. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = getRequestSession(context);
  const now = new Date();
  return siteFile(request, {
    key: `news ${indianDate(now)} ${origin}`,
    type: "application/atom+xml; charset=utf-8",
    async *make() {
      const { shopName } = await readSettings(readDb);
      yield newsFeed(await latestNews(readDb, now), { origin, name: shopName }, now);
    },
  });
}
