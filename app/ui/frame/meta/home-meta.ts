import type { MetaDescriptor } from "react-router";
import { shopData } from "~/domain/catalogue/books/record/structured-data/structured-data";
import { pageMeta } from "./page-meta";
import type { Matches } from "./page-title";

export function homeMeta(matches: Matches): MetaDescriptor[] {
  return pageMeta(matches, {
    title: "",
    description: "Novels, poetry, plays and children's books from the languages of India.",
    path: "/",
    hasFeed: true,
    data: import.meta.env.SSR ? ({ origin, shop }) => shopData({ origin, name: shop.name }) : undefined,
  });
}
