import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For the layouts around the list: changing a filter changes nothing in them, so nothing is asked of the server and
 * a broken connection shows in the list alone.
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
