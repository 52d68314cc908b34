/** Customer groups as staff see them. Money in paise, rates in hundredths of a per cent. Browser-safe. */

export const INVOICE_WAYS = ["mail", "post"] as const;
export type InvoiceWay = (typeof INVOICE_WAYS)[number];
export const INVOICE_WAY_LABELS: Record<InvoiceWay, string> = { mail: "By email", post: "By post" };

export const GROUP_STATUS_LABELS = { active: "Active", ended: "Ended" } as const;

export const DISCOUNTED = ["all", "tag", "book"] as const;
export type Discounted = (typeof DISCOUNTED)[number];
export const DISCOUNTED_LABELS: Record<Discounted, string> = {
  all: "All books",
  tag: "Books with a tag",
  book: "One book",
};

export interface GroupDiscount {
  id: number;
  of: Discounted;
  /** Of a tag or a book. */
  name: string;
  rate: number;
  leastCopies: number;
}

export interface CustomerGroup {
  id: number;
  name: string;
  active: boolean;
  /** What a member may owe; 0: nothing on account. */
  creditLimit: number;
  creditDays: number;
  invoiceBy: InvoiceWay;
  /** Members and discounts. */
  members: number;
  discounts: number;
}

export const GROUP_NOT_FOUND = "Group Not Found";

/** @param rate hundredths of a per cent @returns e.g. "35 %", "12.5 %" */
export const rateText = (rate: number): string => `${rate / 100} %`;

/** @returns e.g. "35 % on books with the tag Novel, from 10 copies" */
export function discountText({ of, name, rate, leastCopies }: Omit<GroupDiscount, "id">): string {
  const on = of === "all" ? "all books" : of === "tag" ? `books with the tag ${name}` : `“${name}”`;
  return `${rateText(rate)} on ${on}${leastCopies > 1 ? `, from ${leastCopies} copies` : ""}`;
}
