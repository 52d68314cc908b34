import { stateOfGstin } from "../kit/addresses/gst-states";
import {
  CAUSE_LABELS,
  DOCUMENT_LABELS,
  type DocumentKind,
  type NoteCause,
} from "../sales/orders/order-documents";

/** What documents are called in the accounts: their kinds, the reasons of notes, their places of supply. Browser-safe. */

/** The kind of a document in words. @param kind `documents.kind` */
export const documentKind = (kind: DocumentKind): string => DOCUMENT_LABELS[kind];

/** Why a note was issued. @param cause null of a bill or an invoice */
export const documentCause = (cause: NoteCause | null): string => (cause === null ? "" : CAUSE_LABELS[cause]);

/** @param place the GST code of a state; '' is abroad or not known */
export const placeName = (place: string): string =>
  place === "" ? "Abroad or not known" : (stateOfGstin(place)?.name ?? place);

/** A place with its code, e.g. "27 Maharashtra". */
export const documentPlace = (place: string): string =>
  place === "" ? placeName(place) : `${place} ${placeName(place)}`;

/** @param rate hundredths of a per cent @returns e.g. "18 %", or "Exempt" */
export const rateInWords = (rate: number): string => (rate === 0 ? "Exempt" : `${rate / 100} %`);
