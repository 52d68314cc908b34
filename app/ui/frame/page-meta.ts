import { bookPath } from "~/domain/catalogue/book-address";
import type { MetaDescriptor } from "react-router";
import { type BookDetails, type CatalogueFilters, listTitle } from "~/domain/catalogue/catalogue";
import { canonicalList } from "~/domain/catalogue/list-address";
import { pictureJpeg } from "~/domain/pictures/pictures";
import { bookData, shopData } from "~/domain/catalogue/structured-data";
import { type OfferRules, offerTerms } from "~/domain/checkout/offer-terms";
import type { Edition } from "~/domain/catalogue/editions";
import { shortText } from "~/domain/short-text";
import type { RootData } from "~/page-data/root-data";
import { type Matches, pageTitle, rootOf } from "./page-title";

// What search engines and link previews read on the store's pages.

const DESCRIPTION_LENGTH = 160;

/** The size that every network shows whole. */
const PICTURE = { width: 1200, height: 630 };

interface Picture {
  /** Below the shop's origin. */
  path: string;
  alt: string;
  /** In pixels, if it has not the size above. */
  width?: number;
  height?: number;
}

interface PageFacts {
  /** Empty: the shop's name alone. */
  title: string;
  /** Cut to the length that result pages show. */
  description: string;
  /** The canonical path of the page's variants; null: the page is not to be indexed. */
  path: string | null;
  kind?: "website" | "book";
  /** The shop's logo by default. */
  picture?: Picture;
  /** Whether the page links to the feed of new books. */
  hasFeed?: boolean;
  /** JSON-LD, only in the server's HTML, where search engines read it. Keeps its code out of the browser's scripts. */
  data?: (root: RootData) => Record<string, unknown>;
}

/** The head of a public page: title, description, canonical link, Open Graph, structured data. */
export function pageMeta(matches: Matches, page: PageFacts): MetaDescriptor[] {
  const root = rootOf(matches);
  const title = pageTitle(matches, page.title);
  const description = shortText(page.description, DESCRIPTION_LENGTH);
  const named: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (!root) return named;
  const { origin, shop } = root;
  if (page.path === null) return [...named, { name: "robots", content: "noindex" }];

  const url = origin + page.path;
  const picture: Picture = page.picture ?? {
    path: "/icons/preview.png",
    alt: `The mark of ${shop.name}: an open book`,
  };
  const og = (property: string, content: string | number) => ({
    property: `og:${property}`,
    content: String(content),
  });
  return [
    ...named,
    { tagName: "link", rel: "canonical", href: url },
    ...(page.hasFeed
      ? [
          {
            tagName: "link",
            rel: "alternate",
            type: "application/atom+xml",
            title: "New books",
            href: "/feed.xml",
          },
        ]
      : []),
    og("site_name", shop.name),
    og("type", page.kind ?? "website"),
    og("locale", "en_IN"),
    og("title", page.title || shop.name),
    og("description", description),
    og("url", url),
    og("image", origin + picture.path),
    og("image:width", picture.width ?? PICTURE.width),
    og("image:height", picture.height ?? PICTURE.height),
    og("image:alt", picture.alt),
    // The card takes everything else from Open Graph.
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.data ? [{ "script:ld+json": page.data(root) } as MetaDescriptor] : []),
  ];
}

export function homeMeta(matches: Matches): MetaDescriptor[] {
  return pageMeta(matches, {
    title: "",
    description: "Novels, poetry, plays and children's books from the languages of India.",
    path: "/",
    hasFeed: true,
    data: import.meta.env.SSR ? ({ origin, shop }) => shopData({ origin, name: shop.name }) : undefined,
  });
}

/** @param list the list that the page shows; `page` 0 is the first */
export function listMeta(
  matches: Matches,
  list: { filters: CatalogueFilters; page: number; count: number },
): MetaDescriptor[] {
  const title = listTitle(list.filters);
  const page = list.page > 0 ? `, page ${list.page + 1}` : "";
  const books = list.count === 1 ? "1 book" : `${list.count} books`;
  return pageMeta(matches, {
    title: title + page,
    description: `${title}: ${books}${page}. Browse by category, price and rating.`,
    path: canonicalList(list),
    hasFeed: true,
  });
}

/**
 * @param page.pictures below the shop's origin: the preview of the book's link and its cover as a JPEG; null without a
 * cover
 */
export function bookMeta(
  matches: Matches,
  page: {
    book: BookDetails;
    pictures: { preview: string; cover: string } | null;
    isbn13: string | null;
    languageTag: string | null;
    offer: OfferRules;
    editions: Edition[];
  },
): MetaDescriptor[] {
  const { book, pictures, isbn13, languageTag, offer, editions } = page;
  const authors = shortText(book.authors.map((author) => author.name).join(", "), 80);
  return pageMeta(matches, {
    title: authors ? `${book.title} by ${authors}` : book.title,
    description: book.brief,
    path: bookPath(book),
    kind: "book",
    ...(pictures ? { picture: { path: pictures.preview, alt: `Cover of ${book.title}` } } : {}),
    data: import.meta.env.SSR
      ? ({ origin, shop }) =>
          bookData(book, {
            origin,
            shopName: shop.name,
            image: origin + (pictures?.cover ?? "/icons/preview.png"),
            further: book.pictures.map(({ file }) => origin + pictureJpeg(file)),
            isbn13,
            languageTag,
            editions,
            terms: offerTerms(offer, book.salePrice ?? book.price),
          })
      : undefined,
  });
}
