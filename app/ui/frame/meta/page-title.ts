import type { RootData } from "~/page-data/root-data";

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The root's data, for `meta`; undefined when it could not be loaded. */
export function rootOf(matches: Matches): RootData | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
}

/** For `meta`: "Gora · Kitab", or the shop's name alone. */
export function pageTitle(matches: Matches, title?: string): string {
  return [title, rootOf(matches)?.shop.name].filter(Boolean).join(" · ");
}
