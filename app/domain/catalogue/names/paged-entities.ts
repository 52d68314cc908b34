import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { NAME_FOLDERS, type NameFolder } from "./name-address";

/** The entities whose names have a page in the store. */
export const NAME_PAGES = {
  authors: MASTER_DATA.author,
  publishers: MASTER_DATA.publisher,
  series: MASTER_DATA.series,
  languages: MASTER_DATA.language,
} as const satisfies Record<NameFolder, MasterDataEntity>;

export type PagedEntity = (typeof NAME_PAGES)[NameFolder];

/** Whether the entity's names have pages in the store. */
export const hasPages = (entity: MasterDataEntity): entity is PagedEntity =>
  NAME_FOLDERS.some((folder) => folder === entity.table);

/** The first part of the addresses of an entity's pages. */
export const folderOf = ({ table }: PagedEntity): NameFolder => table;
