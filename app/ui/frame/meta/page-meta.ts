import type { MetaDescriptor } from "react-router";
import { shortText } from "~/domain/kit/short-text";
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
  if (page.path === null) return [...named, { name: "robots", content: "noindex" }];

  return [
    ...named,
    { tagName: "link", rel: "canonical", href: root.origin + page.path },
    ...(import.meta.env.SSR ? previewOf(page, root, description) : []),
    ...(page.data ? [{ "script:ld+json": page.data(root) } as MetaDescriptor] : []),
  ];
}

/** The feed, and what a link to the page looks like elsewhere. Only the server's HTML has it: who reads it runs no scripts. */
function previewOf(page: PageFacts, { origin, shop }: RootData, description: string): MetaDescriptor[] {
  const picture: Picture = page.picture ?? {
    path: "/icons/preview.png",
    alt: `The mark of ${shop.name}: an open book`,
  };
  const og = (property: string, content: string | number) => ({
    property: `og:${property}`,
    content: String(content),
  });
  return [
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
    og("url", origin + page.path),
    og("image", origin + picture.path),
    og("image:width", picture.width ?? PICTURE.width),
    og("image:height", picture.height ?? PICTURE.height),
    og("image:alt", picture.alt),
    // The card takes everything else from Open Graph.
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
