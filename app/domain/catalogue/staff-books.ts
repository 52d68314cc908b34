import type { Book } from "./book";
import type { RecordValues } from "./book-record";
import { readParam } from "../search-params";

/** The sortable columns of the back office's list, as named in its URL. */
export const STAFF_SORTS = ["title", "languageName", "publisherName", "price", "stock"] as const;
export type StaffSort = (typeof STAFF_SORTS)[number];

export interface StaffFilters {
  /** Only books at or below the low-stock mark of the settings. */
  lowStock: boolean;
  /** null: both. */
  visibility: "visible" | "hidden" | null;
}

/** Reads `stock=low` and `visibility=visible|hidden`; other values are ignored. */
export function parseStaffFilters(params: URLSearchParams): StaffFilters {
  const visibility = readParam(params, "visibility");
  return {
    lowStock: readParam(params, "stock") === "low",
    visibility: visibility === "visible" || visibility === "hidden" ? visibility : null,
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
}

/** A book with the fields of its form. */
export interface EditableBook extends Book, RecordValues {
  featured: boolean;
  hidden: boolean;
  /** Rises with each edit by staff, but not with sales. */
  version: number;
}
