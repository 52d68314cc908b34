import type { MetaDescriptor } from "react-router";
import { breadcrumbs } from "~/domain/catalogue/books/record/structured-data/structured-data";
import { pictureJpeg, pictureSource } from "~/domain/shop/pictures/pictures";
import type { ShownPage } from "~/domain/front/pages/pages";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import type { Matches } from "~/ui/frame/meta/page-title";

/** The feed of news, linked from the pages that show some. */
export const NEWS_FEED: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/atom+xml",
  title: "News",
  href: "/news.xml",
};

/** The width of a picture's JPEG at most (platform/image-worker.mjs). */
const JPEG_WIDTH = 1200;

/** The head of one of the shop's own pages, or of a post of its news. A draft is not for search engines. */
export function ownPageMeta(
  matches: Matches,
  page: Omit<ShownPage, "body"> & { description: string },
): MetaDescriptor[] {
  const { title, path, postedOn, changedAt, description, picture } = page;
  const metas = pageMeta(matches, {
    title: page.searchTitle || title,
    description,
    path: page.isPublished ? path : null,
    data: import.meta.env.SSR
      ? ({ origin, shop }) => ({
          "@context": "https://schema.org",
          "@graph": [
            ...(postedOn
              ? [
                  {
                    "@type": "BlogPosting",
                    headline: title,
                    url: origin + path,
                    datePublished: postedOn,
                    dateModified: changedAt,
                    ...(picture ? { image: origin + pictureJpeg(picture.file) } : {}),
                    author: { "@type": "Organization", name: shop.name, url: `${origin}/` },
                  },
                ]
              : []),
            breadcrumbs(origin, [
              { name: "Home", path: "/" },
              ...(postedOn ? [{ name: "News", path: "/news" }] : []),
              { name: title, path },
            ]),
          ],
        })
      : undefined,
  });
  const all = postedOn && page.isPublished ? [...metas, NEWS_FEED] : metas;
  return picture && page.isPublished ? withPicture(all, picture, originOf(metas)) : all;
}

/** The origin of the canonical link. */
const originOf = (metas: MetaDescriptor[]) => {
  const link = metas.find((meta) => "rel" in meta && meta.rel === "canonical");
  return link && "href" in link ? new URL(String(link.href)).origin : "";
};

/** Replaces the shop's picture in link previews. */
function withPicture(
  metas: MetaDescriptor[],
  { file, alt }: { file: string; alt: string },
  origin: string,
): MetaDescriptor[] {
  const source = pictureSource(file);
  if (!source) return metas;
  const width = Math.min(source.width, JPEG_WIDTH);
  const height = Math.round((source.height * width) / source.width);
  const og = (property: string, content: string | number) => ({
    property: `og:image${property}`,
    content: String(content),
  });
  return [
    ...metas.filter((meta) => !("property" in meta && String(meta.property).startsWith("og:image"))),
    og("", origin + pictureJpeg(file)),
    og(":width", width),
    og(":height", height),
    og(":alt", alt),
  ];
}
