import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createBook } from "~/test/factories";
import { registerForGst } from "~/test/files/documents";
import {
  createOrderShop,
  customerWithCart,
  payOrder,
  placeOrderFor,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { addToCart } from "../cart/cart.server";
import { editOrder } from "../orders/edit/edit-order.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { orderVersion } from "../orders/edit/order-version.server";
import { despatch, markDelivered, markPacked } from "../orders/fulfilment/fulfilment.server";
import { readOrder } from "../orders/orders.server";
import { answerReturn } from "../orders/returns/return-answers.server";
import { ensureGatewayOrder } from "../payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff, type StaffRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { documentContent } from "./document-content";
import { orderDocumentFile } from "./document-file.server";
import { readDocuments } from "./read-documents.server";

/** Two printed books at ₹250.00, an e-book at ₹118.00 with 18 % in it, delivery ₹49.00: ₹667.00. */

const NOW = new Date("2026-11-29T06:00:00.000Z");
const DECEMBER = new Date("2026-12-01T06:00:00.000Z");

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
let order: { orderId: number; accountId: number; bookId: number };
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
  await registerForGst(db);
  const method = planMethod({ rates: { by: "flat", price: 4_900 }, cod: NO_COD });
  const zone = planZone({
    states: [],
    pinPrefixes: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    methods: [method],
  });
  await storePlan(db, shop.staffId, { zones: [zone] });
  order = await pay({});
});

async function pay(buyer: { buyer_gstin?: string; buyer_name?: string; buyer_address?: string }) {
  const { gateway } = shop;
  const customer = await customerWithCart(db, {
    book: { title: "Gora", price: 25_000 },
    quantity: 2,
    now: NOW,
  });
  const ebook = await createBook(db, { title: "Gora, e-book", price: 11_800, tax_rate: 1800, hsn: "998431" });
  await addToCart(db, { accountId: customer.accountId }, { bookId: ebook, quantity: 1 }, NOW);
  const orderId = await placeOrderFor(db, customer, { gateway: gateway.name, now: NOW });
  if (buyer.buyer_gstin) await db.updateTable("orders").set(buyer).where("id", "=", orderId).execute();
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  return { ...customer, orderId };
}

const documents = () => readDocuments(db, order.orderId);

/** Of each document its kind, number, cause, sum, and of each line what it is, its copies, its value and its tax. */
const shown = async () =>
  (await documents()).map(({ kind, number, cause, value, lines, cancelledAt }) => [
    kind,
    number,
    cause ?? (cancelledAt ? "gone" : ""),
    value,
    ...lines.map((line) => `${line.quantity} ${line.title}: ${line.value}/${line.integratedTax}`),
  ]);

const INVOICE = [
  "invoice_cum_bill_of_supply",
  "KB/26-27/000001",
  "",
  66_700,
  "2 Gora: 50000/0",
  "1 Gora, e-book: 11800/1800",
  "0 Delivery: 4900/0",
];

async function refund(given: Partial<StaffRefund>, now = NOW) {
  const request = { orderId: order.orderId, staffId: shop.staffId, reason: "r", key: refundKey() };
  expect(await refundByStaff(db, { ...request, amount: "lines", ...given }, now)).toMatchObject({ ok: true });
  await processRefunds(db, shop.gateway, now);
}

test("a refund by line is noted on its lines, taxed and exempt ones apart; the rest of it on what is left", async () => {
  const { lines } = (await readOrder(db, order.orderId, "anybody", NOW))!;
  const one = (at: number) => ({ id: lines[at]!.id, qty: 1, restock: true });
  await refund({ lines: [one(0), one(1)], shipping: 1_000 });
  await refund({ amount: 12_000 }, DECEMBER);
  expect(await shown()).toEqual([
    INVOICE,
    ["credit_note", "CN/26-27/000001", "refund", 11_800, "1 Gora, e-book: 11800/1800"],
    ["refund_note", "RN/26-27/000001", "refund", 26_000, "1 Gora: 25000/0", "0 Delivery: 1000/0"],
    // 250 and 39 rupees were left.
    ["refund_note", "RN/26-27/000002", "refund", 12_000, "0 Gora: 10381/0", "0 Delivery: 1619/0"],
  ]);
});

