import { z } from "zod";
import { readDb } from "~/db/shop-database.server";
import { pagingJson, pagingSchema } from "~/domain/kit/listing/paging.schema";
import { NEWS_A_PAGE } from "~/domain/front/pages/pages";
import {
  addressParam,
  newsItemJson,
  newsItemToJson,
  newsPostJson,
  newsPostToJson,
  pageJson,
  pageLinkJson,
  pageLinkToJson,
  pageToJson,
} from "~/domain/front/pages/pages.json.ts";
import { findPage, listNews, listPublishedPages } from "~/domain/front/pages/pages.server";
import { notFound, operation } from "~/api/operation.server";

const tag = "Pages and news";
const access = "anyone";
const params = z.object({ address: addressParam });
const MOST = 100;

/** The shop's own pages and news, as visitors see them: no drafts, and news from their day on. */
export const pages = [
  operation({
    method: "GET",
    path: "/pages",
    tag,
    summary: "The shop's own pages",
    description: "By title. Terms and privacy notice are not among them.",
    access,
    answer: z.array(pageLinkJson),
    async handle() {
      return (await listPublishedPages(readDb)).map(pageLinkToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/pages/{address}",
    tag,
    summary: "A page with its text",
    access,
    params,
    answer: pageJson,
    async handle({ params: { address } }) {
      return pageToJson((await findPage(readDb, "page", address)) ?? notFound("Page not found"));
    },
  }),

  operation({
    method: "GET",
    path: "/news",
    tag,
    summary: "The shop's news",
    description: `The newest first, ${NEWS_A_PAGE} at a time by default.`,
    access,
    query: pagingSchema(MOST, NEWS_A_PAGE),
    answer: z.object({ data: z.array(newsItemJson), ...pagingJson }).meta({ id: "NewsPage" }),
    async handle({ query: { page, pageSize } }) {
      const { items, count, pageCount } = await listNews(readDb, page + 1, { size: pageSize });
      return {
        // A page past the end is empty, for clients that read until an empty page.
        data: page < pageCount ? items.map(newsItemToJson) : [],
        count,
        nextPage: page + 1 < pageCount ? page + 1 : null,
      };
    },
  }),

  operation({
    method: "GET",
    path: "/news/{address}",
    tag,
    summary: "A post of the news with its text",
    access,
    params,
    answer: newsPostJson,
    async handle({ params: { address } }) {
      return newsPostToJson((await findPage(readDb, "news", address)) ?? notFound("News not found"));
    },
  }),
];
