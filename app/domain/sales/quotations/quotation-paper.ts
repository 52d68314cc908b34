import { formatDate } from "~/domain/kit/dates";
import type { Settings } from "~/domain/shop/settings/settings";
import { type DocumentContent, documentContent } from "../documents/document-content";
import { recipientOf, sellerOf } from "../documents/issued-document";
import { documentsToIssue, placeOf } from "../documents/new-documents";
import { buyerColumns, NO_BUYER } from "../orders/buyer/buyer";
import { termsOf } from "./quotations";
import type { Quotation, Wanted } from "./quotations.server";

/**
 * The texts of a quotation's PDF: its lines as a bill would show them, at the rates of the day on which it was made.
 * @param given.url by which it is accepted @param given.creditDays of an order on account
 */
export function quotationContent(
  { id, number, createdAt, validUntil, offer, total }: Quotation,
  wanted: Wanted,
  settings: Settings,
  { url, creditDays }: { url: string; creditDays: number },
): DocumentContent {
  const { state, ...place } = wanted.address;
  const seller = sellerOf(settings);
  const { lines, shipping, tax } = offer;
  const buyer = wanted.buyer ?? NO_BUYER;
  const columns = { ...place, state_name: state, discount: 0, shipping, tax, ...buyerColumns(buyer) };
  const ordered = lines.map((line) => ({ ...line, id: null, discount: 0 }));
  // One paper, whatever the documents of the order will be.
  const [draft] = documentsToIssue({ ...columns, buyer_gstin: "" }, ordered, seller);
  const content = documentContent(
    {
      ...draft!,
      ...placeOf(columns, seller),
      id: null,
      number,
      issuedAt: createdAt,
      seller,
      payment: { id: "", method: null },
      recipient: recipientOf(columns),
      buyerGstin: buyer.gstin,
      buyerReference: buyer.reference,
      of: null,
      cause: null,
      cancelledAt: null,
    },
    {
      id,
      placedAt: createdAt,
      address: wanted.address,
      totals: { total },
      state: "pending",
      paymentWay: "online",
      dueOn: null,
      gateway: "",
      paidAt: null,
      dueAtDoor: 0,
      doorReceived: 0,
      balanceDue: 0,
      cancelledAt: null,
      refunds: [],
      payments: [],
    },
    [],
  );
  const shown = ["Your reference", "Place of supply"];
  return {
    ...content,
    title: "Quotation",
    roles: ["Seller", "For"],
    facts: [
      ["Number", number],
      ["Date", formatDate(createdAt)],
      ["Valid until", formatDate(validUntil)],
      ...content.facts.filter(([name]) => shown.includes(name)),
    ],
    payment: termsOf(wanted.payment, creditDays),
    pay: [],
    notes: [
      `This is a quotation, not a bill. Prices and delivery stay as they are until ${formatDate(validUntil)}; the books are not kept until it is accepted.`,
      `To accept it, open ${url}`,
      ...content.notes,
    ],
  };
}
