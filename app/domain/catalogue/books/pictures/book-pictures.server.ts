import type { Db } from "~/db/database.server";
import type { BookDetails } from "../lists/catalogue";
import { perCatalogueVersion } from "../lists/catalogue-memo.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { coverSize } from "~/domain/kit/images/cover-preview.server";
import { linkPreviewName } from "./link-preview.server";

/**
 * The pictures that a book's page gives to other programs: the link preview and the cover as a JPEG. Both are made
 * when they are first requested.
 * @returns paths on this site; null when the book has no cover or its file is missing
 */
export async function bookPictures(
  db: Db,
  coversDir: string,
  book: BookDetails,
): Promise<{ preview: string; cover: string } | null> {
  const { shopName, accent } = await perCatalogueVersion(db, "settings", () => readSettings(db));
  const preview = linkPreviewName(book, shopName, accent);
  if (!book.cover || !preview || !(await coverSize(coversDir, book.cover))) return null;
  return {
    preview: `/previews/${preview}`,
    cover: `/coverpages/${book.cover.replace(/\.webp$/, "-640.jpg")}`,
  };
}
