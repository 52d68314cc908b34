import { gstStateOfCode, isUnionTerritory } from "~/domain/kit/addresses/gst-states";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { amountInWords } from "./amount-in-words";
import { CAUSE_LABELS, DOCUMENT_LABELS, isNote, standingDocuments } from "../orders/order-documents";
import type { DocumentLine, OtherDocument, ShownDocument } from "./issued-document";
import {
  type OrderOfDocument,
  dateOf,
  paymentSentence,
  returnedSentence,
  stampOf,
} from "./document-sentences";

/** All texts of the document. The template order-document.typ only places them and computes nothing. */
export interface DocumentContent {
  /** Date of the file: year, month, day in India. */
  issuedOn: number[];
  title: string;
  number: string;
  shopName: string;
  seller: string[];
  sellerName: string;
  recipient: string[];
  /** What the two are to each other. */
  roles: [string, string];
  recipientName: string;
  facts: [string, string][];
  stamp: { title: string; text: string } | null;
  /** Whether there is a column of HSN: not on a plain bill. */
  hasHsn: boolean;
  /** Titles of the columns to the right of 'Price'. */
  columns: string[];
  lines: ContentLine[];
  /** The sum of the quantities. */
  copies: string;
  /** The sum of each of the columns. */
  sums: string[];
  totals: [string, string][];
  total: string;
  words: string;
  payment: string;
  /** How to pay, line by line; only of a proforma. */
  pay: [string, string][];
  notes: string[];
}

interface ContentLine {
  title: string;
  /** Contains Arabic script, which is set in Nastaliq and needs a higher line. */
  isTall: boolean;
  isRightToLeft: boolean;
  hsn: string;
  quantity: string;
  price: string;
  /** Empty for delivery. */
  mrp: string;
  figures: { text: string; note: string }[];
}

/** An amount without the rupee sign, for the columns of the table. */
const plain = (paise: number) => formatRupees(paise).replace("₹", "");
const percent = (rate: number) => `${rate / 100}%`;

