import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase, failing } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createOrder,
  createPaidOrder,
  createPendingOrder,
  payOrder,
  refundKey,
} from "~/test/orders";
import { cancelByStaff } from "../orders/cancellation.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { applyPayment } from "../payments/apply-payment.server";
import type { SettingsValues } from "~/domain/shop/settings/settings.schema";
import { readSettings, saveSettings, settingsValues } from "~/domain/shop/settings/settings.server";
import { issueEarlierDocuments, readBackfillLeft } from "./earlier-documents.server";
import { findDocuments } from "./issued-documents.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const GSTIN = "29ABCDE1234F1ZW";

let db: ShopDatabase;
let gateway: MemoryGateway;
beforeEach(async () => {
  db = await createTestDatabase();
  gateway = new MemoryGateway();
});

async function change(values: Partial<SettingsValues>) {
  const shown = settingsValues(await readSettings(db.write));
  const staffId = await createStaff(db.write);
  const saved = await saveSettings(db.write, { staffId, values: { ...shown, ...values }, shown }, NOW);
  expect(saved).toEqual({ ok: true });
}

const paid = (now = NOW) => createPaidOrder(db.write, gateway, { method: "upi", now });

const documents = () =>
  db.write.selectFrom("documents").selectAll().orderBy("order_id").orderBy("id").execute();
const issuedDocument = async (orderId: number) => (await findDocuments(db, orderId))[0] ?? null;

describe("a document", () => {
  test("is stored with the payment, with the settings at that time, and does not change later", async () => {
    await change({ legalName: "Kitab Books Private Limited", gstin: GSTIN });
    const order = await paid();
    await change({
      shopName: "Elsewhere Books",
      legalName: "",
      gstin: "",
      postalAddress: "1 Marina\nChennai, Tamil Nadu",
    });
    await change({ taxRate: 1800 });
    expect(await issuedDocument(order.orderId)).toMatchObject({
      kind: "bill_of_supply",
      number: "KB/26-27/000001",
      issuedAt: NOW.toISOString(),
      seller: {
        legalName: "Kitab Books Private Limited",
        shopName: "Kitab",
        address: "14 Residency Road, Bengaluru 560025, Karnataka",
        gstin: GSTIN,
        state: { name: "Karnataka", code: "29" },
        email: "help@kitab.example",
        phone: "+91 80 4718 0110",
      },
      payment: { id: expect.stringMatching(/^pay_/), method: "upi" },
    });
    const later = await issuedDocument((await paid()).orderId);
    expect(later).toMatchObject({
      // Who has no GSTIN charges no tax, whatever the rate is.
      kind: "bill",
      lines: [{ taxRate: 0, value: 25_000, taxable: 25_000, centralTax: 0, stateTax: 0, integratedTax: 0 }],
      // The prefix is made from the shop's name.
      number: "EB/26-27/000002",
      seller: { legalName: "Elsewhere Books", state: { name: "Tamil Nadu", code: "33" } },
    });
  });

  test("is a tax invoice if books were taxed when the order was placed, even if not when it is paid", async () => {
    await change({ taxRate: 500, gstin: GSTIN });
    const order = await createPendingOrder(db.write, gateway, { now: NOW });
    await change({ taxRate: 0 });
    await payOrder(db.write, gateway, order, { now: NOW });
    expect(await issuedDocument(order.orderId)).toMatchObject({ kind: "tax_invoice" });
  });

  test("does not exist for an unpaid or unknown order", async () => {
    const order = await createPendingOrder(db.write, gateway, { now: NOW });
    expect(await issuedDocument(order.orderId)).toBeNull();
    expect(await issuedDocument(999_999)).toBeNull();
    expect(await documents()).toEqual([]);
  });

  test("is stored once, when first needed, for an order paid before documents were stored", async () => {
    const { orderId } = await createOrder(db.write, gateway, "refunded", { now: NOW });
    await forget();
    const made = await Promise.all(Array.from({ length: 8 }, () => issuedDocument(orderId)));
    // With the note for what was refunded.
    expect((await documents()).map(({ kind, number }) => [kind, number])).toEqual([
      ["bill", "KB/26-27/000001"],
      ["refund_note", "RN/26-27/000001"],
    ]);
    for (const one of made) expect(one).toEqual(made[0]);
    expect(made[0]).toMatchObject({
      number: "KB/26-27/000001",
      issuedAt: NOW.toISOString(),
      payment: { id: expect.stringMatching(/^pay_/), method: "card" },
    });
    await change({ shopName: "Renamed" });
    expect(await issuedDocument(orderId)).toEqual(made[0]);
  });
});

/** As if all orders had been accepted by a version of the program that stored no documents. */
async function forget() {
  await db.write.deleteFrom("documents").execute();
  await db.write.deleteFrom("note_counters").execute();
  await db.write
    .insertInto("orders_without_documents")
    .columns(["order_id"])
    .expression(db.write.selectFrom("orders").select("id").where("invoice_no", "is not", null))
    .execute();
}

