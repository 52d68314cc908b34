import { XML_HEAD } from "~/platform/xml";
import { atomElement, atomLink } from "../catalogue/feed";
import { indianDayStart } from "../dates";
import type { NewsItem } from "./pages";

/**
 * The latest news as an Atom feed (RFC 4287).
 * @param news newest first @param made the feed's date if there is none
 */
export function newsFeed(news: NewsItem[], shop: { origin: string; name: string }, made: Date): string {
  const self = `${shop.origin}/news.xml`;
  const updated =
    news
      .map((item) => item.changedAt)
      .sort()
      .at(-1) ?? made.toISOString();
  return [
    XML_HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">\n',
    atomElement("id", self),
    atomElement("title", `News from ${shop.name}`),
    atomElement("updated", updated),
    `<author>${atomElement("name", shop.name)}</author>\n`,
    atomLink("self", self, "application/atom+xml"),
    atomLink("alternate", `${shop.origin}/news`, "text/html"),
    ...news.map((item) => entry(item, shop.origin)),
    "</feed>\n",
  ].join("");
}

/** The id does not change with the address (RFC 4287, 4.2.6). */
function entry({ id, title, path, postedOn, changedAt, summary }: NewsItem, origin: string): string {
  return [
    "<entry>\n",
    atomElement("id", `${origin}/news#${id}`),
    atomElement("title", title),
    atomElement("published", indianDayStart(postedOn).toISOString()),
    atomElement("updated", changedAt),
    atomLink("alternate", origin + path, "text/html"),
    atomElement("summary", summary),
    "</entry>\n",
  ].join("");
}
