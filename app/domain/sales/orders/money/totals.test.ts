import fc from "fast-check";
import { expect, test } from "vitest";
import { type CouponForCustomer, FOR_ALL } from "../../coupons/coupons";
import { cartTotals, orderTotals, SMALLEST_TOTAL, taxIncluded } from "./totals";

const rules = { shippingThreshold: 100, shippingFee: 100, taxRate: 0 };
const half = { kind: "percentage", value: 5000, mostDiscount: null } as const;
const off = (value: number) => ({ kind: "amount", value, mostDiscount: null }) as const;

test("shipping is free when the subtotal exceeds the threshold, not when it equals it", () => {
  expect(orderTotals([{ unitPrice: 101, quantity: 1 }], rules)).toMatchObject({ shipping: 0, total: 101 });
  expect(orderTotals([{ unitPrice: 100, quantity: 1 }], rules)).toMatchObject({ shipping: 100, total: 200 });
  expect(orderTotals([{ unitPrice: 50, quantity: 2 }], rules)).toMatchObject({ shipping: 100, total: 200 });
});

test("an empty cart has no shipping fee", () => {
  const nothing = { itemCount: 0, subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 };
  expect(orderTotals([], rules)).toEqual(nothing);
  expect(orderTotals([], rules, half)).toEqual(nothing);
});

test("the tax is contained in the price, half a paisa rounded up", () => {
  expect(taxIncluded(10_500, 500)).toBe(500);
  expect(taxIncluded(11_800, 1800)).toBe(1800);
  expect(taxIncluded(21, 500)).toBe(1); // 1.0
  expect(taxIncluded(31, 500)).toBe(1); // 1.476…
  expect(taxIncluded(3, 10_000)).toBe(2); // 1.5
  expect(taxIncluded(49_900, 0)).toBe(0);
  const withTax = orderTotals([{ unitPrice: 10_500, quantity: 2 }], { ...rules, taxRate: 500 });
  expect(withTax).toMatchObject({ subtotal: 21_000, tax: 1000, total: 21_000 });
});

test("the tax is computed from the total after the discount", () => {
  const lines = [{ unitPrice: 10_500, quantity: 2 }];
  expect(orderTotals(lines, { ...rules, taxRate: 500 }, half)).toEqual({
    itemCount: 2,
    subtotal: 21_000,
    discount: 10_500,
    shipping: 0,
    tax: 500,
    total: 10_500,
  });
});

test("whether shipping is free depends on the subtotal before the discount", () => {
  const lines = [{ unitPrice: 50_000, quantity: 1 }];
  const fromFive = { ...rules, shippingThreshold: 49_999, shippingFee: 4000 };
  expect(orderTotals(lines, fromFive, off(20_000))).toMatchObject({ shipping: 0, total: 30_000 });
  const above = { ...fromFive, shippingThreshold: 50_000 };
  expect(orderTotals(lines, above, off(20_000))).toMatchObject({ shipping: 4000, total: 34_000 });
});

test("a discount leaves at least one rupee to pay, and does not reduce the shipping fee", () => {
  const lines = [{ unitPrice: 50_000, quantity: 1 }];
  expect(orderTotals(lines, rules, off(50_000))).toMatchObject({ discount: 49_900, total: 100 });
  expect(orderTotals(lines, rules, off(49_900))).toMatchObject({ discount: 49_900, total: 100 });
  expect(orderTotals(lines, rules, off(49_899))).toMatchObject({ discount: 49_899, total: 101 });
  const delivered = { ...rules, shippingThreshold: 60_000, shippingFee: 4000 };
  expect(orderTotals(lines, delivered, off(90_000))).toMatchObject({ discount: 50_000, total: 4000 });
  const small = { ...delivered, shippingFee: 40 };
  expect(orderTotals(lines, small, off(90_000))).toMatchObject({ discount: 49_940, total: 100 });
  // A total below one rupee gets no discount; placing the order refuses it.
  const free = [{ unitPrice: 50, quantity: 1 }];
  expect(orderTotals(free, { ...rules, shippingFee: 0 }, half)).toMatchObject({ discount: 0, total: 50 });
});

const NOW = new Date("2026-11-21T06:00:00.000Z");
const forCustomer: CouponForCustomer = {
  ...half,
  id: 1,
  code: "HALF",
  description: "",
  minimumSubtotal: 500,
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  customerLimit: null,
  active: true,
  uses: 0,
  ownUses: 0,
  ...FOR_ALL,
  isForThem: true,
  bought: 0,
  books: null,
};

test("a coupon that does not apply or gives no discount is reported with the reason", () => {
  const cart = (unitPrice: number, coupon: CouponForCustomer | null) =>
    cartTotals([{ unitPrice, quantity: 1 }], { ...rules, shippingFee: 0 }, coupon, NOW);
  expect(cart(500, forCustomer)).toMatchObject({ totals: { discount: 250, total: 250 }, problem: null });
  expect(cart(499, forCustomer)).toMatchObject({
    totals: { discount: 0, total: 499 },
    problem: "below_minimum",
  });
  expect(cart(500, null)).toMatchObject({ totals: { discount: 0 }, problem: null });
  const tiny = { ...forCustomer, value: 1, minimumSubtotal: 0 };
  expect(cart(500, tiny)).toMatchObject({ totals: { discount: 0 }, problem: "gives_nothing" });
});

const line = fc.record({
  unitPrice: fc.integer({ min: 0, max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 10_000 }),
});
const anyRules = fc.record({
  shippingThreshold: fc.integer({ min: 0, max: 1_000_000 }),
  shippingFee: fc.integer({ min: 0, max: 100_000 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
});

const anyCoupon = fc.option(
  fc.oneof(
    fc.record({
      kind: fc.constant("percentage" as const),
      value: fc.integer({ min: 1, max: 10_000 }),
      mostDiscount: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
    }),
    fc.record({
      kind: fc.constant("amount" as const),
      value: fc.integer({ min: 1, max: 10_000_000_000 }),
      mostDiscount: fc.constant(null),
    }),
  ),
);

test("totals of any cart are integers, not negative, add up, and do not depend on the order of the lines", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), anyRules, anyCoupon, (lines, rules, coupon) => {
      const totals = orderTotals(lines, rules, coupon);
      for (const value of Object.values(totals)) {
        expect(Number.isSafeInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
      }
      expect(totals.total).toBe(totals.subtotal - totals.discount + totals.shipping);
      expect(totals.discount).toBeLessThanOrEqual(totals.subtotal);
      if (coupon === null) expect(totals.discount).toBe(0);
      if (totals.discount > 0) expect(totals.total).toBeGreaterThanOrEqual(SMALLEST_TOTAL);
      const plain = orderTotals(lines, rules);
      expect([totals.shipping, totals.subtotal]).toEqual([plain.shipping, plain.subtotal]);
      expect([0, rules.shippingFee]).toContain(totals.shipping);
      expect(totals.tax).toBeLessThanOrEqual(totals.total);
      expect(orderTotals(lines.toReversed(), rules, coupon)).toEqual(totals);
    }),
  );
});

test("the tax is the nearest whole paisa to amount × rate / (1 + rate)", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, rate) => {
        const exact = BigInt(amount) * BigInt(rate);
        const whole = 10_000n + BigInt(rate);
        const distance = BigInt(taxIncluded(amount, rate)) * whole - exact;
        expect(2n * (distance < 0n ? -distance : distance) <= whole).toBe(true);
      },
    ),
  );
});
