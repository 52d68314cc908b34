import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import {
  lowerInvoice,
  recordAccountPayment,
  takeBackAccountPayment,
} from "~/domain/sales/trade/account-money.server";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { accountReceipts, openInvoices } from "~/domain/sales/trade/on-account.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { createOrderShop, refundKey } from "~/test/orders";
import { periodOfMonth } from "../period";
import { readStatement, statementList } from "./statement.server";
import { openByAge, statementOf } from "./statement";

const NOVEMBER = new Date("2026-11-21T06:00:00.000Z");
const DECEMBER = new Date("2026-12-03T06:00:00.000Z");
const ALL = { from: "2026-11-01", to: "2026-12-31" };

let db: Db;
let staffId: number;
let bookId: number;
beforeAll(async () => {
  ({ db, staffId } = await createOrderShop());
  bookId = await createBook(db, { price: 20_000, stock: 100_000, title: "Gora" });
});

async function customer() {
  const accountId = await createAccount(db);
  const fields = { groupId: null, creditLimit: 10_000_000, creditDays: 30 };
  await setCustomerTerms(db, { accountId, staffId, fields });
  return { accountId, addressId: await createAddress(db, accountId) };
}

async function ordered(
  { accountId, addressId }: Awaited<ReturnType<typeof customer>>,
  quantity: number,
  now: Date,
) {
  await addToCart(db, { accountId }, { bookId, quantity }, now);
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox", payment: "account" }, now);
  if (!placed.ok) throw new Error(placed.message);
  return placed.orderId;
}

test("orders, notes and payments of two months add up to what is open, month by month", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ kind: fc.constantFrom("order", "pay", "lower", "edit", "cancel", "take back"), by: fc.nat(), isLater: fc.boolean() }), { minLength: 3, maxLength: 9 }), // oxfmt-ignore
      async (steps) => {
        const shop = await customer();
        const by = { accountId: shop.accountId, staffId };
        // Time goes on.
        for (const { kind, by: size, isLater } of steps.toSorted(
          (a, b) => Number(a.isLater) - Number(b.isLater),
        )) {
          const now = isLater ? DECEMBER : NOVEMBER;
          const invoices = await openInvoices(db, shop.accountId);
          const one = invoices[size % Math.max(1, invoices.length)];
          if (kind === "order") await ordered(shop, 1 + (size % 3), now);
          if (kind === "take back") {
            const receipt = (await accountReceipts(db, shop.accountId)).find(
              ({ takenBack }) => takenBack === null,
            );
            if (receipt)
              await takeBackAccountPayment(db, { ...by, receiptId: receipt.id, reason: "Bounced" }, now);
          }
          if (!one) continue;
          const amount = 1 + (size % one.open);
          const { orderId } = one;
          if (kind === "pay")
            await recordAccountPayment(db, { ...by, amount, way: "upi", reference: "U", receivedOn: now.toISOString().slice(0, 10), orderId: 0, key: refundKey() }, now); // oxfmt-ignore
          if (kind === "lower")
            await lowerInvoice(db, { ...by, orderId, amount, reason: "Damaged", key: refundKey() }, now);
          if (kind === "cancel" && one.received === 0)
            await cancelByStaff(db, { orderId, staffId, note: "" }, now);
          if (kind === "edit" && one.received === 0 && one.credited === 0) {
            const edit = editOrderSchema.parse({
              version: await orderVersion(db, orderId),
              add: [{ bookId, qty: 1 }],
            });
            await editOrder(db, { orderId, staffId, ...edit }, now);
          }
        }
        const open = (await openInvoices(db, shop.accountId)).reduce((sum, invoice) => sum + invoice.open, 0);
        const whole = await readStatement(db, shop.accountId, ALL);
        expect([whole.opening, whole.closing]).toEqual([0, open]);
        expect(whole.debits - whole.credits).toBe(open);
        const [first, second] = await Promise.all(
          ["2026-11", "2026-12"].map((month) => readStatement(db, shop.accountId, periodOfMonth(month)!)),
        );
        expect([first!.closing, second!.closing]).toEqual([second!.opening, open]);
        expect([...first!.rows, ...second!.rows]).toEqual(whole.rows);
      },
    ),
    { numRuns: 12 },
  );
});

test("a payment for several invoices is one entry; a stranger's statement is empty; the file has what the page has", async () => {
  const shop = await customer();
  const [first, second] = [await ordered(shop, 1, NOVEMBER), await ordered(shop, 2, NOVEMBER)];
  const open = (await openInvoices(db, shop.accountId)).map((invoice) => invoice.open);
  const amount = open[0]! + 100;
  const given = { accountId: shop.accountId, staffId, amount, way: "cheque", reference: "CH 7", receivedOn: "2026-11-21", orderId: 0, key: refundKey() } as const; // oxfmt-ignore
  expect(await recordAccountPayment(db, given, NOVEMBER)).toMatchObject({ ok: true });
  const { rows, closing } = await readStatement(db, shop.accountId, ALL);
  expect(rows.map(({ kind, orderId, debit, credit }) => [kind, orderId, debit, credit])).toEqual([
    ["invoice", first, open[0], 0],
    ["invoice", second, open[1], 0],
    ["payment", null, 0, amount],
  ]);
  expect(rows[2]).toMatchObject({ number: "Cheque", reference: "CH 7", balance: open[1]! - 100 });
  expect(closing).toBe(open[1]! - 100);

  const other = await customer();
  expect(await readStatement(db, other.accountId, ALL)).toEqual(statementOf(0, []));

  let csv = "";
  for await (const part of statementList(shop.accountId).file(db, { ...ALL, month: null }, "csv"))
    csv += String(part);
  const lines = csv.trim().split(/\r?\n/);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe(`2026-12-31,Owed after,,,,,,${((open[1]! - 100) / 100).toFixed(2)}`);
});

test("what is open is summed by how long it is late", () => {
  const dueOn = [
    "2026-12-21",
    "2026-12-20",
    "2026-11-20",
    "2026-11-19",
    "2026-10-21",
    "2026-09-21",
    "2026-09-20",
  ];
  const invoices = dueOn.map((day, at) => ({ dueOn: day, open: 10 ** at }));
  expect(openByAge(invoices, "2026-12-20")).toEqual([11, 100, 11_000, 100_000, 1_000_000]);
});
