import { atomFeed } from "~/platform/atom";
import { indianDayStart } from "~/domain/kit/dates";
import type { NewsItem } from "./pages";

/**
 * The latest news as an Atom feed.
 * @param news newest first @param made the feed's date if there is none
 */
export function newsFeed(news: NewsItem[], shop: { origin: string; name: string }, made: Date): string {
  const { origin, name } = shop;
  return atomFeed({
    self: `${origin}/news.xml`,
    title: `News from ${name}`,
    page: `${origin}/news`,
    author: name,
    entries: news.map((item) => ({
      // Stays the same when the address changes.
      id: `${origin}/news#${item.id}`,
      title: item.title,
      published: indianDayStart(item.postedOn).toISOString(),
      updated: item.changedAt,
      page: origin + item.path,
      summary: item.summary,
    })),
    made,
  });
}
