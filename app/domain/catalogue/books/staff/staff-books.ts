import type { Book } from "../book";
import type { RecordValues } from "../record/book-record";
import type { Forthcoming } from "../sale/sale";
import { MASTER_DATA, type MasterDataEntity, usedBy } from "~/domain/kit/master-data";
import { readParam, readId } from "~/domain/kit/search-params";

/** The sortable columns of the back office's list, as named in its URL. */
export const STAFF_SORTS = ["title", "languageName", "publisherName", "price", "stock"] as const;
export type StaffSort = (typeof STAFF_SORTS)[number];

export interface StaffFilters {
  /** Only books at or below the low-stock mark of the settings. */
  lowStock: boolean;
  /** null: both. */
  visibility: "visible" | "hidden" | null;
  /** Only books that are not out yet, or whose publication date has come while none is in stock; null: all. */
  release?: "coming" | "overdue" | null;
  /** Only books that name this author, publisher, series, tag or language in any way. */
  of?: { entity: MasterDataEntity; id: number } | null;
}

const BOOK_NAMES = Object.values<MasterDataEntity>(MASTER_DATA).filter(
  (entity) => usedBy(entity) === "books",
);

/** Reads e.g. `author=12`; the first one that the address has. */
function parseNamed(params: URLSearchParams): StaffFilters["of"] {
  for (const entity of BOOK_NAMES) {
    const id = readId(params, entity.key);
    if (id !== null) return { entity, id };
  }
  return null;
}

/** Reads `stock=low`, `visibility=visible|hidden`, `release=coming|overdue`, and e.g. `author=12`; others are ignored. */
export function parseStaffFilters(params: URLSearchParams): StaffFilters {
  const visibility = readParam(params, "visibility");
  const release = readParam(params, "release");
  return {
    lowStock: readParam(params, "stock") === "low",
    visibility: visibility === "visible" || visibility === "hidden" ? visibility : null,
    release: release === "coming" || release === "overdue" ? release : null,
    of: parseNamed(params),
  };
}

/** The message after a book was hidden or shown. */
export const visibilityChanged = (title: string, hidden: boolean) =>
  hidden ? `"${title}" is hidden from the store` : `"${title}" is shown in the store`;

/** The fields of a book in the back office's list. Money in paise. */
export interface StaffBook {
  id: number;
  title: string;
  language: string;
  publisher: string;
  authors: string[];
  tags: string[];
  price: number;
  salePrice: number | null;
  stock: number;
  hidden: boolean;
  cover: string | null;
  /** Only of a book that is not out yet. */
  forthcoming?: Forthcoming;
  /** Its publication date has come, it is still called forthcoming, and none is in stock. */
  isOverdue: boolean;
  /** Copies in pre-orders that have not left the shop, and how many there may be; null: none. */
  preordered: number;
  preorderLimit: number | null;
}

/** A book with the fields of its form. */
export interface EditableBook extends Book, RecordValues {
  featured: boolean;
  hidden: boolean;
  /** Copies in pre-orders that have not left the shop. */
  preordered: number;
  /** Rises with each edit by staff, but not with sales. */
  version: number;
}
