import { gstState, isUnionTerritory } from "~/domain/kit/addresses/gst-states";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type OrderDetail, paymentMethodLabel } from "../orders/orders";
import { stillDueAtDoor, stillToPay } from "../orders/paying";
import { isAutomaticRefund } from "../orders/money/refunds";
import { amountInWords } from "./amount-in-words";
import { documentFigures, type LineFigures } from "./document-figures";
import { DOCUMENT_LABELS } from "../orders/order-documents";
import type { IssuedDocument } from "./issued-document";

/** A line of the order as it was ordered. Paise; rates in hundredths of a per cent. */
export interface DocumentLine {
  title: string;
  mrp: number;
  unitPrice: number;
  quantity: number;
  hsn: string;
  taxRate: number;
}

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

/** @param order as it is now: if it was cancelled or refunded since the document was issued, there is a stamp */
export function documentContent(
  document: IssuedDocument,
  order: OrderDetail,
  lines: readonly DocumentLine[],
): DocumentContent {
  const { kind, number, issuedAt, seller } = document;
  const { totals, address } = order;
  const isTaxed = kind !== "bill_of_supply";
  const isMixed = kind === "invoice_cum_bill_of_supply";
  const supply = gstState(address.state);
  // If the seller's state is not known, the supply counts as one between states.
  const isWithin = supply !== null && supply.code === seller.state?.code;
  const figures = documentFigures(lines, totals, isWithin ? "within_state" : "between_states");
  const all = [...figures.lines, ...(figures.delivery ? [figures.delivery] : [])];
  const sum = (of: (line: LineFigures) => number) => all.reduce((total, line) => total + of(line), 0);
  const taxes = taxColumns(document, isWithin);
  const columns: FigureColumn[] = [
    ...(totals.discount > 0 ? [{ title: "Discount", of: (line: LineFigures) => line.discount }] : []),
    ...taxes,
    { title: isTaxed ? "Total" : "Value", of: (line) => line.value },
  ];
  const figuresOf = (line: LineFigures) =>
    columns.map(({ of, rate }) => ({ text: plain(of(line)), note: rate ? percent(rate(line)) : "" }));
  const day = indianDate(new Date(issuedAt));
  return {
    issuedOn: day.split("-").map(Number),
    title: DOCUMENT_LABELS[kind],
    number,
    shopName: clean(seller.shopName),
    sellerName: clean(seller.legalName),
    seller: [
      ...seller.address.split("\n").map(clean),
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      ...(seller.state ? [`State ${stateLabel(seller.state, "")}`] : []),
    ],
    roles: ["Sold by", "Sold and delivered to"],
    recipientName: clean(address.fullname),
    recipient: [
      clean(address.address1),
      clean(address.address2),
      clean(`${address.place} ${address.pincode}`),
      clean(supply?.name ?? address.state),
    ].filter(Boolean),
    facts: [
      ["Number", number],
      ["Date", formatDate(day)],
      ["Order", `#${order.id}`],
      ["Order date", formatDate(order.placedAt)],
      ["Place of supply", clean(stateLabel(supply, address.state))],
      ["Whether tax is payable on reverse charge", "No"],
      ...(isTaxed ? [["Copy", "Original for recipient"] satisfies [string, string]] : []),
    ],
    stamp: stampOf(order),
    columns: columns.map(({ title }) => title),
    lines: [
      ...lines.map((line, at) => ({
        title: clean(line.title),
        isTall: /\p{Script=Arabic}/u.test(line.title),
        isRightToLeft: isRightToLeft(line.title),
        hsn: line.hsn,
        quantity: String(line.quantity),
        price: plain(line.unitPrice),
        mrp: plain(line.mrp),
        figures: figuresOf(figures.lines[at]!),
      })),
      ...(figures.delivery ? [deliveryLine(figures.delivery, figuresOf(figures.delivery))] : []),
    ],
    copies: String(totals.itemCount),
    sums: columns.map(({ of }) => plain(sum(of))),
    totals: [
      ...(isMixed
        ? [
            [
              "Exempt value",
              formatRupees(sum(({ taxRate, value }) => (taxRate === 0 ? value : 0))),
            ] satisfies [string, string],
          ]
        : []),
      ...totalsOf(order, taxes, sum),
    ],
    total: formatRupees(totals.total),
    words: amountInWords(totals.total),
    payment: paymentSentence(document, order),
    pay: [],
    notes: [
      isTaxed
        ? `All prices are in Indian rupees and contain the taxes shown.${isMixed ? " What has no taxable value is exempt from GST." : ""}`
        : "All prices are in Indian rupees. No GST is charged on this supply.",
      ...(order.changedAt
        ? [
            `The order was changed on ${formatDate(order.changedAt)}: this document takes the place of earlier ones with its number.`,
          ]
        : []),
      "This is a computer-generated document and needs no signature.",
      `Questions about it: ${[seller.email, seller.phone].filter(Boolean).join(", ")}.`,
    ],
  };
}

