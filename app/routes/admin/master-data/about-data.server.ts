import { readDb } from "~/db/shop-database.server";
import { folderOf, hasPages } from "~/domain/catalogue/names/paged-entities";
import type { MasterDataEntity, NamedRow } from "~/domain/kit/master-data";
import { findNamePath } from "~/domain/catalogue/names/name-books.server";
import type { NamePage } from "~/domain/catalogue/names/name-pages";
import { readNamePage } from "~/domain/catalogue/names/name-pages.server";
import { readParam } from "~/domain/kit/search-params";
import { rowOf } from "./name-data.server";

/** The panel of ?about=12: what is told about a name on its page in the store. */
export interface AboutData {
  row: NamedRow;
  page: NamePage;
  /** Where the page is; null: it has none yet. */
  path: string | null;
  hasPicture: boolean;
}

/** @returns null without an id in the URL, and for names that have no pages */
export async function readAbout(entity: MasterDataEntity, url: URL): Promise<AboutData | null> {
  const typed = readParam(url.searchParams, "about");
  if (typed === null || !hasPages(entity)) return null;
  const row = await rowOf(entity, url, typed, "about");
  return {
    row,
    page: await readNamePage(readDb, entity, row.id),
    path: await findNamePath(readDb, folderOf(entity), row.id),
    hasPicture: entity.key === "author",
  };
}
