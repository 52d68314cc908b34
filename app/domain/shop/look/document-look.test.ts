import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makePdf } from "~/platform/pdf/pdf.server";
import { createTestDatabase } from "~/test/database";
import { billOf, bookLine } from "~/test/files/documents";
import { createStaff, setSettings } from "~/test/factories";
import { readPdf } from "~/test/files/pdf";
import { jpeg } from "~/test/files/pictures";
import { TEMPLATE } from "~/domain/sales/documents/document-parts.server";
import { readSettings } from "../settings/settings.server";
import { readDocumentLook } from "./document-look.server";
import { saveLogo } from "./shop-pictures.server";

const folder = mkdtempSync(path.join(tmpdir(), "kitab-look-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a bill has the shop's logo and accent, and stays archival; the default one has neither", async () => {
  const db = await createTestDatabase();
  const bill = billOf([bookLine()]);
  const plain = await readDocumentLook(db.read, folder);
  expect(plain).toEqual({ look: {}, files: {} });

  const staffId = await createStaff(db.write);
  await saveLogo(db.write, { staffId, bytes: await jpeg(600, 200) }, { coversDir: folder });
  await setSettings(db.write, { accent: "#0b5d4a" });
  const { look, files } = await readDocumentLook(db.read, folder);
  expect(look).toEqual({ accent: "#0b5d4a", logo: "logo.jpg" });

  const sizes = [];
  for (const [shown, given] of [
    [plain.look, plain.files],
    [look, files],
  ] as const) {
    const pdf = await makePdf(TEMPLATE, { ...bill, ...shown }, given);
    if (!pdf.ok) throw new Error(pdf.reason);
    const { isArchival, text } = readPdf(pdf.bytes);
    expect(isArchival).toBe(true);
    expect(text).toContain(bill.shopName);
    sizes.push(pdf.bytes.length);
    if (process.env.BILL) writeFileSync(`${process.env.BILL}-${sizes.length}.pdf`, pdf.bytes);
  }
  const [without = 0, withLogo = 0] = sizes;
  // The picture itself is in the file.
  expect(withLogo - without).toBeGreaterThan(files["logo.jpg"]!.length * 0.8);
  // A file of one document is not there for the next.
  expect((await makePdf(TEMPLATE, { ...bill, ...look })).ok).toBe(false);
});

test("a logo whose file is gone is left out", async () => {
  const db = await createTestDatabase();
  await setSettings(db.write, { logo: `logo-${"f".repeat(20)}-60x20.webp` });
  expect((await readSettings(db.read)).logo).not.toBeNull();
  expect(await readDocumentLook(db.read, folder)).toEqual({ look: {}, files: {} });
});
