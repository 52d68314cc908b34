import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For the layouts around the list: filters change nothing in them, so they need no new data, and a broken connection shows
 * only in the list.
 */
export function notWhileFiltering({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isFiltering =
    !formMethod &&
    currentUrl.pathname === "/books" &&
    nextUrl.pathname === "/books" &&
    currentUrl.search !== nextUrl.search;
  return isFiltering ? false : defaultShouldRevalidate;
}
