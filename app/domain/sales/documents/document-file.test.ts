import PostalMime from "postal-mime";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { sendQueuedMails } from "~/platform/mail/mail.server";
import { fileTransport } from "~/platform/mail/mail-transports.server";
import { makePdf } from "~/platform/pdf/pdf.server";
import { createTestDatabase } from "~/test/database";
import { billOf, bookLine, registerForGst } from "~/test/files/documents";
import { createAccount, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder, createPendingOrder } from "~/test/orders";
import { readPdf } from "~/test/files/pdf";
import { resendConfirmation } from "../orders/resend-confirmation.server";
import { makeAttachment, orderDocumentFile } from "./document-file.server";
import { TEMPLATE } from "./document-parts.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const db = await createTestDatabase();
const gateway = new MemoryGateway();
await registerForGst(db.write);
const folder = mkdtempSync(path.join(tmpdir(), "kitab-documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paidOrder = (title = "Gora") =>
  createPaidOrder(db.write, gateway, { book: { title }, quantity: 2, now: NOW });

async function pdfOf(content: ReturnType<typeof billOf>) {
  const pdf = await makePdf(TEMPLATE, content);
  if (!pdf.ok) throw new Error(pdf.reason);
  return readPdf(pdf.bytes);
}

test("only the customer and staff get the document of a paid order", async () => {
  const { orderId, accountId } = await paidOrder();
  const own = await orderDocumentFile(db, { orderId, accountId });
  if (!own.ok) throw new Error(own.reason);
  expect(own.filename).toMatch(/^bill-of-supply-KB-26-27-\d{6}\.pdf$/);
  const { text, pages, isArchival } = readPdf(own.bytes);
  expect({ pages: pages.length, isArchival }).toEqual({ pages: 1, isArchival: true });
  expect(text).toContain("Gora49012250.00250.00500.00");
  expect(text).toContain("Rupees five hundred only");
  const staffs = await orderDocumentFile(db, { orderId, accountId: "anybody" });
  expect(staffs.ok && Buffer.from(staffs.bytes).equals(Buffer.from(own.bytes))).toBe(true);
  const stranger = await createAccount(db.write);
  const missing = { ok: false, reason: "not_found" };
  expect(await orderDocumentFile(db, { orderId, accountId: stranger })).toEqual(missing);
  const unpaid = await createPendingOrder(db.write, gateway, { accountId: stranger, now: NOW });
  expect(await orderDocumentFile(db, unpaid)).toEqual(missing);
});

test("titles are shown literally, even with Typst markup", async () => {
  const title = '#sys *Gora* $x$ `raw` "quoted" \\ @here <there> // gone';
  const { orderId } = await paidOrder(`${title}\n\u0007`);
  const file = await orderDocumentFile(db, { orderId, accountId: "anybody" });
  expect(file.ok && readPdf(file.bytes).runs).toContain(title);
});

test("a hundred lines fill several pages, each with the table's head and a page number", async () => {
  const lines = Array.from({ length: 100 }, (_, n) => bookLine({ title: `Book ${n + 1}` }));
  const { pages } = await pdfOf(billOf(lines));
  const withLines = pages.filter((page) => page.includes("Book "));
  expect(withLines.length).toBeGreaterThan(1);
  for (const page of withLines) expect(page).toContain("NoDescriptionHSNQtyMRPPriceValue");
  expect(pages.at(-1)).toContain("Rupees forty-five thousand only");
  for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
});

test("every Indian script is set in a bundled font", async () => {
  const titles = [
    "गोदान",
    "পথের পাঁচালী",
    "பொன்னியின்",
    "వేయి",
    "ಮಲೆ",
    "രണ്ടാമൂഴം",
    "સરસ્વતી",
    "ਪਿੰਜਰ",
    "ଛ ମାଣ",
    "ᱥᱟᱱ",
    "ꯃꯤꯇꯩ",
    "دریا",
  ];
  const { fonts, isArchival } = await pdfOf(billOf(titles.map((title) => bookLine({ title }))));
  expect(isArchival).toBe(true);
  const scripts = ["Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Malayalam"];
  scripts.push("MeeteiMayek", "OlChiki", "Oriya", "Tamil", "Telugu");
  expect(fonts).toEqual([
    "Eczar-Medium",
    "NotoNastaliqUrdu-Regular",
    "NotoSans-Bold",
    "NotoSans-Regular",
    ...scripts.map((script) => `NotoSans${script}-Regular`),
  ]);
});

test("a shop's name in Devanagari is set in the display font too", async () => {
  const { fonts, isArchival } = await pdfOf(billOf([bookLine()], {}, { seller: { shopName: "किताब घर" } }));
  expect(fonts).toContain("EczarDevanagari-Medium");
  expect(isArchival).toBe(true);
});

test("the order confirmation has the document attached, also when it is sent again", async () => {
  const { orderId } = await paidOrder("गोदान");
  const staffId = await createStaff(db.write);
  expect(await resendConfirmation(db.write, { orderId, staffId }, NOW)).toMatchObject({ ok: true });
  const transport = fileTransport(folder, "Kitab <shop@kitab.example>");
  await sendQueuedMails(db.write, transport, NOW, (name) => makeAttachment(db, name));
  const mails = await Promise.all(
    readdirSync(folder).map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
  );
  const ofOrder = mails.filter((mail) => mail.subject?.includes(`#${orderId} `));
  expect(ofOrder).toHaveLength(2);
  for (const { attachments } of ofOrder) {
    expect(attachments).toMatchObject([{ mimeType: "application/pdf", disposition: "attachment" }]);
    const { filename, content } = attachments[0]!;
    expect(filename).toMatch(/^bill-of-supply-KB-26-27-\d{6}\.pdf$/);
    expect(readPdf(new Uint8Array(content as ArrayBuffer)).text).toContain(`Order#${orderId}`);
  }
});

test("a document that cannot be made now is 'unavailable', an unknown one is 'not found'", async () => {
  const { orderId } = await paidOrder();
  const failing = () => Promise.resolve({ ok: false, reason: "slow" } as const);
  const asked = { orderId, accountId: "anybody" } as const;
  expect(await orderDocumentFile(db, asked, failing)).toEqual({ ok: false, reason: "unavailable" });
  await expect(makeAttachment(db, `invoice:${orderId}`, failing)).rejects.toThrow("unavailable");
  for (const name of [
    "invoice:999999",
    "invoice:",
    "invoice:1e3",
    `receipt:${orderId}`,
    `invoice:${orderId}x`,
  ])
    await expect(makeAttachment(db, name), name).rejects.toThrow("not_found");
});
