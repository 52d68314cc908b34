import fc from "fast-check";
import { expect, test } from "vitest";
import { documentFigures } from "./document-figures";
import type { DocumentLine, IssuedDocument } from "./issued-document";
import { leftOf, notesOf, restOf, type Share, spread, wholeRest } from "./rest";
import { taxOfLines } from "../orders/money/totals";

/** What is left of documents after any sums of notes. */

const COLUMNS = ["quantity", "gross", "discount", "value", "taxable", "centralTax", "stateTax", "integratedTax"] as const; // oxfmt-ignore

const billed = fc
  .record({
    lines: fc.array(
      fc.record({
        unitPrice: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 90_000 })),
        quantity: fc.integer({ min: 1, max: 5 }),
        taxRate: fc.constantFrom(0, 500, 1800),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    part: fc.integer({ min: 0, max: 100 }),
    shipping: fc.constantFrom(0, 1, 4_000),
    split: fc.constantFrom("within_state" as const, "between_states" as const),
  })
  .map(({ lines: ordered, part, shipping, split }) => {
    const lines = ordered.map((line) => ({ ...line, hsn: "4901", discount: 0 }));
    const subtotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
    const discount = Math.floor((subtotal * part) / 100);
    const tax = taxOfLines(lines, { discount, shipping }, 0);
    const figures = documentFigures(lines, { discount, shipping, tax }, split);
    const all = [...figures.lines, ...(figures.delivery ? [figures.delivery] : [])];
    return all.map((figure, position): DocumentLine => ({
      ...figure,
      position,
      ofLine: position,
      isDelivery: position >= lines.length,
      title: "Gora",
      quantity: lines[position]?.quantity ?? 0,
      mrp: 0,
      unitPrice: 0,
    }));
  });

const document = (id: number, lines: DocumentLine[], given: Partial<IssuedDocument> = {}) =>
  ({ id, kind: "invoice_cum_bill_of_supply", of: null, cause: null, cancelledAt: null, lines, ...given }) as IssuedDocument; // oxfmt-ignore

test("notes take no more than there is, column by column, and all of it in the end, whatever the steps", () => {
  fc.assert(
    fc.property(
      billed,
      fc.array(
        fc.tuple(
          fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 120_000 })),
          fc.array(fc.nat(30_000), { maxLength: 5 }),
        ),
        { maxLength: 30 },
      ),
      (lines, steps) => {
        const documents = [document(1, lines)];
        const note = (shares: Share[]) => {
          for (const { kind, lines: noted } of notesOf(restOf(documents), shares))
            documents.push(document(documents.length + 1, noted, { kind, of: 1, cause: "refund" }));
        };
        const check = (isUsedUp: boolean) => {
          for (const line of lines)
            for (const column of COLUMNS) {
              const taken = documents
                .slice(1)
                .flatMap((one) => one.lines.filter(({ position }) => position === line.position))
                .map((one) => one[column]);
              expect(Math.min(0, ...taken)).toBe(0);
              const left = line[column] - taken.reduce((sum, one) => sum + one, 0);
              expect(left).toBeGreaterThanOrEqual(0);
              // A note of what costs nothing is not written.
              if (isUsedUp && (line.value > 0 || taken.length > 0)) expect(left).toBe(0);
            }
        };
        for (const [amount, targets] of steps) {
          const rest = restOf(documents);
          const before = leftOf(rest);
          const wanted = rest.map((_, at) => ({ value: targets[at] ?? 0, quantity: targets[at] ? 1 : 0 }));
          note(spread(rest, amount, wanted));
          expect(leftOf(restOf(documents))).toBe(Math.max(0, before - amount));
          check(false);
        }
        note(wholeRest(restOf(documents)));
        check(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("equal halves of a line stay equal on its notes", () => {
  const line = { ...document(1, []), hsn: "4901", taxRate: 1800, gross: 11_800, discount: 0, value: 11_800 };
  const invoice = document(1, [
    { ...line, position: 0, ofLine: 1, isDelivery: false, title: "Gora", quantity: 1, mrp: 11_800, unitPrice: 11_800, taxable: 10_000, centralTax: 900, stateTax: 900, integratedTax: 0 } as DocumentLine, // oxfmt-ignore
  ]);
  const [note] = notesOf(restOf([invoice]), [{ value: 3_333, quantity: 0 }]);
  // 18/118 of it are 508.4 paise.
  expect(note).toMatchObject({
    kind: "credit_note",
    lines: [{ value: 3_333, taxable: 2_825, centralTax: 254, stateTax: 254 }],
  });
  const [odd] = notesOf(restOf([invoice]), [{ value: 3_340, quantity: 0 }]);
  // 509.4 would be an odd sum.
  expect(odd!.lines[0]).toMatchObject({ taxable: 2_832, centralTax: 254, stateTax: 254 });
});

test("a line with an odd paisa of tax has notes whose halves differ by a paisa at most, also after notes that differ by two", () => {
  const line = { ...document(1, []), hsn: "4901", taxRate: 1800, gross: 2_498, discount: 0, value: 2_498 };
  const billed = { ...line, position: 0, ofLine: 1, isDelivery: false, title: "Gora", quantity: 1, mrp: 2_498, unitPrice: 2_498, taxable: 2_117, centralTax: 190, stateTax: 191, integratedTax: 0 } as DocumentLine; // oxfmt-ignore
  const invoice = document(1, [billed]);
  const [even] = notesOf(restOf([invoice]), [{ value: 250, quantity: 0 }]);
  expect(even!.lines[0]).toMatchObject({ taxable: 212, centralTax: 19, stateTax: 19 });

  const earlier = { ...billed, value: 250, taxable: 212, centralTax: 18, stateTax: 20, quantity: 0 };
  const documents = [invoice, document(2, [earlier], { kind: "credit_note", of: 1, cause: "refund" })];
  for (const value of [1, 5, 8, 2_234]) {
    const [note] = notesOf(restOf(documents), [{ value, quantity: 0 }]);
    documents.push(document(documents.length + 1, note!.lines, { kind: "credit_note", of: 1, cause: "refund" })); // oxfmt-ignore
  }
  const taxes = documents.slice(2).flatMap(({ lines }) => lines);
  expect(Math.min(...taxes.flatMap(({ centralTax, stateTax }) => [centralTax, stateTax]))).toBe(0);
  expect(leftOf(restOf(documents))).toBe(0);
  expect(restOf(documents)[0]!.noted).toMatchObject({ centralTax: 190, stateTax: 191 });
});
