import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase, failing } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, createOrder, createPaidOrder, createPendingOrder, payOrder } from "~/test/orders";
import { applyPayment } from "../payments/apply-payment.server";
import type { SettingsValues } from "~/domain/shop/settings/settings.schema";
import { readSettings, saveSettings, settingsValues } from "~/domain/shop/settings/settings.server";
import { issuedDocument } from "./issued-documents.server";

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

const documents = () => db.write.selectFrom("order_documents").selectAll().orderBy("order_id").execute();

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
    expect(await issuedDocument(db, order.orderId)).toEqual({
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
    const later = await issuedDocument(db, (await paid()).orderId);
    expect(later).toMatchObject({
      kind: "tax_invoice",
      // The prefix is made from the shop's name.
      number: "EB/26-27/000002",
      seller: { legalName: "Elsewhere Books", state: { name: "Tamil Nadu", code: "33" } },
    });
  });

  test("is a tax invoice if books were taxed when the order was placed, even if not when it is paid", async () => {
    await change({ taxRate: 500 });
    const order = await createPendingOrder(db.write, gateway, { now: NOW });
    await change({ taxRate: 0 });
    await payOrder(db.write, gateway, order, { now: NOW });
    expect(await issuedDocument(db, order.orderId)).toMatchObject({ kind: "tax_invoice" });
  });

  test("does not exist for an unpaid or unknown order", async () => {
    const order = await createPendingOrder(db.write, gateway, { now: NOW });
    expect(await issuedDocument(db, order.orderId)).toBeNull();
    expect(await issuedDocument(db, 999_999)).toBeNull();
    expect(await documents()).toEqual([]);
  });

  test("is stored once, when first needed, for an order paid before documents were stored", async () => {
    const { orderId } = await createOrder(db.write, gateway, "refunded", { now: NOW });
    await db.write.deleteFrom("order_documents").execute();
    const made = await Promise.all(Array.from({ length: 8 }, () => issuedDocument(db, orderId)));
    expect(await documents()).toHaveLength(1);
    for (const one of made) expect(one).toEqual(made[0]);
    expect(made[0]).toMatchObject({
      number: "KB/26-27/000001",
      issuedAt: NOW.toISOString(),
      payment: { id: expect.stringMatching(/^pay_/), method: "card" },
    });
    await change({ shopName: "Renamed" });
    expect(await issuedDocument(db, orderId)).toEqual(made[0]);
  });
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
    expect(await issuedDocument(db, last.orderId)).toMatchObject({ number: "KB/26-27/000001" });
    expect(await issuedDocument(db, first.orderId)).toMatchObject({ number: "KB/27-28/000001" });
  });
});
