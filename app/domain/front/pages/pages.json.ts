import { z } from "zod";
import { renderMarkdown } from "~/platform/markdown.server";
import { pictureSource } from "~/domain/shop/pictures/pictures";
import { ADDRESS, ADDRESS_MAX } from "./addresses";
import type { NewsItem, PageLink, ShownPage } from "./pages";
import { pageDescription } from "./pages.server";

/** The last part of a page's or post's path. */
export const addressParam = z
  .string()
  .max(ADDRESS_MAX)
  .regex(ADDRESS)
  .meta({ examples: ["about"], param: { example: "about" } });

const address = z.string().meta({ description: "For the call that reads it.", examples: ["about"] });
const path = z.string().meta({ description: "Its path in the store.", examples: ["/about"] });
const title = z.string().meta({ examples: ["About us"] });
const changedAt = z.string().meta({ description: "When visitors last saw it change.", format: "date-time" });
const html = z.string().meta({
  description: "The text as safe HTML. Its links and pictures within the shop are paths, such as /books.",
  examples: ["<p>We publish books.</p>"],
});
const description = z.string().meta({ description: "A sentence or two.", examples: ["We publish books."] });

export const pageLinkJson = z.object({ address, path, title }).meta({ id: "PageLink" });

export const pageJson = z
  .object({ address, path, title, description, html, hasContactForm: z.boolean(), changedAt })
  .meta({ id: "Page" });

const pictureJson = z
  .object({
    src: z.string().meta({ description: "Its path.", examples: ["/coverpages/picture.webp"] }),
    width: z.number().int(),
    height: z.number().int(),
    alt: z.string(),
  })
  .meta({ id: "Picture" });

const newsFields = {
  address,
  path,
  title,
  postedOn: z.string().meta({ description: "The day in India.", format: "date", examples: ["2026-11-22"] }),
  description,
  picture: pictureJson.nullable(),
  changedAt,
};

export const newsItemJson = z.object(newsFields).meta({ id: "NewsItem" });
export const newsPostJson = z.object({ ...newsFields, html }).meta({ id: "NewsPost" });

const addressOf = (ofPage: { path: string }) => ofPage.path.split("/").at(-1)!;

/** Address and title of one of the shop's own pages. */
export const pageLinkToJson = (page: PageLink): z.input<typeof pageLinkJson> => ({
  address: addressOf(page),
  path: page.path,
  title: page.title,
});

/** One of the shop's own pages, its text as HTML. */
export const pageToJson = (page: ShownPage): z.input<typeof pageJson> => ({
  address: addressOf(page),
  path: page.path,
  title: page.title,
  description: pageDescription(page),
  html: renderMarkdown(page.body),
  hasContactForm: page.hasContactForm,
  changedAt: page.changedAt,
});

function pictureToJson(picture: ShownPage["picture"]): z.input<typeof pictureJson> | null {
  const source = picture && pictureSource(picture.file);
  return source ? { src: source.src, width: source.width, height: source.height, alt: picture.alt } : null;
}

/** A post in the list of news. */
export const newsItemToJson = (item: NewsItem): z.input<typeof newsItemJson> => ({
  address: addressOf(item),
  path: item.path,
  title: item.title,
  postedOn: item.postedOn,
  description: item.summary,
  picture: pictureToJson(item.picture),
  changedAt: item.changedAt,
});

/** A post with its text as HTML. */
export const newsPostToJson = (post: ShownPage): z.input<typeof newsPostJson> => ({
  ...newsItemToJson({ ...post, postedOn: post.postedOn!, summary: pageDescription(post) }),
  html: renderMarkdown(post.body),
});
