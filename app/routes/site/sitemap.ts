import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { NAME_FOLDERS, type NameFolder } from "~/domain/catalogue/names/name-address";
import { sitemap } from "~/domain/catalogue/books/lists/sitemap.server";
import { indianDate } from "~/domain/kit/dates";
import { shownPaths } from "~/domain/front/pages/pages.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/sitemap";
import { readParam } from "~/domain/kit/search-params";

const PART = new RegExp(`^(?:pages|${NAME_FOLDERS.join("|")}|[1-9]\\d{0,8})$`);

/** /sitemap.xml; in a large shop an index of its parts (?part=pages, ?part=authors, ?part=1 …). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { origin } = getRequestSession(context);
  const requested = readParam(url.searchParams, "part");
  if (requested !== null && !PART.test(requested)) throw data(null, { status: 404 });
  const isNumber = requested !== null && /^\d/.test(requested);
  const part = isNumber ? Number(requested) : (requested as "pages" | NameFolder | null);
  const own = await shownPaths(readDb);
  const xml = await sitemap(readDb, { origin, part, own });
  if (!xml) throw data(null, { status: 404 });
  return siteFile(request, {
    // News appear on their day.
    key: `sitemap ${part} ${indianDate(new Date())} ${origin}`,
    type: "application/xml; charset=utf-8",
    make: () => xml,
  });
}
