import { isFormUnderway } from "./connection";

const BOOK = /^\/books\/\d/;
/** From the request for a page like a book's to its last byte. */
const SLOW_MS = 300;

/**
 * On a slow line the browser follows a link to the first book, as it would without scripts: that page is painted while it
 * arrives, with its styles in it, and so before its data, script and stylesheet would be there and rendered
 * (`npm run bench:phone`). On a fast line the router is quicker, and where a book's page is shown its script is there.
 */
export function followPlainlyWhenSlow() {
  addEventListener("click", (event) => isForBrowser(event.target) && event.stopPropagation(), {
    capture: true,
  });
}

function isForBrowser(target: EventTarget | null): boolean {
  const link = target instanceof Element && target.closest("a");
  if (!link || link.origin !== location.origin || !BOOK.test(link.pathname)) return false;
  // A new document would break off a form; without a connection the router keeps the page.
  return !BOOK.test(location.pathname) && navigator.onLine && isSlow() && !isFormUnderway();
}

/** By what the browser knows of the line; where it does not tell, by how long this page took to come. */
function isSlow(): boolean {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  if (connection) return connection.effectiveType !== "4g";
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page !== undefined && page.transferSize > 0 && page.responseEnd - page.requestStart > SLOW_MS;
}
