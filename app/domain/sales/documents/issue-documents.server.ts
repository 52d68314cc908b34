import type { Db } from "~/db/database.server";
import type { Settings } from "~/domain/shop/settings/settings";
import {
  type BuyerColumns,
  type DocumentPayment,
  recipientOf,
  type Seller,
  sellerOf,
} from "./issued-document";
import { documentsToIssue, isForTwo, type OrderedLine, type OrderToBill, placeOf } from "./new-documents";
import { type DocumentToWrite, writeDocuments } from "./write-documents.server";

/** The columns of an order that its documents are made from. */
export type OrderColumns = OrderToBill & BuyerColumns & { id: number; buyer_reference: string };

/** What documents of an order are issued from. */
export interface ToIssue {
  order: OrderColumns;
  lines: readonly OrderedLine[];
  seller: Seller;
  payment: DocumentPayment;
  /** ISO 8601. */
  issuedAt: string;
}

/** @param numbers one for each of them (`numbersFor`) */
export function toWrite({ order, lines, seller, payment, issuedAt }: ToIssue, numbers: readonly string[]) {
  return documentsToIssue(order, lines, seller).map((document, at): DocumentToWrite => ({
    ...document,
    orderId: order.id,
    number: numbers[at]!,
    issuedAt,
    of: null,
    cause: null,
    refundId: null,
    seller,
    payment,
    recipient: recipientOf(order),
    buyerGstin: order.buyer_gstin,
    buyerReference: order.buyer_reference,
    ...placeOf(order, seller),
  }));
}

/**
 * Stores the documents of an order with all that they show, so that later changes of order and settings do not change them.
 * @param trx the transaction in which the order is accepted @param given.settings the shop's
 * @param numbers of the series of invoices, one for each document
 */
export async function issueDocuments(
  trx: Db,
  { settings, ...given }: Omit<ToIssue, "seller"> & { settings: Settings },
  numbers: readonly string[],
): Promise<void> {
  await writeDocuments(trx, toWrite({ ...given, seller: sellerOf(settings) }, numbers));
}

/** How many numbers an order needs. Only of a buyer with a GSTIN its lines and the settings are asked for. */
export async function numbersFor(
  order: Pick<OrderToBill, "buyer_gstin">,
  read: () => Promise<{ lines: readonly { taxRate: number }[]; settings: Settings }>,
): Promise<number> {
  if (order.buyer_gstin === "") return 1;
  const { lines, settings } = await read();
  return isForTwo(order, lines, settings) ? 2 : 1;
}
