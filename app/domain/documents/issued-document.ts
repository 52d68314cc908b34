import { type GstState, stateInAddress, stateOfGstin } from "../addresses/gst-states";
import type { Settings } from "../settings/settings";
import type { DocumentKind } from "../orders/order-documents";

/** The seller as a document names it for good. */
export interface Seller {
  legalName: string;
  /** The name over the shop's door. */
  shopName: string;
  /** One or several lines. */
  address: string;
  /** Empty: not registered for GST. */
  gstin: string;
  /** Of the registration, else of the address; null when neither tells. */
  state: GstState | null;
  email: string;
  phone: string;
}

/** @param settings as they stand when the document is issued */
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

/** How the order was paid, as its document says for good. */
export interface DocumentPayment {
  /** The gateway's own id; empty when none is known. */
  id: string;
  /** As the gateway names it. */
  method: string | null;
}

/** What was written down when a document was issued. */
export interface IssuedDocument {
  kind: DocumentKind;
  number: string;
  /** ISO 8601. */
  issuedAt: string;
  seller: Seller;
  payment: DocumentPayment;
}
