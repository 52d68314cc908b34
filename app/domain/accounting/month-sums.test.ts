import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { netOf } from "./month-sums";
import { documentSums } from "./month-sums.server";
import { periodOfMonth } from "./period";

const NOVEMBER = periodOfMonth("2026-11")!;

test("a month has the documents from midnight to midnight in India, without the cancelled ones, less the notes of that month", async () => {
  const { read, write } = await createTestDatabase();
  const at = (issued_at: string) => ({ issued_at });
  const october = await insertDocument(write, at("2026-10-31T18:29:59.999Z"));
  await insertDocument(write, { ...at("2026-10-31T18:30:00.000Z"), lines: [{ value: 118_00, rate: 1800 }] });
  await insertDocument(write, {
    ...at("2026-11-30T18:29:59.999Z"),
    split: "between_states",
    lines: [{ value: 105_00, rate: 500 }, { value: 50_00 }],
  });
  await insertDocument(write, at("2026-11-30T18:30:00.000Z"));
  await insertDocument(write, { ...at("2026-11-10T00:00:00Z"), cancelled_at: "2026-11-10T01:00:00Z" });
  const note = { ...at("2026-11-12T00:00:00Z"), of_document: october, lines: [{ value: 40_00 }] };
  await insertDocument(write, { ...note, series: "refund_note" });
  const sums = await documentSums(read, NOVEMBER);
  expect(sums).toEqual({
    sales: {
      documents: 2,
      value: 273_00,
      taxable: 250_00,
      centralTax: 9_00,
      stateTax: 9_00,
      integratedTax: 5_00,
    },
    notes: { documents: 1, value: 40_00, taxable: 40_00, centralTax: 0, stateTax: 0, integratedTax: 0 },
  });
  expect(netOf(sums)).toMatchObject({ documents: 2, value: 233_00, taxable: 210_00, stateTax: 9_00 });
});

test("a month without a document has zeros", async () => {
  const { read } = await createTestDatabase();
  const { sales, notes } = await documentSums(read, NOVEMBER);
  expect([sales.value, notes.documents]).toEqual([0, 0]);
});