test("the refund of a return is noted as its copies, however much it is", async () => {
  const request = { orderId: order.orderId, staffId: shop.staffId };
  await markPacked(db, request, NOW);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: "T1" }, NOW);
  await markDelivered(db, request, NOW);
  const returnId = await requestReturn(db, { ...order, addressId: 0, gatewayOrderId: "", total: 0 }, {}, NOW);
  for (const answer of ["approve", "received"] as const)
    await answerReturn(db, { ...request, returnId, answer, note: "", restock: true }, NOW);
  await refund({ amount: 20_000, returnId });
  expect((await shown()).slice(1)).toEqual([
    ["refund_note", "RN/26-27/000001", "return", 20_000, "1 Gora: 20000/0"],
  ]);
});

const change = async (edit: object, now: Date) => {
  const version = await orderVersion(db, order.orderId);
  const request = { orderId: order.orderId, staffId: shop.staffId };
  expect(await editOrder(db, { ...request, ...editOrderSchema.parse({ version, ...edit }) }, now)).toMatchObject({ ok: true }); // oxfmt-ignore
  await processRefunds(db, shop.gateway, now);
};

test("a change that only takes off is noted, and its refund not again; a later one that adds has a new document", async () => {
  const before = (await readOrder(db, order.orderId, "anybody", NOW))!;
  await change({ note: "Nothing else" }, NOW);
  await change({ lines: [{ id: before.lines[1]!.id, qty: 0 }] }, NOW);
  const noted = [
    INVOICE,
    ["credit_note", "CN/26-27/000001", "changed", 11_800, "1 Gora, e-book: 11800/1800"],
  ];
  expect(await shown()).toEqual(noted);
  await change({ lines: [{ id: before.lines[0]!.id, qty: 3 }] }, NOW);
  expect(await shown()).toEqual([
    ...noted,
    // It had a note, so it is not cancelled.
    ["refund_note", "RN/26-27/000001", "changed", 54_900, "2 Gora: 50000/0", "0 Delivery: 4900/0"],
    ["bill_of_supply", "KB/26-27/000002", "", 79_900, "3 Gora: 75000/0", "0 Delivery: 4900/0"],
  ]);
  const after = (await readOrder(db, order.orderId, "anybody", NOW))!;
  expect([after.invoiceNo, after.documentKind]).toEqual(["KB/26-27/000002", "bill_of_supply"]);
});

test("another recipient has another document: in the same month in place of the first, later after a note", async () => {
  const { address } = (await readOrder(db, order.orderId, "anybody", NOW))!;
  await change({ address: { ...address, fullname: "Ravi Rao" } }, NOW);
  await change({ address: { ...address, mobile: "9845012346", fullname: "Ravi Rao" } }, NOW);
  const kinds = async () => (await shown()).map((one) => one.slice(0, 4));
  const second = ["invoice_cum_bill_of_supply", "KB/26-27/000002", "", 66_700];
  expect(await kinds()).toEqual([[...INVOICE.slice(0, 2), "gone", 66_700], second]);
  await refund({ amount: 5_000 });
  await change({ address: { ...address, fullname: "Asha Rao" } }, DECEMBER);
  expect((await kinds()).slice(1)).toEqual([
    second,
    ["credit_note", "CN/26-27/000001", "refund", 885],
    ["refund_note", "RN/26-27/000001", "refund", 4_115],
    ["credit_note", "CN/26-27/000002", "changed", 10_915],
    ["refund_note", "RN/26-27/000002", "changed", 50_785],
    ["invoice_cum_bill_of_supply", "KB/26-27/000003", "", 66_700],
    // What was refunded before went back of this one, too.
    ["credit_note", "CN/26-27/000003", "refund", 885],
    ["refund_note", "RN/26-27/000003", "refund", 4_115],
  ]);
});

