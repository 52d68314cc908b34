import type { RootData } from "~/root";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** For `meta`: "Gora · Kitab", or the shop's name alone. */
export function pageTitle(matches: Matches, title?: string): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  return [title, root?.shop.name].filter(Boolean).join(" · ");
}
