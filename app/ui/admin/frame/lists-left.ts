import { createContext, useContext } from "react";

/** The lists whose entries have pages of their own: from there one comes back to the same filters, order and page. */
export const LISTS = [
  "/admin/orders",
  "/admin/customers",
  "/admin/pages",
  "/admin/pages/news",
  "/admin/imports",
] as const;

export const LISTS_COOKIE = "lists";
/** A longer search is not remembered. */
const SEARCH_MAX = 500;

/** The search of each list as it was last seen, by its path, e.g. "?status=packed&page=2". */
export type ListsLeft = Readonly<Record<string, string>>;

const isSearch = (value: unknown): value is string =>
  typeof value === "string" && value.length <= SEARCH_MAX && /^\?[\w%&=.+*-]+$/.test(value);

/** @param text of the cookie; anything but what `listsText` writes is left out */
export function parseLists(text: string | undefined): ListsLeft {
  if (!text) return {};
  const params = new URLSearchParams(text.replaceAll(".", "&"));
  return Object.fromEntries(
    LISTS.flatMap((path, place) => {
      const value = params.get(`l${place}`);
      return isSearch(value) ? [[path, value]] : [];
    }),
  );
}

/** The cookie's text: letters, digits, "=", "%" and "." alone. */
export const listsText = (lists: ListsLeft): string =>
  LISTS.flatMap((path, place) =>
    isSearch(lists[path]) ? [`l${place}=${encodeURIComponent(lists[path]).replaceAll(".", "%2E")}`] : [],
  ).join(".");

export const ListsContext = createContext<ListsLeft>({});

/** @returns the address of a list as it was left */
export function useListLeft(): (path: (typeof LISTS)[number]) => string {
  const lists = useContext(ListsContext);
  return (path) => path + (lists[path] ?? "");
}
