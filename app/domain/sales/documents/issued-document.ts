import { type GstState, gstState, stateInAddress, stateOfGstin } from "~/domain/kit/addresses/gst-states";
import type { Settings } from "~/domain/shop/settings/settings";
import type { OrderDocument } from "../orders/order-documents";
import type { LineFigures, TaxSplit } from "./document-figures";

/** The seller's data in an issued document; later changes of the settings do not change it. */
export interface Seller {
  legalName: string;
  /** The trade name. */
  shopName: string;
  /** One or several lines. */
  address: string;
  /** Empty: not registered for GST. */
  gstin: string;
  /** From the GSTIN, else from the address; null when neither has one. */
  state: GstState | null;
  email: string;
  phone: string;
}

/** @param settings at the time of issue */
export function sellerOf(settings: Settings): Seller {
  const { legalName, shopName, postalAddress, gstin, supportEmail, supportPhone } = settings;
  return {
    legalName: legalName || shopName,
    shopName,
    address: postalAddress,
    gstin,
    state: stateOfGstin(gstin) ?? stateInAddress(postalAddress),
    email: supportEmail,
    phone: supportPhone,
  };
}

/** How the order was paid, as stored at the time of issue. */
export interface DocumentPayment {
  /** The payment's id at the gateway; empty when not known. */
  id: string;
  /** As the gateway calls it. */
  method: string | null;
}

/** Who a document is for, as it names them. */
export interface Recipient {
  name: string;
  /** The lines of the address. */
  lines: string[];
  /** The address of delivery, where the document has another one; else empty. */
  delivery: string[];
}

/** Where an order goes, and what its buyer wants on the document: the columns of an order. */
export interface BuyerColumns {
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  pincode: string;
  state_name: string;
  buyer_name: string;
  buyer_address: string;
}

/** What a document says of its buyer. */
export function recipientOf(order: BuyerColumns): Recipient {
  const { fullname, address1, address2, place, pincode, state_name: state } = order;
  const delivery = [address1, address2, `${place} ${pincode}`, gstState(state)?.name ?? state].filter(
    (line) => line.trim() !== "",
  );
  const own = order.buyer_address.split("\n").filter((line) => line.trim() !== "");
  const name = order.buyer_name || fullname;
  return own.length > 0
    ? { name, lines: own, delivery: [fullname, ...delivery] }
    : { name, lines: delivery, delivery: [] };
}

/** A line of a document. Paise; rates in hundredths of a per cent. */
export interface DocumentLine extends Omit<LineFigures, "tax"> {
  /** Of a note the position of the line that it lowers. */
  position: number;
  /** The order's line; null: delivery, or a line that the order has no more. */
  ofLine: number | null;
  isDelivery: boolean;
  title: string;
  /** 0: delivery, or money alone. */
  quantity: number;
  mrp: number;
  unitPrice: number;
}

/** A document as it was issued: nothing of it but `cancelledAt` ever changes. */
export interface IssuedDocument extends OrderDocument {
  seller: Seller;
  payment: DocumentPayment;
  recipient: Recipient;
  buyerGstin: string;
  buyerReference: string;
  /** The GST code of the state of supply; '': abroad or not known. */
  place: string;
  split: TaxSplit;
  lines: DocumentLine[];
}

/** A document that is to be shown: of a draft some of it does not exist. */
export type ShownDocument = Pick<
  IssuedDocument,
  | "kind"
  | "number"
  | "issuedAt"
  | "seller"
  | "payment"
  | "recipient"
  | "buyerGstin"
  | "buyerReference"
  | "place"
  | "split"
  | "lines"
  | "cause"
  | "cancelledAt"
> & { id: number | null; of: number | null };

/** Another document of the same order. */
export type OtherDocument = Pick<
  IssuedDocument,
  "id" | "kind" | "number" | "issuedAt" | "of" | "value" | "cancelledAt"
>;
