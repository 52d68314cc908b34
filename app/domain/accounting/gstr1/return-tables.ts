import { limitOn, type TaxLimit } from "~/domain/catalogue/books/tax/tax-limits";
import { natureOf, nilColumn, isService } from "./gstr1-rules";
import { type NumberedDocument, runsOf } from "./number-runs";

/**
 * The tables of GSTR-1 out of a month's documents: in integer paise, so that every sum is exact. Browser-safe. A note
 * counts in the month of its own issue, with the place and the buyer that stand on it.
 */

/** Paise. */
export interface Amounts {
  taxable: number;
  centralTax: number;
  stateTax: number;
  integratedTax: number;
}

export type Split = "within_state" | "between_states";

/** The lines of a document with one rate and one HSN. */
export interface Part extends Amounts {
  /** Hundredths of a per cent. */
  rate: number;
  hsn: string;
  quantity: number;
}

/** A document as it was issued. */
export interface ReturnDocument extends NumberedDocument, Amounts {
  id: number;
  orderId: number;
  /** A plain date. */
  issuedOn: string;
  /** '': the buyer is not registered. */
  gstin: string;
  /** The code of the state of supply; '': not known, or abroad. */
  place: string;
  split: Split;
  /** Taxes included. */
  value: number;
  /** What decides whether it is large: itself, or the document that it lowers. */
  base: { value: number; split: Split; issuedOn: string };
  parts: Part[];
}

/** A document that is listed by itself: tables 4, 5 and 9B. */
export interface Listed {
  id: number;
  orderId: number;
  number: string;
  issuedOn: string;
  gstin: string;
  place: string;
  split: Split;
  value: number;
  /** Its taxed lines, by rate. */
  rates: (Amounts & { rate: number })[];
}

/** Table 7: taxed sales to unregistered buyers less their notes, by place and rate. */
export interface SmallSales extends Amounts {
  split: Split;
  place: string;
  rate: number;
}

/** Table 8: sales without tax less their notes. */
export interface UntaxedSales {
  split: Split;
  isRegistered: boolean;
  nil: number;
  exempt: number;
}

/** Table 12: everything less notes, by HSN and rate. */
export interface HsnRow extends Amounts {
  hsn: string;
  rate: number;
  quantity: number;
}

/** Table 13: a run of numbers. */
export interface NumberRun {
  nature: { code: number; name: string };
  from: string;
  to: string;
  total: number;
  cancelled: number;
}

export interface ReturnTables {
  b2b: Listed[];
  b2cl: Listed[];
  b2cs: SmallSales[];
  nil: UntaxedSales[];
  cdnr: Listed[];
  cdnur: Listed[];
  hsnB2b: HsnRow[];
  hsnB2c: HsnRow[];
  documents: NumberRun[];
}

const NOTHING: Amounts = { taxable: 0, centralTax: 0, stateTax: 0, integratedTax: 0 };

/** Adds `more`, or with -1 takes it away. */
export function add(to: Amounts, more: Amounts, sign: 1 | -1 = 1): void {
  to.taxable += sign * more.taxable;
  to.centralTax += sign * more.centralTax;
  to.stateTax += sign * more.stateTax;
  to.integratedTax += sign * more.integratedTax;
}

/** The sum of rows. */
export function total(rows: readonly Amounts[]): Amounts {
  const sum = { ...NOTHING };
  for (const row of rows) add(sum, row);
  return sum;
}

/** Whether all amounts are zero. */
export const isNothing = ({ taxable, centralTax, stateTax, integratedTax }: Amounts): boolean =>
  taxable === 0 && centralTax === 0 && stateTax === 0 && integratedTax === 0;

/**
 * Whether table 5 or, as a note, table 9B lists it: to an unregistered buyer in another state, and above the limit of the
 * day of the invoice (rule 59).
 */
const isLarge = (
  { gstin, base }: Pick<ReturnDocument, "gstin" | "base">,
  limits: readonly TaxLimit[],
): boolean =>
  gstin === "" && base.split === "between_states" && base.value > limitOn(limits, "largeSale", base.issuedOn);

/** Takes documents one by one, so that a month of any size needs the memory of its tables only. @param limits that count */
export function collectTables(limits: readonly TaxLimit[]) {
  const listed = { b2b: [] as Listed[], b2cl: [] as Listed[], cdnr: [] as Listed[], cdnur: [] as Listed[] };
  const b2cs = keyed<SmallSales>();
  const nil = keyed<UntaxedSales>();
  const hsn = { b2b: keyed<HsnRow>(), b2c: keyed<HsnRow>() };
  const numbered: NumberedDocument[] = [];

  const take = (document: ReturnDocument): void => {
    const { series, number, isCancelled, gstin, place, split } = document;
    numbered.push({ series, number, isCancelled });
    if (isCancelled) return;
    const isNote = series !== "invoice";
    const sign = isNote ? -1 : 1;
    const isRegistered = gstin !== "";
    const large = isLarge(document, limits);
    const rates = new Map<number, Amounts & { rate: number }>();
    for (const part of document.parts) {
      const { rate } = part;
      const row = hsn[isRegistered ? "b2b" : "b2c"](`${part.hsn} ${padded(rate)}`, () => ({
        hsn: part.hsn,
        rate,
        quantity: 0,
        ...NOTHING,
      }));
      add(row, part, sign);
      if (!isService(part.hsn)) row.quantity += sign * part.quantity;
      if (rate === 0) {
        const untaxed = nil(`${isRegistered ? 0 : 1} ${split}`, () => ({
          split,
          isRegistered,
          nil: 0,
          exempt: 0,
        }));
        untaxed[nilColumn(part.hsn)] += sign * part.taxable;
      } else if (isRegistered || large) {
        if (!rates.has(rate)) rates.set(rate, { rate, ...NOTHING });
        add(rates.get(rate)!, part);
      } else {
        add(
          b2cs(`${split} ${place} ${padded(rate)}`, () => ({ split, place, rate, ...NOTHING })),
          part,
          sign,
        );
      }
    }
    if (rates.size === 0) return;
    const table = isRegistered ? (isNote ? "cdnr" : "b2b") : isNote ? "cdnur" : "b2cl";
    const { id, orderId, issuedOn, value } = document;
    listed[table].push({
      id,
      orderId,
      number,
      issuedOn,
      gstin,
      place,
      split,
      value,
      rates: [...rates.values()].sort((one, other) => one.rate - other.rate),
    });
  };

  const tables = (): ReturnTables => ({
    ...listed,
    b2cs: b2cs.rows().filter((row) => !isNothing(row)),
    nil: nil.rows().filter((row) => row.nil !== 0 || row.exempt !== 0),
    hsnB2b: hsn.b2b.rows().filter((row) => row.quantity !== 0 || !isNothing(row)),
    hsnB2c: hsn.b2c.rows().filter((row) => row.quantity !== 0 || !isNothing(row)),
    documents: runsOf(numbered).map(({ series, ...run }) => ({ nature: natureOf(series), ...run })),
  });

  return { take, tables };
}

/** So that keys sort as the rates do. */
const padded = (rate: number) => String(rate).padStart(5, "0");

/** Rows by key, made when first needed; given back in the order of their keys. */
function keyed<Row>() {
  const rows = new Map<string, Row>();
  const row = (key: string, make: () => Row): Row => {
    if (!rows.has(key)) rows.set(key, make());
    return rows.get(key)!;
  };
  return Object.assign(row, {
    rows: () => [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, made]) => made),
  });
}
