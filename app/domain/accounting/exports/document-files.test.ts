import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { createStaff } from "~/test/factories";
import { unzipped } from "~/test/files/import-files";
import { createPaidOrder } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import type { PdfOutcome } from "~/platform/pdf/pdf.server";
import { periodOfMonth } from "../period";
import { documentFiles, NOT_NOW } from "./document-files.server";
import { rangesOf, tooManyDocuments } from "./document-ranges";
import { IN_ONE_PDF } from "./exports";

const NOVEMBER = periodOfMonth("2026-11")!;

/** Numbers of the documents in what was typeset, in place of pages. */
const numbers = async (_: string, data: object): Promise<PdfOutcome> => {
  const { documents = [data] } = data as { documents?: object[] };
  return {
    ok: true,
    bytes: Buffer.from(
      JSON.stringify(documents)
        .match(/KB\/26-27\/\d+/g)!
        .join(" "),
    ),
  };
};

async function bytesOf(content: AsyncIterable<string | Uint8Array>) {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test("the documents of a month are one PDF or a ZIP of PDFs, by day; the audit log has who asked", async () => {
  const db = await createTestDatabase();
  const gateway = new MemoryGateway();
  for (const now of [
    "2026-10-31T18:29:00Z",
    "2026-11-30T18:29:00Z",
    "2026-11-02T06:00:00Z",
    "2026-11-30T18:30:00Z",
  ])
    await createPaidOrder(db.write, gateway, { now: new Date(now) });
  const staffId = await createStaff(db.write);
  const file = async (as: "pdf" | "zip") => {
    const made = await documentFiles(db, { as, period: NOVEMBER }, staffId, numbers);
    if (!made.ok) throw new Error(made.message);
    return { ...made, bytes: await bytesOf(made.content) };
  };
  const pdf = await file("pdf");
  expect([pdf.filename, pdf.type]).toEqual(["documents-2026-11.pdf", "application/pdf"]);
  const found = [...new Set(String(pdf.bytes).split(" "))];
  expect(found).toEqual(["KB/26-27/000003", "KB/26-27/000002"]);
  const zip = await file("zip");
  const stored = await db.read
    .selectFrom("documents")
    .select(["number", "kind"])
    .where("number", "in", found)
    .orderBy("issued_on")
    .execute();
  const texts = await unzipped(
    zip.bytes,
    stored.map(({ kind, number }) => `${kind.replaceAll("_", "-")}-${number.replaceAll("/", "-")}.pdf`),
  );
  expect(texts.map((text) => text.split(" ")[0])).toEqual(found);
  const entries = await db.read
    .selectFrom("audit_entries")
    .select("after")
    .where("subject", "=", "export")
    .execute();
  expect(
    entries
      .map(({ after }) => JSON.parse(after))
      .map(({ Format }) => Format)
      .sort(),
  ).toEqual(["PDF", "ZIP of PDFs"]);

  const busy = async (): Promise<PdfOutcome> => ({ ok: false, reason: "busy" });
  expect(await documentFiles(db, { as: "pdf", period: NOVEMBER }, staffId, busy)).toEqual({
    ok: false,
    message: NOT_NOW,
  });
  const none = await documentFiles(db, { as: "zip", period: periodOfMonth("2025-01")! }, staffId, numbers);
  expect(none).toEqual({ ok: false, message: "January 2025 has no documents" });
});

test("of more documents than one PDF holds there are several, one after the other in a ZIP", async () => {
  const db = await createTestDatabase();
  const first = await insertDocument(db.write, {
    number: "M/26-27/1",
    issued_at: "2026-11-01T06:00:00.000Z",
  });
  const { orderId } = await db.write.selectFrom("documents").select("order_id as orderId").where("id", "=", first).executeTakeFirstOrThrow(); // oxfmt-ignore
  for (let at = 2; at <= 2 * IN_ONE_PDF + 1; at++)
    await insertDocument(db.write, {
      orderId,
      number: `M/26-27/${at}`,
      issued_at: "2026-11-01T06:00:00.000Z",
    });
  let underway = 0;
  const make = async (_: string, data: object): Promise<PdfOutcome> => {
    expect(++underway).toBe(1);
    await setImmediate();
    underway -= 1;
    const { documents, title } = data as { documents: { number: string }[]; title: string };
    const [one, last] = [documents[0]!.number, documents.at(-1)!.number];
    return { ok: true, bytes: Buffer.from(`${title}: ${documents.length}, ${one} to ${last}`) };
  };
  const staffId = await createStaff(db.write);
  const made = await documentFiles(db, { as: "pdf", period: NOVEMBER }, staffId, make);
  if (!made.ok) throw new Error(made.message);
  expect([made.filename, made.type]).toEqual(["documents-2026-11.zip", "application/zip"]);
  const names = [1, 2, 3].map((part) => `documents-2026-11-${part}-of-3.pdf`);
  expect(await unzipped(await bytesOf(made.content), names)).toEqual([
    `Documents, November 2026, part 1 of 3: ${IN_ONE_PDF}, M/26-27/1 to M/26-27/${IN_ONE_PDF}`,
    `Documents, November 2026, part 2 of 3: ${IN_ONE_PDF}, M/26-27/${IN_ONE_PDF + 1} to M/26-27/${2 * IN_ONE_PDF}`,
    `Documents, November 2026, part 3 of 3: 1, M/26-27/${2 * IN_ONE_PDF + 1} to M/26-27/${2 * IN_ONE_PDF + 1}`,
  ]);
});

test("too many documents are named by days that one file holds", () => {
  const days = [40, 60, 1, 99, 100].map((count, at) => ({ day: `2026-11-0${at + 1}`, count }));
  expect(rangesOf(days, 100).map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2026-11-01 2026-11-02",
    "2026-11-03 2026-11-04",
    "2026-11-05 2026-11-05",
  ]);
  expect(tooManyDocuments(days, 300)).toBeNull();
  expect(tooManyDocuments(days, 100)).toBe(
    "These days have 300 documents, and one file holds 100. Please take 1 Nov 2026 to 2 Nov 2026; 3 Nov 2026 to 4 Nov 2026; 5 Nov 2026",
  );
  expect(tooManyDocuments(days, 99)).toContain("5 Nov 2026 alone has more");
});
