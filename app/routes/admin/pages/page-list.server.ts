import { readDb } from "~/db/shop-database.server";
import { countOpenMessages } from "~/domain/front/pages/staff-messages.server";
import { parsePageSearch } from "~/domain/front/pages/staff-pages";
import { listPages } from "~/domain/front/pages/staff-pages.server";

/** What `PageList` shows of pages or news. */
export async function readPageList(kind: "page" | "news", url: URL) {
  const search = parsePageSearch(url.searchParams);
  return {
    search,
    list: await listPages(readDb, kind, search),
    openMessages: await countOpenMessages(readDb),
  };
}
