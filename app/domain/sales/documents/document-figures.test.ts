import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderTotals, taxIncluded } from "../orders/money/totals";
import { apportion, lineValues, principalAt } from "../orders/money/line-values";
import { documentFigures, type LineFigures } from "./document-figures";

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe("apportioning by largest remainder", () => {
  test("gives parts that add up to the amount, each less than a paisa away from its exact share", () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), weights, (amount, given) => {
        fc.pre(given.some((weight) => weight > 0n));
        const parts = apportion(amount, given);
        const whole = given.reduce((total, weight) => total + weight, 0n);
        expect(sum(parts)).toBe(amount);
        parts.forEach((part, at) => {
          const apart = BigInt(part) * whole - BigInt(amount) * given[at]!;
          expect(apart > -whole && apart < whole).toBe(true);
        });
      }),
    );
  });

  test("gives the paisa to the earlier of equal remainders", () => {
    expect(apportion(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
    expect(apportion(5, [1n, 2n, 3n])).toEqual([1, 2, 2]);
  });

  test("refuses weights that are all zero unless the amount is zero", () => {
    expect(apportion(0, [0n, 0n])).toEqual([0, 0]);
    expect(() => apportion(1, [0n, 0n])).toThrow();
  });
});

/** Orders as the checkout makes them: one tax rate, a discount on the books, and a shipping fee. */
const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 1, max: 5_000_000 }),
        quantity: fc.integer({ min: 1, max: 99 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    taxRate: fc.constantFrom(0, 1, 500, 1200, 1800, 10_000),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
    shippingFee: fc.constantFrom(0, 1, 4000, 9999),
  })
  .map(({ lines, taxRate, off, shippingFee }) => {
    const { subtotal } = orderTotals(lines, { shippingThreshold: 0, shippingFee, taxRate });
    const discount = Math.floor(subtotal * off);
    const total = subtotal - discount + shippingFee;
    const order = { discount, shipping: shippingFee, tax: taxIncluded(total, taxRate) };
    return {
      lines: lines.map((line) => ({ ...line, taxRate, hsn: "4901", discount: 0 })),
      order,
      subtotal,
      total,
    };
  });

describe("the figures of an order", () => {
  test.each(["within_state", "between_states"] as const)("add up to the order's sums, %s", (split) => {
    fc.assert(
      fc.property(orders, ({ lines, order, subtotal, total }) => {
        const { lines: goods, delivery } = documentFigures(lines, order, split);
        const all = delivery ? [...goods, delivery] : goods;
        const over = (of: (line: LineFigures) => number) => sum(all.map(of));
        expect(goods).toHaveLength(lines.length);
        expect(sum(goods.map((line) => line.gross))).toBe(subtotal);
        expect(over((line) => line.discount)).toBe(order.discount);
        expect(over((line) => line.value)).toBe(total);
        expect(over((line) => line.tax)).toBe(order.tax);
        expect(over((line) => line.taxable)).toBe(total - order.tax);
        for (const line of all) {
          expect(line.gross - line.discount).toBe(line.value);
          expect(line.taxable + line.tax).toBe(line.value);
          expect(line.centralTax + line.stateTax + line.integratedTax).toBe(line.tax);
          for (const figure of [line.discount, line.value, line.taxable, line.centralTax, line.stateTax])
            expect(figure).toBeGreaterThanOrEqual(0);
          // Apportioning adds an error of up to a paisa, rounding the whole tax half a paisa, and equal halves a paisa.
          const exact = (line.value * line.taxRate) / (10_000 + line.taxRate);
          expect(Math.abs(line.tax - exact)).toBeLessThanOrEqual(split === "within_state" ? 2.5 : 1.5);
          expect(Math.abs(line.centralTax - line.stateTax)).toBeLessThanOrEqual(1);
        }
        const [central, state] = [over((line) => line.centralTax), over((line) => line.stateTax)];
        if (split === "within_state") expect([0, 1]).toContain(state - central);
        else expect([central, state, over((line) => line.integratedTax)]).toEqual([0, 0, order.tax]);
      }),
      { numRuns: 150 },
    );
  });

  test("have equal halves at each rate and on each line, but for one odd paisa of a rate, which is on the second", () => {
    const rated = fc.record({
      lines: fc.array(
        fc.record({
          unitPrice: fc.integer({ min: 100, max: 1_000_000 }),
          quantity: fc.integer({ min: 1, max: 9 }),
          taxRate: fc.constantFrom(0, 500, 1200, 1800),
          hsn: fc.constant("4901"),
          discount: fc.constant(0),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      shipping: fc.constantFrom(0, 4900),
    });
    fc.assert(
      fc.property(rated, ({ lines, shipping }) => {
        const values = lineValues(lines, 0);
        const exact = [...values, { value: shipping }].map(({ value }, at) => {
          const rate = (lines[at] ?? lines[principalAt(values)]!).taxRate;
          return (value * rate) / (10_000 + rate);
        });
        const order = { discount: 0, shipping, tax: Math.round(sum(exact)) };
        const { lines: goods, delivery } = documentFigures(lines, order, "within_state");
        const all = delivery ? [...goods, delivery] : goods;
        for (const rate of new Set(all.map((line) => line.taxRate))) {
          const ofRate = all.filter((line) => line.taxRate === rate);
          const apart = ofRate.map((line) => line.stateTax - line.centralTax).filter((paise) => paise !== 0);
          expect(apart).toEqual(sum(ofRate.map((line) => line.tax)) % 2 === 0 ? [] : [1]);
        }
        expect(sum(all.map((line) => line.tax))).toBe(order.tax);
      }),
      { numRuns: 150 },
    );
  });

  test("have at each rate the tax of all its lines together, whatever other rates round to", () => {
    const line = { quantity: 1, hsn: "4901", discount: 0 };
    const lines = [
      { ...line, unitPrice: 9_999_00, quantity: 13, taxRate: 1800 },
      { ...line, unitPrice: 9_950, taxRate: 500 },
      { ...line, unitPrice: 4_001, taxRate: 500 },
    ];
    const order = { discount: 0, shipping: 4_900, tax: 19_836_00 + 664 };
    const { lines: goods, delivery } = documentFigures(lines, order, "between_states");
    expect([...goods, delivery!].map(({ tax }) => tax)).toEqual([19_828_53, 474, 190, 747]);
  });

  test("have the tax of each line at its own rate, and of delivery at the rate of the line with the highest value", () => {
    const lines = [
      { unitPrice: 10_500, quantity: 1, taxRate: 500, hsn: "4901", discount: 0 },
      { unitPrice: 11_800, quantity: 2, taxRate: 1800, hsn: "4820", discount: 0 },
      { unitPrice: 5_000, quantity: 1, taxRate: 0, hsn: "4902", discount: 0 },
    ];
    const figures = documentFigures(
      lines,
      { discount: 0, shipping: 5_900, tax: 500 + 3_600 + 900 },
      "between_states",
    );
    expect(figures.lines.map((line) => line.tax)).toEqual([500, 3_600, 0]);
    expect(figures.delivery).toMatchObject({ hsn: "4820", taxRate: 1800, tax: 900, taxable: 5_000 });
  });
});
