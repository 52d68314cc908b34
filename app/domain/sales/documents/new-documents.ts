import { gstState } from "~/domain/kit/addresses/gst-states";
import { documentKind, type InvoiceKind } from "../orders/order-documents";
import { buyerColumns, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import type { OrderDetail } from "../orders/order-detail";
import { type BilledLine, type BilledOrder, documentFigures, type TaxSplit } from "./document-figures";
import type { BuyerColumns, DocumentLine, Seller } from "./issued-document";

/** Which documents an order gets, with their figures. Pure. */

/** A line of the order as it was ordered. Paise; rates in hundredths of a per cent. */
export interface OrderedLine extends BilledLine {
  id: number | null;
  title: string;
  mrp: number;
}

/** The columns of an order that decide about its documents. Paise. */
export interface OrderToBill extends BilledOrder {
  state_name: string;
  buyer_gstin: string;
}

/** What a document says besides its number. */
export interface NewDocument {
  kind: InvoiceKind;
  lines: DocumentLine[];
}

/**
 * Whether an order gets two documents: its buyer has a GSTIN and some of it is taxed. An invoice-cum-bill of supply is for
 * unregistered buyers (GST Rule 46A).
 * @param lines their tax rates
 */
export const isForTwo = (
  order: Pick<OrderToBill, "buyer_gstin">,
  lines: readonly { taxRate: number }[],
  seller: Pick<Seller, "gstin">,
): boolean =>
  order.buyer_gstin !== "" && documentKind(lines, seller.gstin !== "") === "invoice_cum_bill_of_supply";

/** Where the supply is, as a GST code ('': abroad or not known), and which taxes it bears. */
export function placeOf(
  { state_name }: Pick<OrderToBill, "state_name">,
  seller: Pick<Seller, "state">,
): { place: string; split: TaxSplit } {
  const place = gstState(state_name)?.code ?? "";
  // If the seller's state is not known, the supply counts as one between states.
  const isWithin = place !== "" && place === seller.state?.code;
  return { place, split: isWithin ? "within_state" : "between_states" };
}

/**
 * The documents of an order: one, or a tax invoice and a bill of supply (`isForTwo`). Their lines add up to its total.
 * Delivery stands on the document of the principal line.
 */
export function documentsToIssue(
  order: OrderToBill,
  lines: readonly OrderedLine[],
  seller: Pick<Seller, "gstin" | "state">,
): NewDocument[] {
  const isRegistered = seller.gstin !== "";
  // Who is not registered charges no GST, whatever the rates of the books are.
  const billed = isRegistered ? lines : lines.map((line) => ({ ...line, taxRate: 0 }));
  const { discount, shipping } = order;
  const tax = isRegistered ? order.tax : 0;
  const figures = documentFigures(billed, { discount, shipping, tax }, placeOf(order, seller).split);
  const goods = billed.map(({ id, title, quantity, mrp, unitPrice }, at) => {
    const { tax: _tax, ...line } = figures.lines[at]!;
    return { ...line, ofLine: id, isDelivery: false, title, quantity, mrp, unitPrice };
  });
  const delivery = figures.delivery ? [deliveryLine(figures.delivery)] : [];
  const all = [...goods, ...delivery];
  const numbered = (some: typeof all) => some.map((line, position) => ({ ...line, position }));
  if (!isForTwo(order, billed, seller))
    return [{ kind: documentKind(billed, isRegistered), lines: numbered(all) }];
  return [
    { kind: "tax_invoice", lines: numbered(all.filter(({ taxRate }) => taxRate > 0)) },
    { kind: "bill_of_supply", lines: numbered(all.filter(({ taxRate }) => taxRate === 0)) },
  ];
}

function deliveryLine({
  tax: _tax,
  ...figures
}: NonNullable<ReturnType<typeof documentFigures>["delivery"]>): Omit<DocumentLine, "position"> {
  const price = figures.gross;
  return {
    ...figures,
    ofLine: null,
    isDelivery: true,
    title: "Delivery",
    quantity: 0,
    mrp: price,
    unitPrice: price,
  };
}

/** The same columns of an order that was read, for a draft. */
export function columnsForDraft({
  address: { state, ...address },
  totals: { discount, shipping, tax },
  buyer,
}: Pick<OrderDetail, "address" | "totals" | "buyer">): OrderToBill &
  BuyerColumns & { buyer_reference: string } {
  return { ...address, state_name: state, discount, shipping, tax, ...buyerColumns(buyer ?? NO_BUYER) };
}
