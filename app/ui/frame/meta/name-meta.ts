import type { MetaDescriptor } from "react-router";
import type { NameFolder } from "~/domain/catalogue/names/name-address";
import type { NamedRow } from "~/domain/kit/master-data";
import { booksInWords, headingOf, type NameBooks, type NamePage } from "~/domain/catalogue/names/name-pages";
import { nameData } from "~/domain/catalogue/names/structured-name";
import { pictureJpeg, pictureSource } from "~/domain/shop/pictures/pictures";
import { pageMeta } from "./page-meta";
import type { Matches } from "./page-title";

/** The head of the page of an author, a publisher, a series or a language. */
export function nameMeta(
  matches: Matches,
  page: NameBooks & {
    folder: NameFolder;
    name: NamedRow;
    about: NamePage;
    /** Canonical; null: not to be indexed. */
    path: string | null;
    /** The preview of the first book's link, for a name without a picture. */
    preview: { path: string; alt: string } | null;
  },
): MetaDescriptor[] {
  const { folder, name, about, count, books, preview } = page;
  const heading = headingOf(folder, name);
  const number = page.page > 0 ? `, page ${page.page + 1}` : "";
  const titles = books.map(({ title }) => title).join(", ");
  const picture = about.picture ? pictureOf(about.picture) : preview;
  return pageMeta(matches, {
    title: heading + number,
    description: about.text || `${heading}: ${booksInWords(count)}${number}. ${titles}`,
    path: page.path,
    ...(picture && { picture }),
    data: import.meta.env.SSR ? ({ origin }) => nameData(page, origin) : undefined,
  });
}

/** The widest that image-worker.mjs makes the JPEG of a picture. */
const JPEG_WIDTH = 1200;

function pictureOf({ file, alt }: NonNullable<NamePage["picture"]>) {
  const source = pictureSource(file);
  if (!source) return null;
  const scale = Math.min(1, JPEG_WIDTH / source.width);
  const [width, height] = [Math.round(source.width * scale), Math.round(source.height * scale)];
  return { path: pictureJpeg(file), alt, width, height };
}