interface FigureColumn {
  title: string;
  of: (line: LineFigures) => number;
  rate?: (line: LineFigures) => number;
}

/** The tax columns of a tax invoice; none on a bill of supply. */
function taxColumns({ kind, seller }: IssuedDocument, isWithin: boolean): FigureColumn[] {
  if (kind === "bill_of_supply") return [];
  const half = (line: LineFigures) => line.taxRate / 2;
  const ofState = seller.state && isUnionTerritory(seller.state) ? "UTGST" : "SGST";
  return [
    // Exempt supplies have none.
    { title: "Taxable value", of: (line) => (line.taxRate === 0 ? 0 : line.taxable) },
    ...(isWithin
      ? [
          { title: "CGST", of: (line: LineFigures) => line.centralTax, rate: half },
          { title: ofState, of: (line: LineFigures) => line.stateTax, rate: half },
        ]
      : [
          {
            title: "IGST",
            of: (line: LineFigures) => line.integratedTax,
            rate: (line: LineFigures) => line.taxRate,
          },
        ]),
  ];
}

function deliveryLine(delivery: LineFigures, figures: ContentLine["figures"]): ContentLine {
  return {
    title: "Delivery",
    isTall: false,
    isRightToLeft: false,
    hsn: delivery.hsn,
    quantity: "",
    price: plain(delivery.gross),
    mrp: "",
    figures,
  };
}

/** The sums below the table: the taxes on a tax invoice; subtotal, discount and delivery on a bill of supply. */
function totalsOf(
  { totals }: OrderDetail,
  taxes: FigureColumn[],
  sum: (of: FigureColumn["of"]) => number,
): [string, string][] {
  if (taxes.length > 0) return taxes.map(({ title, of }) => [title, formatRupees(sum(of))]);
  const { subtotal, discount, shipping } = totals;
  return [
    ["Subtotal", formatRupees(subtotal)],
    ...(discount > 0 ? [["Discount", `−${formatRupees(discount)}`] satisfies [string, string]] : []),
    ["Delivery", shipping > 0 ? formatRupees(shipping) : "Free"],
  ];
}

function paymentSentence({ issuedAt, payment }: IssuedDocument, order: OrderDetail): string {
  const { dueAtDoor, doorReceived, paymentWay, totals } = order;
  const open = stillToPay(order);
  const byHand = payment.method === "cash" ? "cash" : "transfer";
  const gateway = paymentWay === "transfer" ? byHand : order.gateway;
  const method = paymentMethodLabel(gateway, payment.method);
  const paidOn = formatDate(order.paidAt ?? issuedAt);
  const before = totals.total - dueAtDoor - order.balanceDue;
  const paid = `${formatRupees(before)} paid on ${paidOn}: ${method}${payment.id ? `, ${payment.id}` : ""}.`;
  const due = stillDueAtDoor(order);
  const parts = [
    ...(before > 0 ? [paid] : []),
    ...(doorReceived > 0 ? [`${formatRupees(doorReceived)} paid at the door.`] : []),
    ...(open > 0 ? [`${formatRupees(open)} to be paid before it is sent.`] : []),
    ...(due > 0 ? [`${formatRupees(due)} to be paid at the door.`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : "Nothing was paid, and nothing is due.";
}

/** The stamp about cancellation and refunds. Refunds of a second payment do not count. */
function stampOf(order: OrderDetail): DocumentContent["stamp"] {
  const refunds = order.refunds.filter(({ reason }) => !isAutomaticRefund(reason));
  const returned = refunds.filter(({ status }) => status === "processed");
  const underWay = refunds.filter(({ status }) => status === "queued" || status === "pending");
  const isOver = order.state === "cancelled" || order.state === "refunded";
  if (!isOver && returned.length + underWay.length === 0) return null;
  const amount = (of: typeof refunds) => formatRupees(of.reduce((sum, refund) => sum + refund.amount, 0));
  const sentences = [
    order.cancelledAt ? `The order was cancelled on ${formatDate(order.cancelledAt)}.` : "",
    returned.length > 0
      ? `${amount(returned)} was returned on ${formatDate(returned.at(-1)!.updatedAt)}.`
      : "",
    underWay.length > 0 ? `${amount(underWay)} is being returned.` : "",
  ];
  return {
    title:
      order.state === "cancelled" ? "Cancelled" : order.state === "refunded" ? "Refunded" : "Partly refunded",
    text: sentences.filter(Boolean).join(" "),
  };
}
