import { type GstState, stateInAddress, stateOfGstin } from "~/domain/kit/addresses/gst-states";
import type { Settings } from "~/domain/shop/settings/settings";
import type { DocumentKind } from "../orders/order-documents";

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

/** The data stored when a document is issued. */
export interface IssuedDocument {
  kind: DocumentKind;
  number: string;
  /** ISO 8601. */
  issuedAt: string;
  seller: Seller;
  payment: DocumentPayment;
}
