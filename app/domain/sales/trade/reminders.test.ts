import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { createOrderShop } from "~/test/orders";
import { addToCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { setCustomerTerms } from "./customer-terms.server";
import { openInvoices } from "./on-account.server";
import { remindLate } from "./reminders.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const LATE = new Date("2026-12-30T06:00:00.000Z");
const NEXT_DAY = new Date("2026-12-31T06:00:00.000Z");

let db: Db;
let staffId: number;
let bookId: number;
beforeAll(async () => {
  ({ db, staffId } = await createOrderShop());
  await setSettings(db, { transferOn: "yes", transferName: "Kitab Books", transferUpi: "kitab@upi" });
  bookId = await createBook(db, { price: 20_000, stock: 1_000, title: "Gora" });
});

async function buyer(creditDays: number, email?: string) {
  const accountId = await createAccount(db, { first_name: "Asha", ...(email && { email }) });
  const fields = { groupId: null, creditLimit: 1_000_000, creditDays };
  await setCustomerTerms(db, { accountId, staffId, fields });
  await addToCart(db, { accountId }, { bookId, quantity: 2 }, NOW);
  const addressId = await createAddress(db, accountId);
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox", payment: "account" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  return accountId;
}

test("who is late is mailed what and where to pay, once a day; others are named and left out", async () => {
  const [late, inTime, silent] = [
    await buyer(30, "late@example.in"),
    await buyer(60, "in-time@example.in"),
    await buyer(30, "fair-1@no-email.invalid"),
  ];
  const remind = (now = LATE) =>
    remindLate(db, { accountIds: [late, inTime, silent, late, 99_999], staffId }, now);
  expect(await remind()).toEqual({
    ok: true,
    message:
      "1 customer is reminded by mail; 1 customer without an email address; 2 customers with nothing late",
  });
  const [invoice] = await openInvoices(db, late);
  const mails = async (email: string) =>
    (await mailsTo(db, email)).filter(({ subject }) => /still to be paid/.test(subject));
  const [mail, ...more] = await mails("late@example.in");
  expect(more).toEqual([]);
  for (const text of [
    invoice!.invoiceNo,
    "21 Dec 2026",
    "9 days late",
    "kitab@upi",
    "Kitab Books",
    "Dear Asha",
    "/account/statement",
  ])
    expect(mail!.text_body).toContain(text);
  expect(await mails("in-time@example.in")).toEqual([]);
  expect(JSON.stringify(await readAudit(db, "customer", late))).toContain("reminded of what is late");

  expect(await remind()).toMatchObject({
    ok: false,
    message: expect.stringContaining("had a reminder today"),
  });
  expect(await remind(NEXT_DAY)).toMatchObject({ ok: true });
  expect(await mails("late@example.in")).toHaveLength(2);
  expect(await remindLate(db, { accountIds: [], staffId }, LATE)).toMatchObject({ ok: false });
});
