import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { nameKey } from "../../catalogue/names/names";
import { emptyBook, type ImportedBook } from "../imported-book";

/** What becomes of the price. The amount is a percentage or rupees. */
export const PRICE_CHANGES = {
  keep: "Leave as it is",
  raise: "Raise by per cent",
  lower: "Lower by per cent",
  set: "Set to rupees",
} as const;

export const SALE_CHANGES = {
  keep: "Leave as it is",
  below: "Set to per cent below the price",
  set: "Set to rupees",
  end: "End the sale",
} as const;

export const STOCK_CHANGES = {
  keep: "Leave as it is",
  add: "Add copies",
  take: "Take copies away",
  set: "Set to copies",
} as const;

export const TAX_CHANGES = {
  keep: "Leave as it is",
  set: "Set to per cent",
  shop: "As in the shop's settings",
} as const;

/** To what a price is rounded that was reckoned by percentage; in paise. */
export const ROUNDINGS = {
  rupee: "A whole rupee",
  five: "5 rupees",
  ten: "10 rupees",
  nine: "An amount that ends in 9",
  paise: "Not at all",
} as const;
export type Rounding = keyof typeof ROUNDINGS;

/** A change of many books, as staff choose it. Amounts in hundredths: paise, or hundredths of a per cent. */
export interface BookEdit {
  price: { how: "raise" | "lower" | "set"; amount: number } | null;
  /** Its dates are plain days in India; empty: at once, and without end. */
  sale: { how: "below" | "set"; amount: number; from: string; until: string } | { how: "end" } | null;
  rounding: Rounding;
  stock: { how: "add" | "take" | "set"; copies: number } | null;
  addTags: string[];
  removeTags: string[];
  publisher: string | null;
  language: string | null;
  /** A percentage as typed; empty: as in the shop's settings. */
  taxRate: string | null;
  featured: boolean | null;
  visible: boolean | null;
}

const HUNDRED_PERCENT = 10_000;

/** @param percent of what `paise` is, in hundredths of a per cent */
const share = (paise: number, percent: number) => Math.round((paise * percent) / HUNDRED_PERCENT);

const nearest = (paise: number, step: number) => Math.round(paise / step) * step;

/** @returns at least the smallest amount of the kind, so that a cheap book does not become free */
function rounded(paise: number, rounding: Rounding): number {
  switch (rounding) {
    case "rupee":
      return Math.max(nearest(paise, 100), 100);
    case "five":
      return Math.max(nearest(paise, 500), 500);
    case "ten":
      return Math.max(nearest(paise, 1000), 1000);
    case "nine":
      return Math.max(nearest(paise - 900, 1000), 0) + 900;
    case "paise":
      return paise;
  }
}

function editedPrice(price: number, { price: change, rounding }: BookEdit): number {
  if (!change) return price;
  if (change.how === "set") return change.amount;
  const percent = HUNDRED_PERCENT + (change.how === "raise" ? change.amount : -change.amount);
  return rounded(share(price, percent), rounding);
}

/** A price so much below another, to a whole rupee. @param percent in hundredths of a per cent */
export const priceBelow = (price: number, percent: number): number =>
  Math.min(rounded(share(price, HUNDRED_PERCENT - percent), "rupee"), price);

/** @param price after the change */
function editedSale(price: number, { sale, rounding }: BookEdit): number | null {
  if (!sale || sale.how === "end") return null;
  if (sale.how === "set") return sale.amount;
  return rounded(share(price, HUNDRED_PERCENT - sale.amount), rounding);
}

const rupees = (paise: number) => String(paise / 100);

const STOCK = { add: 1, take: -1 };

/**
 * The book with the change, as a row of a file would say it: what is not changed is absent. So one plan, one report and
 * one way back serve both.
 * @param row from 1
 */
export function editedBook(book: EditableBook, edit: BookEdit, row: number): ImportedBook {
  const edited: ImportedBook = { ...emptyBook(row), id: String(book.id) };
  const price = editedPrice(book.price, edit);
  if (edit.price) edited.texts.price = rupees(price);
  if (edit.sale) {
    const sale = editedSale(price, edit);
    edited.texts.salePrice = sale === null ? "" : rupees(sale);
    edited.texts.saleFrom = edit.sale.how === "end" ? "" : edit.sale.from;
    edited.texts.saleUntil = edit.sale.how === "end" ? "" : edit.sale.until;
  }
  if (edit.stock) {
    const { how, copies } = edit.stock;
    edited.texts.stock = String(how === "set" ? copies : book.stock + STOCK[how] * copies);
    // Reckoned from this stock: what is sold before it is written counts.
    if (how !== "set") edited.seen = { stock: book.stock, version: book.version };
  }
  if (edit.publisher) edited.names.publisher = edit.publisher;
  if (edit.language) edited.names.language = edit.language;
  if (edit.taxRate !== null) edited.texts.taxRate = edit.taxRate;
  if (edit.featured !== null) edited.texts.featured = edit.featured ? "true" : "";
  if (edit.visible !== null) edited.visible = edit.visible;
  if (edit.addTags.length > 0 || edit.removeTags.length > 0) setTags(edited, book, edit);
  return edited;
}

function setTags(edited: ImportedBook, book: EditableBook, { addTags, removeTags }: BookEdit) {
  const removed = new Set(removeTags.map(nameKey));
  const kept = book.tags.map(({ name }) => name).filter((name) => !removed.has(nameKey(name)));
  const there = new Set(kept.map(nameKey));
  const tags = [...kept, ...addTags.filter((name) => !there.has(nameKey(name)))];
  if (tags.length > 0) edited.tags = tags;
  else edited.problems.push({ column: "Tags", message: "A book needs at least one tag" });
}
