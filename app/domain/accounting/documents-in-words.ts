import { stateOfGstin } from "../kit/addresses/gst-states";

/** What documents are called in the accounts: their kinds, the reasons of notes, their places of supply. Browser-safe. */

const KINDS: Record<string, string> = {
  bill_of_supply: "Bill of supply",
  tax_invoice: "Tax invoice",
  invoice_cum_bill_of_supply: "Invoice-cum-bill of supply",
  bill: "Bill",
  credit_note: "Credit note",
  refund_note: "Refund note",
};

/** The kind of a document in words. @param kind `documents.kind` */
export const documentKind = (kind: string): string => KINDS[kind] ?? kind;

const CAUSES: Record<string, string> = {
  refund: "Money paid back",
  return: "Books came back",
  changed: "Order changed",
  refused: "Parcel refused",
  cancelled: "Order cancelled",
};

/** Why a note was issued. @param cause null of a bill or an invoice */
export const documentCause = (cause: string | null): string =>
  cause === null ? "" : (CAUSES[cause] ?? cause);

/** @param place the GST code of a state; '' is abroad or not known */
export const placeName = (place: string): string =>
  place === "" ? "Abroad or not known" : (stateOfGstin(place)?.name ?? place);

/** A place with its code, e.g. "27 Maharashtra". */
export const documentPlace = (place: string): string =>
  place === "" ? placeName(place) : `${place} ${placeName(place)}`;

/** @param rate hundredths of a per cent @returns e.g. "18 %", or "Exempt" */
export const rateInWords = (rate: number): string => (rate === 0 ? "Exempt" : `${rate / 100} %`);
