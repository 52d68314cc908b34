import fc from "fast-check";
import { expect, test } from "vitest";
import { orderTotals, taxIncluded } from "./totals";

const rules = { shippingThreshold: 100, shippingFee: 100, taxRate: 0 };

test("shipping is free when the subtotal exceeds the threshold, not when it equals it", () => {
  expect(orderTotals([{ unitPrice: 101, quantity: 1 }], rules)).toMatchObject({ shipping: 0, total: 101 });
  expect(orderTotals([{ unitPrice: 100, quantity: 1 }], rules)).toMatchObject({ shipping: 100, total: 200 });
  expect(orderTotals([{ unitPrice: 50, quantity: 2 }], rules)).toMatchObject({ shipping: 100, total: 200 });
});

test("an empty cart costs nothing, shipping included", () => {
  expect(orderTotals([], rules)).toEqual({ itemCount: 0, subtotal: 0, shipping: 0, tax: 0, total: 0 });
});

test("tax is contained in the price, half a paisa rounded up", () => {
  expect(taxIncluded(10_500, 500)).toBe(500);
  expect(taxIncluded(11_800, 1800)).toBe(1800);
  expect(taxIncluded(21, 500)).toBe(1); // 1.0
  expect(taxIncluded(31, 500)).toBe(1); // 1.476…
  expect(taxIncluded(3, 10_000)).toBe(2); // 1.5
  expect(taxIncluded(49_900, 0)).toBe(0);
  const withTax = orderTotals([{ unitPrice: 10_500, quantity: 2 }], { ...rules, taxRate: 500 });
  expect(withTax).toMatchObject({ subtotal: 21_000, tax: 1000, total: 21_000 });
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

test("for any cart: integers, never negative, the sum of its parts, whatever the order of the lines", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), anyRules, (lines, rules) => {
      const totals = orderTotals(lines, rules);
      for (const value of Object.values(totals)) {
        expect(Number.isSafeInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
      }
      expect(totals.total).toBe(totals.subtotal + totals.shipping);
      expect([0, rules.shippingFee]).toContain(totals.shipping);
      expect(totals.tax).toBeLessThanOrEqual(totals.total);
      expect(orderTotals(lines.toReversed(), rules)).toEqual(totals);
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
