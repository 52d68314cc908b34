import { parseId } from "../ids";
import { MASTER_DATA, type MasterDataEntity, type NamedRow } from "../master-data/master-data";
import { bookIdOf, slugOf } from "./book-address";

/** The names that have a page in the store, by the first part of its address. */
export const NAME_PAGES = {
  authors: MASTER_DATA.author,
  publishers: MASTER_DATA.publisher,
  series: MASTER_DATA.series,
  languages: MASTER_DATA.language,
} as const;

/** The first part of the address. */
export type NameFolder = keyof typeof NAME_PAGES;
/** An entity that has pages. */
export type PagedEntity = (typeof NAME_PAGES)[NameFolder];

export const NAME_FOLDERS = Object.keys(NAME_PAGES) as NameFolder[];

export const hasPages = (entity: MasterDataEntity): entity is PagedEntity =>
  NAME_FOLDERS.some((folder) => folder === entity.table);

/** The first part of the addresses of an entity's pages. */
export const folderOf = ({ table }: PagedEntity): NameFolder => table;

/** The canonical path of a name's page, e.g. "/authors/12-rabindranath-tagore". Its id alone finds the name. */
export function namePath(folder: NameFolder, { id, name }: NamedRow): string {
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
