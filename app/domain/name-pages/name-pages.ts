import { formatCount } from "../counts";
import { roleLabel } from "../catalogue/contributor-roles";
import type { BookCard, SortOrder } from "../catalogue/catalogue";
import { type NameFolder, namePath } from "../catalogue/name-address";
import type { NamedRow } from "../master-data/master-data";

// The pages of authors, publishers, series and languages in the store.

/** What staff tell about a name on its page. */
export interface NamePage {
  /** The name in its own script. */
  nativeName: string | null;
  /** Plain, in paragraphs; may be empty. */
  text: string;
  website: string | null;
  /** Only of authors. `file` is pictures.file. */
  picture: { id: number; file: string; alt: string } | null;
}

export const EMPTY_PAGE: NamePage = { nativeName: null, text: "", website: null, picture: null };

export const PAGE_SAVED = "The page was saved";

/** How the books can be sorted: as every list, and by their number in the series. */
export const NAME_SORTS = [
  "number",
  "featured",
  "newest",
  "price_asc",
  "price_desc",
  "title",
  "rating",
] as const satisfies readonly (SortOrder | "number")[];
export type NameSort = (typeof NAME_SORTS)[number];

/** Only series have numbers. */
export const sortsOf = (folder: NameFolder): NameSort[] =>
  NAME_SORTS.filter((sort) => sort !== "number" || folder === "series");

/** Which of a name's books are shown. */
export interface NameFilters {
  /** A role of ONIX list 17, of an author; null: all books. */
  role: string | null;
  sort: NameSort;
}

export const defaultNameSort = (folder: NameFolder): NameSort => sortsOf(folder)[0]!;

/** The address of a part of a name's list; defaults are left out. @param page 0 is the first */
export function nameListPath(
  folder: NameFolder,
  name: NamedRow,
  { role, sort }: NameFilters,
  page = 0,
): string {
  const params = new URLSearchParams();
  if (role !== null) params.set("role", role);
  if (sort !== defaultNameSort(folder)) params.set("sort", sort);
  if (page > 0) params.set("page", String(page));
  return `${namePath(folder, name)}${params.size > 0 ? `?${params}` : ""}`;
}

/** A sorted list, or the one of a role, counts for search engines as the first page of the whole list. */
export function canonicalNameList(
  folder: NameFolder,
  name: NamedRow,
  { role, sort }: NameFilters,
  page: number,
) {
  const all = { role: null, sort: defaultNameSort(folder) };
  return nameListPath(folder, name, all, role === null && sort === all.sort ? page : 0);
}

/** The heading, and the title for search engines. */
export const headingOf = (folder: NameFolder, { name }: NamedRow) =>
  folder === "languages" ? `Books in ${name}` : name;

/** E.g. "1 book", "1,200 books". */
export const booksInWords = (count: number) => `${formatCount(count)} ${count === 1 ? "book" : "books"}`;

/** What a card says of its book on the page of an author who did not write it, and of a series. */
export const roleNote = (roles: string[]) => roles.map(roleLabel).join(", ");
export const numberNote = (number: string) => (/^\d/.test(number) ? `Book ${number}` : number);

/** A part of a name's books. */
export interface NameBooks {
  books: BookCard[];
  /** Of the whole list. */
  count: number;
  /** 0 is the first. */
  page: number;
  nextPage: number | null;
}
