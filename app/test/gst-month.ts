import type { Db } from "~/db/database.server";
import { type GivenDocument, insertDocument } from "./documents";

/** The GSTIN on the documents that `insertDocument` makes. */
export const SELLER = "27AAPFU0939F1ZV";
/** A library in Karnataka, and a school in Maharashtra. */
export const BUYER_FAR = "29AAGCB7383J1Z4";
export const BUYER_NEAR = "27AAACR5055K1Z7";

/**
 * The documents of November 2026 of a seller in Maharashtra: one of every kind, the last of October, the first of
 * December.
 */
export async function gstMonth(db: Db) {
  const invoice = (count: number, given: GivenDocument) =>
    insertDocument(db, { number: `N/26-27/${String(count).padStart(6, "0")}`, ...given });
  const note = (series: "credit_note" | "refund_note", count: number, given: GivenDocument) =>
    insertDocument(db, {
      series,
      number: `${series === "credit_note" ? "C" : "R"}/26-27/${String(count).padStart(6, "0")}`,
      ...given,
    });
  const far = { place: "29", split: "between_states" } as const;
  // A minute before midnight in India: the last of October.
  const october = await invoice(100, {
    issued_at: "2026-10-31T18:29:00.000Z",
    ...far,
    lines: [{ value: 1000_00, quantity: 2 }],
  });
  const first = await invoice(101, {
    issued_at: "2026-10-31T18:30:00.000Z",
    lines: [
      { value: 800_00, quantity: 2 },
      { value: 50_00, isDelivery: true },
    ],
  });
  await invoice(102, { ...far, lines: [{ value: 1200_00, quantity: 3 }] });
  const ebook = await invoice(103, { lines: [{ value: 590_00, rate: 1800, hsn: "998431" }] });
  await invoice(104, {
    place: "07",
    split: "between_states",
    kind: "invoice_cum_bill_of_supply",
    lines: [{ value: 300_00 }, { value: 236_00, rate: 1800, hsn: "4820" }],
  });
  const calendars = await invoice(105, {
    ...far,
    buyer_gstin: BUYER_FAR,
    lines: [{ value: 23_600_00, rate: 1800, hsn: "4910", quantity: 100 }],
  });
  await invoice(106, { ...far, buyer_gstin: BUYER_FAR, lines: [{ value: 50_000_00, quantity: 100 }] });
  await invoice(107, {
    buyer_gstin: BUYER_NEAR,
    lines: [{ value: 1050_00, rate: 500, hsn: "4910", quantity: 5 }],
  });
  const large = await invoice(108, {
    place: "33",
    split: "between_states",
    lines: [{ value: 1_18_000_00, rate: 1800, hsn: "4910", quantity: 500 }],
  });
  await invoice(109, { lines: [{ value: 999_00 }], cancelled_at: "2026-11-20T06:00:00.000Z" });
  await note("credit_note", 1, {
    of_document: calendars,
    ...far,
    buyer_gstin: BUYER_FAR,
    lines: [{ value: 2360_00, rate: 1800, hsn: "4910", quantity: 10 }],
  });
  await note("credit_note", 2, {
    of_document: ebook,
    lines: [{ value: 590_00, rate: 1800, hsn: "998431" }],
  });
  await note("credit_note", 3, {
    of_document: large,
    place: "33",
    split: "between_states",
    lines: [{ value: 11_800_00, rate: 1800, hsn: "4910", quantity: 50 }],
  });
  await note("refund_note", 1, { of_document: first, lines: [{ value: 400_00 }] });
  await note("refund_note", 2, {
    of_document: october,
    ...far,
    issued_at: "2026-11-30T18:29:00.000Z",
    lines: [{ value: 200_00, quantity: 0 }],
  });
  // The first minute of December in India.
  await invoice(110, { issued_at: "2026-11-30T18:30:00.000Z", lines: [{ value: 777_00 }] });
}
