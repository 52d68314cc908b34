import { formatCount } from "~/domain/kit/counts";
import { roleLabel } from "../books/record/contributor-roles";
import type { BookCard, SortOrder } from "../books/lists/catalogue";
import { type NameFolder, namePath } from "./name-address";
import type { NamedRow } from "~/domain/kit/master-data";

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

/** The order of a name's books when the URL has none. */
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

/** The address for search engines. A sorted list, or one of a single role, has that of the whole list's first page. */
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

/** What a card on an author's page says of a book that the author did not write, such as 'Translator'. */
export const roleNote = (roles: string[]) => roles.map(roleLabel).join(", ");
/** A book's number in its series for people: 'Book 2', or a text such as 'Part One' as it is. */
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