/** Turns a text into one line without line breaks, invisible characters and changes of the writing direction. */
export function clean(text: string): string {
  return text
    .replace(/\p{Cs}/gu, "\u{fffd}")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** Whether the first letter is one of a script written from right to left: Urdu, Kashmiri, Sindhi. */
export const isRightToLeft = (text: string) => /^\P{L}*\p{Script=Arabic}/u.test(text);

const stateLabel = (state: { name: string; code: string } | null, otherwise: string) =>
  state ? `${state.name} (${state.code})` : otherwise;

/**
 * All texts of a document. Its figures are those that were stored; only how it was paid, and what became of it since, come
 * from the order as it is now.
 * @param others all documents of the order, so that a note names its document and a document its notes
 */
export function documentContent(
  document: ShownDocument,
  order: OrderOfDocument,
  others: readonly OtherDocument[],
): DocumentContent {
  const { kind, number, issuedAt, seller, lines, buyerGstin, buyerReference } = document;
  const isForGst = kind !== "bill" && seller.gstin !== "";
  const isTaxed = lines.some(({ taxRate }) => taxRate > 0);
  const isMixed = kind === "invoice_cum_bill_of_supply";
  const supply = gstStateOfCode(document.place);
  const sum = (of: (line: DocumentLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const taxes = isTaxed ? taxColumns(document) : [];
  const hasDiscount = lines.some(({ discount }) => discount > 0);
  const columns: FigureColumn[] = [
    ...(hasDiscount ? [{ title: "Discount", of: (line: DocumentLine) => line.discount }] : []),
    ...taxes,
    { title: isTaxed ? "Total" : "Value", of: (line) => line.value },
  ];
  const figuresOf = (line: DocumentLine) =>
    columns.map(({ of, rate }) => ({ text: plain(of(line)), note: rate ? percent(rate(line)) : "" }));
  const day = indianDate(new Date(issuedAt));
  const total = sum(({ value }) => value);
  const lowered = others.find(({ id }) => id === document.of);
  const fact = (name: string, value: string): [string, string][] => (value ? [[name, value]] : []);
  return {
    issuedOn: day.split("-").map(Number),
    title: DOCUMENT_LABELS[kind],
    number,
    shopName: clean(seller.shopName),
    sellerName: clean(seller.legalName),
    seller: [
      ...seller.address.split("\n").map(clean),
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      ...(isForGst && seller.state ? [`State ${stateLabel(seller.state, "")}`] : []),
    ],
    roles: ["Sold by", document.recipient.delivery.length > 0 ? "Sold to" : "Sold and delivered to"],
    recipientName: clean(document.recipient.name),
    recipient: [
      ...document.recipient.lines.map(clean),
      ...(isForGst && buyerGstin ? [`GSTIN ${buyerGstin}`] : []),
      ...(document.recipient.delivery.length > 0
        ? [`Delivered to: ${document.recipient.delivery.map(clean).join(", ")}`]
        : []),
    ],
    facts: [
      ["Number", number],
      ["Date", formatDate(day)],
      ...(lowered
        ? fact(
            `For ${DOCUMENT_LABELS[lowered.kind].toLowerCase()}`,
            `${lowered.number} of ${dateOf(lowered)}`,
          )
        : []),
      ...fact("Reason", document.cause ? CAUSE_LABELS[document.cause] : ""),
      ["Order", `#${order.id}`],
      ...fact("Your reference", clean(buyerReference)),
      ["Order date", formatDate(order.placedAt)],
      ...(isForGst
        ? [
            ...fact("Place of supply", clean(stateLabel(supply, order.address.state))),
            ...(isNote(kind) ? [] : fact("Whether tax is payable on reverse charge", "No")),
          ]
        : []),
      ...(isTaxed ? fact("Copy", "Original for recipient") : []),
    ],
    stamp: stampOf(document, order, others),
    columns: columns.map(({ title }) => title),
    hasHsn: isForGst,
    lines: lines.map((line) => ({
      title: clean(line.title),
      isTall: /\p{Script=Arabic}/u.test(line.title),
      isRightToLeft: isRightToLeft(line.title),
      hsn: line.hsn,
      quantity: line.quantity === 0 ? "" : String(line.quantity),
      price: plain(line.unitPrice),
      mrp: line.isDelivery ? "" : plain(line.mrp),
      figures: figuresOf(line),
    })),
    copies: String(sum(({ quantity }) => quantity) || ""),
    sums: columns.map(({ of }) => plain(sum(of))),
    totals: [
      ...(isMixed
        ? fact("Exempt value", formatRupees(sum(({ taxRate, value }) => (taxRate === 0 ? value : 0))))
        : []),
      // A note of what is not taxed has its sum alone.
      ...(isNote(kind) && taxes.length === 0
        ? []
        : totalsOf(taxes, sum, standingDocuments(others).length > 1)),
    ],
    total: formatRupees(total),
    words: amountInWords(total),
    payment: isNote(kind)
      ? `It lowers what is due by the ${lowered ? DOCUMENT_LABELS[lowered.kind].toLowerCase() : "document"}. ${returnedSentence(order)}`.trim()
      : paymentSentence(document, order, others),
    pay: [],
    notes: [
      isTaxed
        ? `All prices are in Indian rupees and contain the taxes shown.${isMixed ? " What has no taxable value is exempt from GST." : ""}`
        : `All prices are in Indian rupees.${isForGst ? " No GST is charged on this supply." : ""}`,
      "This is a computer-generated document and needs no signature.",
      `Questions about it: ${[seller.email, seller.phone].filter(Boolean).join(", ")}.`,
    ],
  };
}

interface FigureColumn {
  title: string;
  of: (line: DocumentLine) => number;
  rate?: (line: DocumentLine) => number;
}

/** The tax columns of what is taxed. */
function taxColumns({ seller, split }: ShownDocument): FigureColumn[] {
  const half = (line: DocumentLine) => line.taxRate / 2;
  const ofState = seller.state && isUnionTerritory(seller.state) ? "UTGST" : "SGST";
  return [
    // Exempt supplies have none.
    { title: "Taxable value", of: (line) => (line.taxRate === 0 ? 0 : line.taxable) },
    ...(split === "within_state"
      ? [
          { title: "CGST", of: (line: DocumentLine) => line.centralTax, rate: half },
          { title: ofState, of: (line: DocumentLine) => line.stateTax, rate: half },
        ]
      : [
          {
            title: "IGST",
            of: (line: DocumentLine) => line.integratedTax,
            rate: (line: DocumentLine) => line.taxRate,
          },
        ]),
  ];
}

/**
 * The sums below the table: the taxes of what is taxed; otherwise subtotal, discount and delivery.
 * @param isOneOfTwo delivery that it does not have may be charged on the other document of its order
 */
function totalsOf(
  taxes: FigureColumn[],
  sum: (of: FigureColumn["of"]) => number,
  isOneOfTwo: boolean,
): [string, string][] {
  if (taxes.length > 0) return taxes.map(({ title, of }) => [title, formatRupees(sum(of))]);
  const discount = sum((line) => line.discount);
  const shipping = sum(({ isDelivery, gross }) => (isDelivery ? gross : 0));
  return [
    ["Subtotal", formatRupees(sum(({ isDelivery, gross }) => (isDelivery ? 0 : gross)))],
    ...(discount > 0 ? [["Discount", `−${formatRupees(discount)}`] satisfies [string, string]] : []),
    ...(isOneOfTwo && shipping === 0
      ? []
      : [["Delivery", shipping > 0 ? formatRupees(shipping) : "Free"] satisfies [string, string]]),
  ];
}