test("a buyer with a GSTIN has a tax invoice and a bill of supply, with what it wants on them", async () => {
  const buyer = {
    buyer_gstin: "27AAGCB7383J1Z4",
    buyer_name: "Model School",
    buyer_address: "1 Fort Road\nPune",
  };
  order = await pay(buyer);
  expect(await shown()).toEqual([
    ["tax_invoice", "KB/26-27/000002", "", 11_800, "1 Gora, e-book: 11800/1800"],
    ["bill_of_supply", "KB/26-27/000003", "", 54_900, "2 Gora: 50000/0", "0 Delivery: 4900/0"],
  ]);
  const [invoice] = await documents();
  const detail = (await readOrder(db, order.orderId, "anybody", NOW))!;
  expect(detail.invoiceNo).toBe("KB/26-27/000002");
  const file = await orderDocumentFile({ read: db, write: db }, { ...order, accountId: "anybody" });
  expect(file.ok && file.filename).toBe("tax-invoice-KB-26-27-000002.pdf");
  const content = documentContent(invoice!, detail, await documents());
  expect(content).toMatchObject({
    title: "Tax invoice",
    roles: ["Sold by", "Sold to"],
    recipientName: "Model School",
    total: "₹118.00",
  });
  expect(content.recipient.slice(0, 3)).toEqual(["1 Fort Road", "Pune", "GSTIN 27AAGCB7383J1Z4"]);
  expect(content.recipient[3]).toMatch(/^Delivered to: /);
  expect(content.payment).toMatch(/^Of the whole order: ₹667\.00 paid on/);
  // Delivery that stands on the other document is not called free.
  const both = await documents();
  const books = { ...both[1]!, lines: both[1]!.lines.slice(0, 1) };
  const rows = (others: typeof both) => documentContent(books, detail, others).totals.map(([name]) => name);
  expect([rows(both), rows([books])]).toEqual([["Subtotal"], ["Subtotal", "Delivery"]]);
});

test("a note names its document, and the document its notes; each can be had by its owner at any time", async () => {
  await refund({ amount: 5_000 }, DECEMBER);
  const detail = (await readOrder(db, order.orderId, "anybody", NOW))!;
  const all = await documents();
  const contents = all.map((one) => documentContent(one, detail, all));
  expect(contents[0]!.stamp).toEqual({
    title: "Partly refunded",
    text:
      "₹50.00 was returned on 1 Dec 2026. Lowered by credit note CN/26-27/000001 of 1 Dec 2026: ₹8.85. " +
      "Lowered by refund note RN/26-27/000001 of 1 Dec 2026: ₹41.15.",
  });
  const note = contents[1]!;
  expect(note).toMatchObject({
    title: "Credit note",
    number: "CN/26-27/000001",
    total: "₹8.85",
    stamp: null,
  });
  expect(Object.fromEntries(note.facts)).toMatchObject({
    "For invoice-cum-bill of supply": "KB/26-27/000001 of 29 Nov 2026",
    Reason: "Money was returned",
  });
  expect(contents[2]).toMatchObject({ title: "Refund note", total: "₹41.15", copies: "", totals: [] });
  // What has become of the order since changes none of its figures.
  const { stamp: _s, payment: _p, ...figures } = contents[0]!;
  const shop2 = { read: db, write: db };
  const asked = (documentId: number | undefined, accountId: number | "anybody", orderId = order.orderId) =>
    orderDocumentFile(shop2, { orderId, accountId, documentId });
  const file = await asked(all[1]!.id, order.accountId);
  expect(file.ok && file.filename).toBe("credit-note-CN-26-27-000001.pdf");
  for (const { id } of all) expect(await asked(id, "anybody")).toMatchObject({ ok: true });
  const missing = { ok: false, reason: "not_found" };
  const other = await pay({});
  expect(await asked(all[1]!.id, other.accountId)).toEqual(missing);
  expect(await asked(all[1]!.id, other.accountId, other.orderId)).toEqual(missing);
  await refund({ amount: "full" }, DECEMBER);
  const later = (await readOrder(db, order.orderId, "anybody", NOW))!;
  const again = documentContent((await documents())[0]!, later, await documents());
  const { stamp: _s2, payment: _p2, ...same } = again;
  expect(same).toEqual(figures);
});
