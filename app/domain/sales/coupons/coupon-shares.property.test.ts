import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineValues } from "../orders/money/line-values";
import { couponGives } from "./coupon-words";
import { type AppliedTerms, couponShares } from "./coupons";

const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0);
const threeForTwo = { kind: "copies", value: 1, setSize: 3, mostDiscount: null } as const;
const shares = (terms: AppliedTerms, ...lines: [bookId: number, unitPrice: number, quantity: number][]) =>
  couponShares(
    terms,
    lines.map(([bookId, unitPrice, quantity]) => ({ bookId, unitPrice, quantity })),
    Infinity,
  );

describe("three for two", () => {
  test("gives the cheapest of each set, from the dearest copies down, shared by the prices of its books", () => {
    expect(shares(threeForTwo, [1, 30_000, 1], [2, 20_000, 1], [3, 10_000, 1])).toEqual([5000, 3333, 1667]);
    expect(shares(threeForTwo, [1, 30_000, 2])).toEqual([0]);
    // The sets are 300, 300, 200 and 200, 100, 100; the seventh copy is in none.
    expect(sum(shares(threeForTwo, [1, 30_000, 2], [2, 20_000, 2], [3, 10_000, 3]))).toBe(30_000);
    expect(sum(shares({ ...threeForTwo, value: 2 }, [1, 30_000, 1], [2, 100, 2]))).toBe(200);
  });

  test("counts the copies of its books alone, and takes nothing off others", () => {
    expect(shares({ ...threeForTwo, books: [1, 2] }, [1, 20_000, 2], [2, 20_000, 1], [3, 100, 9])).toEqual([
      13_333, 6667, 0,
    ]);
    expect(shares({ ...threeForTwo, books: [] }, [1, 20_000, 3])).toEqual([0]);
  });
});

test("a coupon in words", () => {
  const tags = { scope: "tags", targets: [{ id: 1, name: "Children" }] } as const;
  expect(couponGives({ ...threeForTwo, ...tags, targets: [...tags.targets] })).toBe(
    "Three for two on books tagged Children",
  );
  const many = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Book ${id}` }));
  const half = { kind: "percentage", value: 5000, mostDiscount: 20_000 } as const;
  expect(couponGives({ ...half, scope: "books", targets: many })).toBe(
    "50% off, ₹200 at most on “Book 1” or “Book 2” or “Book 3” or 2 more",
  );
  const delivery = { kind: "delivery", value: 10_000, mostDiscount: null } as const;
  expect(couponGives(delivery)).toBe("Free delivery");
  expect(couponGives({ ...delivery, scope: "authors", targets: [{ id: 1, name: "Tagore" }] })).toBe(
    "Free delivery with books by Tagore",
  );
});

const line = fc.record({
  unitPrice: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 500_000 })),
  quantity: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 10_000 })),
});
const scope = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }));
const percentage = fc.record({
  kind: fc.constant("percentage" as const),
  value: fc.integer({ min: 1, max: 10_000 }),
  mostDiscount: fc.option(fc.integer({ min: 1, max: 100_000 })),
  books: scope,
});
const amount = fc.record({
  kind: fc.constant("amount" as const),
  value: fc.integer({ min: 1, max: 1_000_000 }),
  mostDiscount: fc.constant(null),
  books: scope,
});
const copies = fc
  .record({ size: fc.integer({ min: 2, max: 20 }), free: fc.nat(), books: scope })
  .map(({ size, free, books }) => ({
    kind: "copies" as const,
    value: 1 + (free % (size - 1)),
    setSize: size,
    mostDiscount: null,
    books,
  }));

test("shares of any rule are whole paise from 0 to the line's price, and do not depend on the order of the lines", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.oneof(percentage, amount, copies),
      fc.oneof(fc.constant(Infinity), fc.nat(100_000)),
      fc.nat(5),
      (plain, terms, most, more) => {
        const lines = plain.map((one, bookId) => ({ ...one, bookId }));
        const given = couponShares(terms, lines, most);
        for (const [at, share] of given.entries()) {
          const { bookId, unitPrice, quantity } = lines[at]!;
          expect(Number.isSafeInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(unitPrice * quantity);
          if (terms.books && !terms.books.includes(bookId)) expect(share).toBe(0);
        }
        expect(sum(given)).toBeLessThanOrEqual(most);
        const turned = couponShares(terms, lines.toReversed(), most).toReversed();
        expect(sum(turned)).toBe(sum(given));
        // Equal lines alone can change places, by the one paisa that is left over.
        for (const [at, share] of turned.entries())
          expect(Math.abs(share - given[at]!)).toBeLessThanOrEqual(1);
        // One more copy never makes the discount less.
        const at = more % lines.length;
        const grown = lines.map((one, index) =>
          index === at ? { ...one, quantity: one.quantity + 1 } : one,
        );
        expect(sum(couponShares(terms, grown, most))).toBeGreaterThanOrEqual(sum(given));
      },
    ),
  );
});

test("what an order keeps of them is its discount on each line, with the rest of a discount that is not theirs", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), copies, fc.nat(99), (plain, terms, more) => {
      const lines = plain.map((one, bookId) => ({ ...one, bookId }));
      const own = couponShares(terms, lines, Infinity);
      const kept = lines.map((one, at) => ({ ...one, discount: own[at]! }));
      expect(lineValues(kept, sum(own)).map(({ discount }) => discount)).toEqual(own);
      const whole = sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));
      for (const discount of [Math.min(whole, sum(own) + more), Math.max(0, sum(own) - more)]) {
        const values = lineValues(kept, discount);
        expect(sum(values.map((value) => value.discount))).toBe(discount);
        for (const { value } of values) expect(value).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