test("a background task stores the documents of earlier orders as they would have been, once", async () => {
  const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  await change({ gstin: GSTIN, taxRate: 500 });
  const shop = { now: NOW, quantity: 3 };
  await createOrder(db.write, gateway, "delivered", shop);
  const staffId = await createStaff(db.write);
  const soon = await createPaidOrder(db.write, gateway, shop);
  const late = await createPaidOrder(db.write, gateway, shop);
  const part = await createPaidOrder(db.write, gateway, shop);
  // Cancelled in the month of its document, and in a later one; refunded in part, and cancelled then.
  await cancelByStaff(db.write, { orderId: soon.orderId, staffId, note: "" }, later(1));
  await cancelByStaff(db.write, { orderId: late.orderId, staffId, note: "" }, later(20));
  const refund = { orderId: part.orderId, amount: 10_001, reason: "Torn", staffId, key: refundKey() };
  expect(await refundByStaff(db.write, refund, later(2))).toMatchObject({ ok: true });
  await processRefunds(db.write, gateway, later(2));
  await cancelByStaff(db.write, { orderId: part.orderId, staffId, note: "" }, later(3));
  await processRefunds(db.write, gateway, later(21));
  await createPendingOrder(db.write, gateway, { now: NOW });

  const lines = () =>
    db.write
      .selectFrom("document_lines as l")
      .innerJoin("documents as d", "d.id", "l.document_id")
      .selectAll("l")
      .orderBy("d.order_id")
      .orderBy("d.id")
      .orderBy("l.position")
      .execute();
  const plain = async () => {
    const rows = await documents();
    const numbers = new Map(rows.map(({ id, order_id }, at) => [id, `${order_id}.${at}`]));
    return {
      documents: rows.map(({ id: _id, of_document, number, ...row }) => ({
        ...row,
        // The notes of earlier orders have other numbers of their series.
        number: of_document === null ? number : number.slice(0, 9),
        of: of_document && numbers.get(of_document),
      })),
      lines: (await lines()).map(({ document_id, ...line }) => ({ ...line, of: numbers.get(document_id) })),
    };
  };
  const before = await plain();
  expect(
    before.documents.map(({ kind, cause, cancelled_at }) => [kind, cause, cancelled_at !== null]),
  ).toEqual([
    ["tax_invoice", null, false],
    ["tax_invoice", null, true],
    ["tax_invoice", null, false],
    ["credit_note", "cancelled", false],
    ["tax_invoice", null, false],
    ["credit_note", "refund", false],
    ["credit_note", "cancelled", false],
  ]);
  await forget();
  expect(await readBackfillLeft(db.read)).toBe(4);
  expect(await issueEarlierDocuments(db.write)).toBe(4);
  const after = await plain();
  expect(after.lines).toEqual(before.lines);
  expect(after.documents.map((one) => ({ ...one, refund_id: null }))).toEqual(
    before.documents.map((one) => ({ ...one, refund_id: null })),
  );
  expect(await readBackfillLeft(db.read)).toBe(0);
  expect(await issueEarlierDocuments(db.write)).toBe(0);
  expect(await plain()).toEqual(after);
});

describe("document numbers", () => {
  test("have no gaps and no duplicates under concurrent payments, some of which fail at the last step", async () => {
    const orders = [];
    for (let n = 0; n < 20; n += 1) {
      orders.push(
        await createPendingOrder(db.write, gateway, { accountId: await createAccount(db.write), now: NOW }),
      );
    }
    // The mail is queued last, so a transaction that fails there has already drawn a number and stored a document.
    const refused = orders.filter((_, n) => n % 3 === 0).map((order) => order.orderId);
    const keys = refused.map((id) => `'order-confirmation:${id}'`).join();
    const mend = await failing(
      db,
      "insert on outgoing_mails",
      "the disk is full",
      `new.dedupe_key in (${keys})`,
    );
    const payments = orders.map((order) => capturedPayment(order));
    const first = await Promise.allSettled(
      payments.map((one) => applyPayment(db.write, one, "webhook", NOW)),
    );
    expect(first.filter((one) => one.status === "rejected")).toHaveLength(refused.length);
    expect(await documents()).toHaveLength(orders.length - refused.length);
    await mend();
    await Promise.all(payments.map((one) => applyPayment(db.write, one, "reconciler", NOW)));

    const issued = await documents();
    const expected = orders.map((_, n) => `KB/26-27/${String(n + 1).padStart(6, "0")}`);
    expect(issued.map((one) => one.number).sort()).toEqual(expected);
    const rows = await db.write.selectFrom("orders").select(["id", "invoice_no"]).orderBy("id").execute();
    expect(rows.map((row) => row.invoice_no)).toEqual(issued.map((one) => one.number));
  });

  test("start at 1 on the first of April in India", async () => {
    const last = await paid(new Date("2027-03-31T18:29:59.999Z"));
    const first = await paid(new Date("2027-03-31T18:30:00.000Z"));
    expect(await issuedDocument(last.orderId)).toMatchObject({ number: "KB/26-27/000001" });
    expect(await issuedDocument(first.orderId)).toMatchObject({ number: "KB/27-28/000001" });
  });
});
