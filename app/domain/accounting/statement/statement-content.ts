import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { clean, type DocumentContent } from "~/domain/sales/documents/document-content";
import type { Recipient, Seller } from "~/domain/sales/documents/issued-document";
import { type Period, periodInWords } from "../period";
import { type AccountStatement, AGES, ENTRY_KINDS } from "./statement";

/** All texts of a statement as a PDF; the template order-document.typ only places them. */
export interface StatementContent extends Pick<
  DocumentContent,
  | "issuedOn"
  | "title"
  | "number"
  | "shopName"
  | "seller"
  | "sellerName"
  | "recipient"
  | "roles"
  | "recipientName"
  | "facts"
  | "stamp"
  | "sums"
  | "totals"
  | "total"
  | "pay"
  | "notes"
> {
  entries: { day: string; what: string; note: string; figures: [string, string, string] }[];
  totalLabel: string;
  ages: { title: string; rows: [string, string][] };
}

/** Who a statement is for. */
export interface StatementBuyer extends Pick<Recipient, "name" | "lines"> {
  accountId: number;
  /** Empty: none that is known. */
  gstin: string;
}

/** Without the rupee sign, for the table. */
const balanceOf = (paise: number) => formatRupees(paise).replace("₹", "");
const plain = (paise: number) => (paise === 0 ? "" : balanceOf(paise));

/**
 * The texts of a customer's statement.
 * @param given.today the date in India, on which the open sums are true @param given.pay where the money goes, line by line
 */
export function statementContent(given: {
  account: AccountStatement;
  period: Period;
  seller: Seller;
  buyer: StatementBuyer;
  pay: [string, string][];
  today: string;
}): StatementContent {
  const { account, period, seller, buyer, pay, today } = given;
  const { statement, ages, credit } = account;
  return {
    issuedOn: today.split("-").map(Number),
    title: "Statement of account",
    number: periodInWords(period),
    shopName: clean(seller.shopName),
    sellerName: clean(seller.legalName),
    seller: [...seller.address.split("\n").map(clean), ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : [])],
    roles: ["From", "To"],
    recipientName: clean(buyer.name),
    recipient: [...buyer.lines.map(clean), ...(seller.gstin && buyer.gstin ? [`GSTIN ${buyer.gstin}`] : [])],
    facts: [
      ["Period", periodInWords(period)],
      ["Date", formatDate(today)],
      ["Customer", `#${buyer.accountId}`],
      ...(credit.limit > 0
        ? ([
            ["Limit", formatRupees(credit.limit)],
            ["Invoices are due after", credit.days === 1 ? "1 day" : `${credit.days} days`],
          ] satisfies [string, string][])
        : []),
    ],
    stamp: null,
    entries: [
      {
        day: formatDate(period.from),
        what: "Owed before",
        note: "",
        figures: ["", "", balanceOf(statement.opening)],
      },
      ...statement.rows.map(({ day, kind, number, reference, orderId, debit, credit: less, balance }) => ({
        day: formatDate(day),
        what: `${ENTRY_KINDS[kind]} ${number}${orderId === null ? "" : `, order #${orderId}`}`,
        note: clean(reference),
        figures: [plain(debit), plain(less), balanceOf(balance)] satisfies [string, string, string],
      })),
    ],
    sums: [plain(statement.debits), plain(statement.credits), balanceOf(statement.closing)],
    totals: [
      ["Owed before", formatRupees(statement.opening)],
      ["Debit", formatRupees(statement.debits)],
      ["Credit", `${statement.credits > 0 ? "−" : ""}${formatRupees(statement.credits)}`],
    ],
    totalLabel: statement.closing < 0 ? "We owe you" : "Owed after",
    total: formatRupees(Math.abs(statement.closing)),
    ages: {
      title: `Open on ${formatDate(today)}, by how late it is`,
      rows: [
        ...AGES.map(({ label }, at): [string, string] => [
          label,
          ages[at] === 0 ? "–" : formatRupees(ages[at]!),
        ]),
        ["Together", formatRupees(credit.open)],
      ],
    },
    pay,
    notes: [
      "An entry has the day of its invoice, note or payment. A balance below zero is owed to you.",
      "This is a computer-generated document and needs no signature.",
      `Questions about it: ${[seller.email, seller.phone].filter(Boolean).join(", ")}.`,
    ],
  };
}
