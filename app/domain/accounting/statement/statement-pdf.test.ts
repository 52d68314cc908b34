import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { recordAccountPayment } from "~/domain/sales/trade/account-money.server";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { sendQueuedMails } from "~/platform/mail/mail.server";
import type { OutgoingMail } from "~/platform/mail/mail-transports.server";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { readPdf } from "~/test/files/pdf";
import { createOrderShop, refundKey } from "~/test/orders";
import { periodOfMonth } from "../period";
import { mailStatement } from "./mail-statement.server";
import { readOwnStatement } from "./own-statement.server";
import { makeStatement, statementPdf } from "./statement-pdf.server";

const NOVEMBER = new Date("2026-11-21T06:00:00.000Z");
const DECEMBER = new Date("2026-12-28T06:00:00.000Z");
const [november, december] = [periodOfMonth("2026-11")!, periodOfMonth("2026-12")!];

let db: Db;
let staffId: number;
let bookId: number;
beforeAll(async () => {
  ({ db, staffId } = await createOrderShop());
  bookId = await createBook(db, { price: 20_000, stock: 100 });
  await setSettings(db, {
    legalName: "Kitab Books LLP",
    gstin: "27AAPFU0939F1ZV",
    transferOn: "yes",
    transferName: "Kitab Books LLP",
    transferUpi: "kitab@upi",
  });
});

/** A bookshop with an order of ₹400 in November, of which ₹150 was paid in December. */
async function bookshop() {
  const accountId = await createAccount(db, { email: `shop-${Math.random()}@example.in` });
  const fields = { groupId: null, creditLimit: 500_000, creditDays: 30 };
  await setCustomerTerms(db, { accountId, staffId, fields });
  await addToCart(db, { accountId }, { bookId, quantity: 2 }, NOVEMBER);
  const addressId = await createAddress(db, accountId);
  const buyer = {
    gstin: "",
    name: "Asha Books *Pvt* Ltd",
    address: "12 Temple Street\nPune",
    reference: "PO/77 #a",
  };
  const request = { addressId, gateway: "sandbox", payment: "account" as const, buyer };
  const placed = await placeOrder(db, accountId, request, NOVEMBER);
  if (!placed.ok) throw new Error(placed.message);
  const paid = { accountId, staffId, amount: 15_000, way: "upi", reference: "UTR 5", receivedOn: "2026-12-05", orderId: 0, key: refundKey() } as const; // oxfmt-ignore
  expect(await recordAccountPayment(db, paid, DECEMBER)).toMatchObject({ ok: true });
  return { accountId, orderId: placed.orderId };
}

test("the PDF names both sides, and has what was owed before, each entry with its balance, what is late, and how to pay", async () => {
  const { accountId, orderId } = await bookshop();
  const file = await statementPdf(db, { accountId, period: december }, { now: DECEMBER });
  if (!file.ok) throw new Error(file.reason);
  expect(file.filename).toBe(`statement-${accountId}-2026-12.pdf`);
  const { text, isArchival } = readPdf(file.bytes);
  expect(isArchival).toBe(true);
  for (const part of [
    "Kitab Books LLP",
    "GSTIN 27AAPFU0939F1ZV",
    "Asha Books *Pvt* Ltd",
    "12 Temple Street",
    "December 2026",
    "1 Dec 2026Owed before400.00",
    `5 Dec 2026Payment: UPI, order #${orderId}UTR 5150.00250.00`,
    "1 to 30 days late₹250.00",
    "Owed after₹250.00",
    "UPI idkitab@upi",
  ])
    expect(text).toContain(part);
  // Of November the invoice and its reference alone; what is open is that of today.
  const before = await statementPdf(db, { accountId, period: november }, { now: DECEMBER });
  const whole = readPdf((before as { bytes: Uint8Array }).bytes).text;
  expect(whole).toMatch(/Invoice KB\/26-27\/\d+, order #\d+PO\/77 #a400\.00400\.00/);
  expect(whole).toContain("Owed after₹400.00");
  expect(whole).toContain("Together₹250.00");
  expect(await statementPdf(db, { accountId: 999_999, period: november }, { now: DECEMBER })).toEqual({
    ok: false,
    reason: "not_found",
  });
});

test("staff mail the statement with its PDF: the same once a day, three in a day at most", async () => {
  const { accountId } = await bookshop();
  const send = (month: string, now = DECEMBER) =>
    mailStatement(db, { accountId, staffId, period: periodOfMonth(month)! }, now);
  expect(await send("2026-12")).toEqual({
    ok: true,
    message: "The statement of December 2026 is on its way by mail",
  });
  expect((await send("2026-12")).message).toBe("The statement of December 2026 was mailed today");
  expect([await send("2026-11"), await send("2026-10")]).toMatchObject([{ ok: true }, { ok: true }]);
  expect((await send("2026-09")).message).toBe("3 statements were mailed to the customer today");
  expect((await send("2026-09", new Date("2026-12-29T06:00:00.000Z"))).ok).toBe(true);
  const { accountId: other } = await bookshop();
  const months = ["2026-12", "2026-11", "2026-10", "2026-09", "2026-08"].map((month) =>
    periodOfMonth(month)!,
  );
  const atOnce = await Promise.all(months.map((period) => mailStatement(db, { accountId: other, staffId, period }, DECEMBER))); // oxfmt-ignore
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(3);
  const sent: OutgoingMail[] = [];
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) };
  await sendQueuedMails(db, transport, DECEMBER, async (name) => (await makeStatement(db, name, DECEMBER))!);
  const mail = sent.find(({ subject }) => subject.endsWith("your statement of December 2026"))!;
  expect(mail.text).toMatch(/Open today: ₹250\.00[\s\S]*Of it late: ₹250\.00[\s\S]*kitab@upi/);
  expect(mail.text).toContain("/account/statement?month=2026-12");
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([`statement-${accountId}-2026-12.pdf`]);
  expect(readPdf(mail.attachments[0]!.content).text).toContain("Asha Books");
  for (const name of [
    "invoice:1",
    `statement:${accountId}:`,
    "statement:x:month=2026-12",
    `statement:${accountId}:from=1`,
  ])
    expect([name, await makeStatement(db, name, DECEMBER)]).toEqual([name, null]);
});

test("who has no terms and never had has no account; who owes keeps it when the terms end", async () => {
  const stranger = await createAccount(db);
  expect(await readOwnStatement(db, stranger, december)).toBeNull();
  const { accountId } = await bookshop();
  const fields = { groupId: null, creditLimit: 0, creditDays: null };
  await setCustomerTerms(db, { accountId, staffId, fields });
  expect(await readOwnStatement(db, accountId, december)).toMatchObject({
    credit: { limit: 0, open: 25_000 },
    statement: { opening: 40_000, closing: 25_000 },
    pay: [
      ["Account holder", "Kitab Books LLP"],
      ["UPI id", "kitab@upi"],
    ],
  });
});
