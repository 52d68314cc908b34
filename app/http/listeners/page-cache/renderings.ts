import { MOST_RENDERINGS, type PageStore } from "./page-store.server";

/**
 * Renders each page for a store once: who asks for it meanwhile waits for the same rendering.
 * @returns `find`: the page, from the store or rendered; null when it cannot be stored, or too many are being rendered
 */
export function renderings<Page>(store: PageStore<Page>) {
  const underway = new Map<string, Promise<Page | null>>();
  /** Renderings that have begun, also of pages that are outdated by now. */
  let running = 0;

  return {
    /** What is being rendered is outdated. */
    forget: () => underway.clear(),

    /** @param isPlain of an address without parameters @param render gives null for an answer that cannot be stored */
    find(key: string, isPlain: boolean, render: () => Promise<Page | null>): Promise<Page | null> {
      const begun = store.find(key) ?? underway.get(key);
      if (begun) return Promise.resolve(begun);
      if (running >= MOST_RENDERINGS) return Promise.resolve(null);
      running += 1;
      const renderedAt = store.state();
      const rendering = render()
        .then((page) => {
          if (page) store.add(key, page, isPlain, renderedAt);
          return page;
        })
        .finally(() => {
          running -= 1;
          if (underway.get(key) === rendering) underway.delete(key);
        });
      underway.set(key, rendering);
      return rendering;
    },
  };
}
