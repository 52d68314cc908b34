import type { Selectable } from "kysely";
import type { Tables } from "~/db/tables";
import { formatDate } from "~/domain/kit/dates";

// What may be bought when. A forthcoming book cannot be bought unless staff allow pre-orders of it. From its publication
// date on, in Indian time, it is a book like any other: what is left is the question of stock.

/** The columns of a book that these rules need. */
export const SALE_COLUMNS = [
  "b.stock",
  "b.publishing_status",
  "b.published_on",
  "b.preorder_limit",
  "b.preordered",
] as const;

export type SaleRow = Pick<
  Selectable<Tables["books"]>,
  "stock" | "publishing_status" | "published_on" | "preorder_limit" | "preordered"
>;

/** A book that is not out yet. */
export interface Forthcoming {
  /** A plain date; null: the day is not known. */
  releasedOn: string | null;
  /** Whether staff allow pre-orders. */
  canPreorder: boolean;
}

/** What of a book can be bought now. */
export interface OnSale {
  /** Copies that can be ordered: of the stock, or of the pre-orders that staff allow. */
  stock: number;
  /** Only of a book that is not out yet. */
  forthcoming?: Forthcoming;
  /** Only of a book that is out of print and sold out. */
  isOutOfPrint?: true;
}

/** What a customer's own unpaid orders hold of a book; a new order first gives it back. */
export interface HeldCopies {
  /** Copies that come back into stock, and are not owed to others. */
  stock: number;
  /** Copies that no longer count against the limit for pre-orders. */
  preorders: number;
}

export const NOTHING_HELD: HeldCopies = { stock: 0, preorders: 0 };

/** Whether this is a day, and not a year alone. */
export const isWholeDate = (publishedOn: string | null): publishedOn is string => publishedOn?.length === 10;

/** @param today the date in India @returns null when the book is out */
export function forthcomingOf(
  { publishing_status, published_on, preorder_limit }: Omit<SaleRow, "stock" | "preordered">,
  today: string,
): Forthcoming | null {
  if (publishing_status !== "forthcoming") return null;
  // A year alone does not say when the book is out: it stays forthcoming until staff say more.
  if (!isWholeDate(published_on)) return { releasedOn: null, canPreorder: false };
  return published_on > today ? { releasedOn: published_on, canPreorder: preorder_limit !== null } : null;
}

/** @param today the date in India @param held what the customer who asks holds already */
export function onSale(row: SaleRow, today: string, held: HeldCopies = NOTHING_HELD): OnSale {
  const forthcoming = forthcomingOf(row, today);
  if (forthcoming) {
    const room = (row.preorder_limit ?? 0) - row.preordered + held.preorders;
    return { stock: forthcoming.canPreorder ? Math.max(0, room) : 0, forthcoming };
  }
  const stock = row.stock + held.stock;
  return { stock, ...(stock === 0 && row.publishing_status === "out_of_print" && { isOutOfPrint: true }) };
}

/** Whether the publication date has come while the book is still called forthcoming, and nothing is in stock. */
export const isOverdue = (row: SaleRow, today: string): boolean =>
  row.publishing_status === "forthcoming" && forthcomingOf(row, today) === null && row.stock === 0;

/** Why no copy can be bought, as buttons and messages say it. */
export function notOnSale({ forthcoming, isOutOfPrint }: Omit<OnSale, "stock">): string {
  if (forthcoming) return forthcoming.canPreorder ? "Pre-orders are full" : "Not out yet";
  return isOutOfPrint ? "Out of print" : "Out of stock";
}

/** 'Pre-order' or 'Forthcoming', and the day when it is known: 'Out on 12 Jan 2027'. */
export const releaseWords = ({
  releasedOn,
  canPreorder,
}: Forthcoming): { label: string; day: string | null } => ({
  label: canPreorder ? "Pre-order" : "Forthcoming",
  day: releasedOn && `Out on ${formatDate(releasedOn)}`,
});
