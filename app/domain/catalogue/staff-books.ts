import type { Book } from "./book";
import { readParam } from "../search-params";

/** The columns of the back office's list that can be sorted by, as its URL names them. */
export const STAFF_SORTS = ["title", "languageName", "publisherName", "price", "stock"] as const;
export type StaffSort = (typeof STAFF_SORTS)[number];

export interface StaffFilters {
  /** Only books at or below the low-stock mark of the settings. */
  lowStock: boolean;
  /** null: both. */
  visibility: "visible" | "hidden" | null;
}

/** Reads `stock=low` and `visibility=visible|hidden`; anything else counts as absent. */
export function parseStaffFilters(params: URLSearchParams): StaffFilters {
  const visibility = readParam(params, "visibility");
  return {
    lowStock: readParam(params, "stock") === "low",
    visibility: visibility === "visible" || visibility === "hidden" ? visibility : null,
  };
}

/** Said when a book was hidden or shown. */
export const visibilityChanged = (title: string, hidden: boolean) =>
  hidden ? `"${title}" is hidden from the store` : `"${title}" is shown in the store`;

/** What the back office's list shows of a book. Money in paise. */
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

/** A book as its form needs it, hidden or not. */
export interface EditableBook extends Book {
  featured: boolean;
  hidden: boolean;
  /** Rises with each edit by staff; sales leave it alone. */
  version: number;
}
