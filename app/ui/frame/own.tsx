import { type ComponentPropsWithoutRef, createContext, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { inHtml, type Own, OWN_BLOCK, type OwnTexts, ownTexts } from "~/page-data/own-texts";
import type { RootData } from "~/page-data/root-data";

/** While the server renders a page that many will get: what stands in the places of each one's texts, and in the block. */
export const OwnPlaces = createContext<(OwnTexts & { block: string }) | null>(null);

let block: Own | undefined;

/** Of a cached page, as the browser got it. */
const readBlock = () => (block ??= JSON.parse(document.getElementById(OWN_BLOCK)!.textContent) as Own);

/** What the page shows of its visitor alone. */
export function useOwn(): Own {
  const root = useRouteLoaderData<RootData>("root");
  if (root?.isShared && !import.meta.env.SSR) return readBlock();
  const { cartCount = 0, wishlistCount = 0, account } = root ?? {};
  return { firstName: account?.firstName ?? "", cartCount, wishlistCount, mark: account?.mark ?? "" };
}

/** One of these texts as HTML; React neither writes it nor compares it with what the server wrote. */
export function useOwnHtml(own: Own, of: keyof OwnTexts): string {
  return useContext(OwnPlaces)?.[of] ?? inHtml(ownTexts(own)[of]);
}

/** An element with one of these texts. */
export function OwnText({
  own,
  of,
  ...rest
}: { own: Own; of: keyof OwnTexts } & ComponentPropsWithoutRef<"span">) {
  return (
    <span {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: useOwnHtml(own, of) }} />
  );
}

/** The block of a page that many get; its scripts read it. */
export function OwnBlock() {
  return (
    <script
      id={OWN_BLOCK}
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: useContext(OwnPlaces)?.block ?? "" }}
    />
  );
}
