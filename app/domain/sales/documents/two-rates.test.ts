import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder, refundKey } from "~/test/orders";
import { registerForGst } from "~/test/files/documents";
import { addToCart, readCart } from "../cart/cart.server";
import { applyCoupon } from "../cart/cart-coupon.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { readDocuments } from "./read-documents.server";
import { documentFigures } from "./document-figures";
import { documentKind } from "../orders/order-documents";
import { orderTotals, taxIncluded } from "../orders/money/totals";

// Orders with books of different tax rates: printed books are exempt, e-books are not.

const rules = { shippingThreshold: 0, shippingFee: 4000, taxRate: 0 };
const book = { unitPrice: 30_000, quantity: 1, taxRate: 0 };
const ebook = { unitPrice: 11_800, quantity: 1, taxRate: 1800 };
const delivered = { ...rules, shippingThreshold: 1_000_000 };
const half = { kind: "percentage", value: 5000, mostDiscount: null } as const;

test("each line is taxed at its own rate; a line without one has the shop's", () => {
  expect(orderTotals([book, ebook], rules)).toMatchObject({ tax: 1800, total: 41_800 });
  const plain = { unitPrice: 10_500, quantity: 1 };
  expect(orderTotals([plain, ebook], { ...rules, taxRate: 500 })).toMatchObject({ tax: 500 + 1800 });
});

test("a coupon lowers the tax of each line by its share of the discount", () => {
  expect(orderTotals([book, ebook], rules, half)).toMatchObject({ discount: 20_900, tax: 900 });
});

test("delivery is taxed like the line with the highest value", () => {
  expect(orderTotals([book, ebook], delivered)).toMatchObject({ shipping: 4000, tax: 1800 });
  const many = { ...ebook, quantity: 3 };
  expect(orderTotals([book, many], delivered).tax).toBe(taxIncluded(3 * 11_800 + 4000, 1800));
});

test("the paper of an order", () => {
  expect(documentKind([book, book], true)).toBe("bill_of_supply");
  expect(documentKind([ebook], true)).toBe("tax_invoice");
  expect(documentKind([book, ebook], true)).toBe("invoice_cum_bill_of_supply");
  // Who has no GSTIN charges no GST.
  expect(documentKind([book, ebook], false)).toBe("bill");
});

const orders = fc.record({
  lines: fc.array(
    fc.record({
      unitPrice: fc.integer({ min: 1, max: 5_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      taxRate: fc.constantFrom(0, 1, 500, 1200, 1800),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  coupon: fc.option(
    fc.record({
      kind: fc.constantFrom("percentage", "amount"),
      value: fc.integer({ min: 1, max: 10_000 }),
      mostDiscount: fc.constant(null),
    }),
  ),
  shippingFee: fc.constantFrom(0, 1, 4000),
});

describe("for any order with any coupon", () => {
  test("the lines of the paper add up to the order's sums, and exempt lines bear no tax", () => {
    fc.assert(
      fc.property(orders, ({ lines, coupon, shippingFee }) => {
        const totals = orderTotals(lines, { ...delivered, shippingThreshold: 1e12, shippingFee }, coupon);
        for (const split of ["within_state", "between_states"] as const) {
          const { lines: goods, delivery } = documentFigures(
            lines.map((line) => ({ ...line, hsn: "4901", discount: 0 })),
            totals,
            split,
          );
          const all = delivery ? [...goods, delivery] : goods;
          const sum = (of: (line: (typeof all)[number]) => number) =>
            all.reduce((whole, line) => whole + of(line), 0);
          expect(sum(({ value }) => value)).toBe(totals.total);
          expect(sum(({ tax }) => tax)).toBe(totals.tax);
          expect(sum(({ discount }) => discount)).toBe(totals.discount);
          expect(sum((line) => line.centralTax + line.stateTax + line.integratedTax)).toBe(totals.tax);
          for (const line of all) {
            expect(line.taxable + line.tax).toBe(line.value);
            if (line.taxRate === 0) expect(line.tax).toBe(0);
            // Each is within two paise of the tax contained in its own value, for up to five rates.
            expect(Math.abs(line.tax - taxIncluded(line.value, line.taxRate))).toBeLessThanOrEqual(2 + 2);
          }
        }
      }),
    );
  });

  test("with one rate, the tax is the one contained in the total", () => {
    fc.assert(
      fc.property(orders, fc.constantFrom(0, 500, 1800), ({ lines, coupon, shippingFee }, taxRate) => {
        const same = lines.map((line) => ({ ...line, taxRate }));
        const totals = orderTotals(same, { ...delivered, shippingFee }, coupon);
        expect(totals.tax).toBe(taxIncluded(totals.total, taxRate));
      }),
    );
  });
});

test("an order keeps HSN and rate of its books, with a coupon and through a partial refund", async () => {
  const db = await createTestDatabase();
  const gateway = new MemoryGateway();
  await registerForGst(db.write);
  const [printed, digital] = [
    await createBook(db.write, { title: "Gora", price: 30_001 }),
    await createBook(db.write, { title: "Gora, e-book", price: 11_805, hsn: "852349", tax_rate: 1800 }),
  ];
  const accountId = await createAccount(db.write);
  await addToCart(db.write, { accountId }, { bookId: printed, quantity: 2 });
  await addToCart(db.write, { accountId }, { bookId: digital, quantity: 1 });
  await createCoupon(db.write, { code: "THIRD", kind: "percentage", value: 3333 });
  expect(await applyCoupon(db.write, { accountId }, "THIRD")).toMatchObject({ ok: true });
  const cart = await readCart(db.read, { accountId });
  const order = await createPaidOrder(db.write, gateway, { accountId, bookId: digital, quantity: 1 });

  // What is changed later is for later orders.
  await db.write.updateTable("books").set({ hsn: "4901", tax_rate: 500 }).execute();
  const refund = { orderId: order.orderId, amount: 3935, reason: "One copy", key: refundKey() };
  expect(await refundByStaff(db.write, { ...refund, staffId: await createStaff(db.write) })).toMatchObject({
    ok: true,
  });

  const lines = await db.read
    .selectFrom("order_lines")
    .select(["unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate", "discount"])
    .where("order_id", "=", order.orderId)
    .orderBy("id")
    .execute();
  expect(lines.map(({ hsn, taxRate, quantity }) => [hsn, taxRate, quantity])).toEqual([
    ["4901", 0, 2],
    ["852349", 1800, 2],
  ]);
  const row = await db.read
    .selectFrom("orders")
    .select(["discount", "shipping", "tax", "total"])
    .where("id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  const { lines: figures } = documentFigures(lines, row, "within_state");
  expect(figures.reduce((sum, line) => sum + line.value, row.shipping)).toBe(row.total);
  expect(figures[0]!.tax).toBe(0);
  expect(figures[1]!.tax).toBe(row.tax);
  expect(row.tax).toBe(taxIncluded(figures[1]!.value, 1800));
  expect(cart.totals.tax).toBeGreaterThan(0);
  const documents = await readDocuments(db.read, order.orderId);
  expect(documents.map(({ kind }) => kind)).toEqual(["invoice_cum_bill_of_supply"]);
  // What is changed later has not reached it.
  expect(documents[0]!.lines.map(({ hsn, taxRate }) => [hsn, taxRate])).toEqual([
    ["4901", 0],
    ["852349", 1800],
  ]);
});
