import { parseId } from "../../kit/ids";
import { bookIdOf, slugOf } from "../books/book-address";

// Imports no schemas: every book's page needs these addresses, and each script counts on a first visit.

/** The names that have a page in the store, by the first part of its address, which is also the name of their table. */
export const NAME_LABELS = {
  authors: "Author",
  publishers: "Publisher",
  series: "Series",
  languages: "Language",
} as const;

/** The first part of the address. */
export type NameFolder = keyof typeof NAME_LABELS;

export const NAME_FOLDERS = Object.keys(NAME_LABELS) as NameFolder[];

/** The canonical path of a name's page, e.g. "/authors/12-rabindranath-tagore". Its id alone finds the name. */
export function namePath(folder: NameFolder, { id, name }: { id: number; name: string }): string {
  const slug = slugOf(name);
  return `/${folder}/${id}${slug && "-"}${encodeURIComponent(slug)}`;
}

/** @param pathname of any address @returns null for one that is not that of a name's page */
export function nameIn(pathname: string): { folder: NameFolder; id: number } | null {
  const [, folder = "", part = "", ...more] = pathname.split("/");
  const id = parseId(bookIdOf(part));
  const known = NAME_FOLDERS.find((one) => one === folder);
  return known && id !== null && more.length === 0 ? { folder: known, id } : null;
}
