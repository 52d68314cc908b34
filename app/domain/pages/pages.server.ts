import type { Db } from "~/db/database.server";
import type { PageLink } from "./pages";

/** The published pages by title, without news, terms and privacy notice. */
export async function listPublishedPages(db: Db): Promise<PageLink[]> {
  const rows = await db
    .selectFrom("pages")
    .select(["id", "title", "address"])
    .where("kind", "=", "page")
    .where("published", "=", 1)
    .orderBy("title")
    .orderBy("id")
    .execute();
  return rows.map(({ id, title, address }) => ({ id, title, path: `/${address}` }));
}
