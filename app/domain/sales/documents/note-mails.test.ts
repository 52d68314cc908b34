import PostalMime from "postal-mime";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { applyRefund } from "~/domain/sales/payments/refunds/refund-news.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { sendQueuedMails } from "~/platform/mail/mail.server";
import { fileTransport } from "~/platform/mail/mail-transports.server";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { readPdf } from "~/test/files/pdf";
import { createOrderShop, createPaidOrder, refundKey } from "~/test/orders";
import { addToCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { cancelByStaff } from "../orders/cancellation.server";
import { editOrder } from "../orders/edit/edit-order.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { orderVersion } from "../orders/edit/order-version.server";
import { readOrder } from "../orders/orders.server";
import { lowerInvoice } from "../trade/account-money.server";
import { setCustomerTerms } from "../trade/customer-terms.server";
import { makeAttachment } from "./document-file.server";
import { readDocuments } from "./read-documents.server";

const NOW = new Date("2026-11-29T06:00:00.000Z");
const DECEMBER = new Date("2026-12-01T06:00:00.000Z");

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeAll(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

const paid = () => createPaidOrder(db, shop.gateway, { book: { title: "Gora" }, quantity: 2, now: NOW });

/** Sends what is queued. @returns of each mail of the order after its confirmation the subject and the attached documents */
async function sent(orderId: number, now: Date) {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-notes-"));
  const transport = fileTransport(folder, "Kitab <shop@kitab.example>");
  await sendQueuedMails(db, transport, now, (name) => makeAttachment({ read: db, write: db }, name));
  const files = readdirSync(folder).sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
  const mails = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
  );
  rmSync(folder, { recursive: true });
  return mails
    .filter(({ subject }) => subject!.includes(`#${orderId}`) && !/ confirmed| is paid/.test(subject!))
    .map(({ subject, attachments }) => [
      subject!.replace("Kitab: ", "").replace(`#${orderId}`, "#"),
      ...attachments.map(({ filename, content }) => {
        expect(readPdf(new Uint8Array(content as ArrayBuffer)).text).toContain(`Order#${orderId}`);
        return filename!.replace(/-\d\d-\d\d-\d+\.pdf$/, "");
      }),
    ]);
}

test("what was refunded has its note by mail once the money is back; in the service's dashboard with the mail about it", async () => {
  const { orderId } = await paid();
  await refundByStaff(
    db,
    { orderId, staffId: shop.staffId, amount: 5_000, reason: "Torn", key: refundKey() },
    NOW,
  );
  expect(await sent(orderId, NOW)).toEqual([["refund for order #"]]);
  await processRefunds(db, shop.gateway, NOW);
  expect(await sent(orderId, NOW)).toEqual([["a note for order #", "refund-note-RN"]]);
  const payment = await db
    .selectFrom("payments")
    .select("gateway_payment_id as paymentId")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const made = { id: "rfnd_dashboard", ...payment, amount: 6_000, status: "processed" as const };
  await applyRefund(db, made, NOW);
  expect(await sent(orderId, NOW)).toEqual([["refund for order #", "refund-note-RN"]]);
});

test("a change and a cancellation have the notes that they make", async () => {
  const { orderId } = await paid();
  const { lines } = (await readOrder(db, orderId, "anybody", NOW))!;
  const change = { version: await orderVersion(db, orderId), lines: [{ id: lines[0]!.id, qty: 1 }] };
  const request = { orderId, staffId: shop.staffId };
  expect(await editOrder(db, { ...request, ...editOrderSchema.parse(change) }, NOW)).toMatchObject({
    ok: true,
  });
  expect(await sent(orderId, NOW)).toEqual([["order # was changed", "bill-KB", "refund-note-RN"]]);
  expect(await cancelByStaff(db, { ...request, note: "" }, DECEMBER)).toMatchObject({ ok: true });
  expect(await sent(orderId, DECEMBER)).toEqual([["order # was cancelled", "refund-note-RN"]]);
  // Cancelled in the month of its bill: no note.
  const other = await paid();
  await cancelByStaff(db, { ...request, orderId: other.orderId, note: "" }, NOW);
  expect(await sent(other.orderId, NOW)).toEqual([["order # was cancelled"]]);
});

test("what is taken off an invoice on account is mailed with its note; a note's name leads to notes alone", async () => {
  const accountId = await createAccount(db);
  const fields = { groupId: null, creditLimit: 1_000_000, creditDays: 30 };
  await setCustomerTerms(db, { accountId, staffId: shop.staffId, fields });
  const bookId = await createBook(db, { price: 20_000, stock: 9 });
  await addToCart(db, { accountId }, { bookId, quantity: 2 }, NOW);
  const addressId = await createAddress(db, accountId);
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox", payment: "account" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const { orderId } = placed;
  const lower = {
    accountId,
    staffId: shop.staffId,
    orderId,
    amount: 1_000,
    reason: "Torn",
    key: refundKey(),
  };
  expect(await lowerInvoice(db, lower, NOW)).toMatchObject({ ok: true });
  expect(await sent(orderId, NOW)).toEqual([["a note for order #", "refund-note-RN"]]);
  const [bill] = await readDocuments(db, orderId);
  for (const name of [`note:${bill!.id}`, "note:999999", "note:", `note:${bill!.id} note:1`])
    await expect(makeAttachment({ read: db, write: db }, name), name).rejects.toThrow("not_found");
});
