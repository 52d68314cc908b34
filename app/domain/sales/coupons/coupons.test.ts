import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { couponGives, couponProblemMessage, endText, startText } from "./coupon-words";
import {
  couponCode,
  couponDiscount,
  type CouponForCustomer,
  couponProblem,
  couponState,
  FOR_ALL,
} from "./coupons";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const coupon = (given: Partial<CouponForCustomer> = {}): CouponForCustomer => ({
  id: 1,
  code: "DIWALI",
  description: "",
  kind: "percentage",
  value: 1000,
  mostDiscount: null,
  minimumSubtotal: 0,
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
  ...given,
});
const share = (value: number, mostDiscount: number | null = null) =>
  ({ kind: "percentage", value, mostDiscount }) as const;
const amount = (value: number) => ({ kind: "amount", value, mostDiscount: null }) as const;

describe("the discount of a coupon", () => {
  test("is a percentage of the subtotal, half a paisa rounded up", () => {
    expect(couponDiscount(share(1000), 49_900)).toBe(4990);
    expect(couponDiscount(share(1250), 10_000)).toBe(1250);
    expect(couponDiscount(share(1000), 25)).toBe(3); // 2.5
    expect(couponDiscount(share(1000), 24)).toBe(2); // 2.4
    expect(couponDiscount(share(1), 4999)).toBe(0); // 0.4999
    expect(couponDiscount(share(1), 5000)).toBe(1); // 0.5
    expect(couponDiscount(share(10_000), 49_901)).toBe(49_901);
  });

  test("is limited by its cap", () => {
    expect(couponDiscount(share(2000, 10_000), 50_000)).toBe(10_000);
    expect(couponDiscount(share(2000, 10_000), 50_005)).toBe(10_000);
    expect(couponDiscount(share(2000, 10_000), 9_000_000)).toBe(10_000);
    expect(couponDiscount(share(2000, 10_000), 49_995)).toBe(9999);
  });

  test("can be an amount, limited by the subtotal", () => {
    expect(couponDiscount(amount(10_000), 50_000)).toBe(10_000);
    expect(couponDiscount(amount(10_000), 9999)).toBe(9999);
    expect(couponDiscount(amount(10_000), 0)).toBe(0);
  });

  test("is the percentage rounded to the nearest paisa, and never above the subtotal", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        (value, subtotal) => {
          const given = couponDiscount(share(value), subtotal);
          const distance = BigInt(given) * 10_000n - BigInt(subtotal) * BigInt(value);
          expect(distance > -5000n && distance <= 5000n).toBe(true);
          expect(given).toBeLessThanOrEqual(subtotal);
        },
      ),
    );
  });

  test("is described in a few words", () => {
    expect(couponGives(share(1000))).toBe("10% off");
    expect(couponGives(share(1250, 20_000))).toBe("12.5% off, ₹200 at most");
    expect(couponGives(amount(9950))).toBe("₹99.50 off");
  });
});

describe("a coupon can be used", () => {
  const problem = (given: Partial<CouponForCustomer>, subtotal = 50_000) => {
    const one = coupon(given);
    const found = couponProblem(one, subtotal, NOW);
    return found && couponProblemMessage(found, one);
  };

  test("always if it has no limits, but not while it is switched off; the message is that of an unknown code", () => {
    expect(problem({})).toBeNull();
    expect(problem({ active: false })).toBe("This coupon code is not valid");
  });

  test("from its start until its end", () => {
    const justBefore = new Date(NOW.getTime() - 1).toISOString();
    const justAfter = new Date(NOW.getTime() + 1).toISOString();
    expect(problem({ startsAt: NOW.toISOString() })).toBeNull();
    expect(problem({ startsAt: justBefore, endsAt: justAfter })).toBeNull();
    expect(problem({ startsAt: justAfter })).toMatch(/^This coupon is valid from 21 Nov 2026, 11:30\sam$/);
    expect(problem({ startsAt: "2026-11-30T18:30:00.000Z" })).toBe("This coupon is valid from 1 Dec 2026");
    expect(problem({ endsAt: NOW.toISOString() })).toMatch(/^This coupon ended on 21 Nov 2026, 11:30\sam$/);
    expect(problem({ endsAt: "2026-11-20T18:30:00.000Z" })).toBe("This coupon ended on 20 Nov 2026");
  });

  test("with its smallest subtotal or more", () => {
    expect(problem({ minimumSubtotal: 50_000 })).toBeNull();
    expect(problem({ minimumSubtotal: 50_001 })).toBe("This coupon needs an order of ₹500.01 or more");
    expect(problem({ minimumSubtotal: 50_000 }, 49_999)).toBe("This coupon needs an order of ₹500 or more");
  });

  test("until its limits are reached", () => {
    expect(problem({ totalLimit: 5, uses: 4 })).toBeNull();
    expect(problem({ totalLimit: 5, uses: 5 })).toBe("This coupon has been used up");
    expect(problem({ customerLimit: 2, ownUses: 1, uses: 90 })).toBeNull();
    expect(problem({ customerLimit: 2, ownUses: 2 })).toBe("You have used this coupon 2 times already");
    expect(problem({ customerLimit: 1, ownUses: 1 })).toBe("You have used this coupon already");
    // A customer who has used it gets that message, not that it is used up or the cart too small.
    const all = { customerLimit: 1, ownUses: 1, totalLimit: 1, uses: 1, minimumSubtotal: 99_999 };
    expect(problem(all)).toBe("You have used this coupon already");
    expect(problem({ totalLimit: 1, uses: 1, minimumSubtotal: 99_999 })).toBe("This coupon has been used up");
  });
});

test("a code is stored in uppercase without spaces; only a to z are changed", () => {
  expect(couponCode(" wel come-10\t")).toBe("WELCOME-10");
  expect(couponCode("straße")).toBe("STRAßE");
  expect(couponCode("  ")).toBe("");
});

test("the state depends on the switch first, then on the dates", () => {
  const before = "2026-11-20T00:00:00.000Z";
  const after = "2026-11-22T00:00:00.000Z";
  const state = (active: boolean, startsAt: string | null, endsAt: string | null) =>
    couponState({ active, startsAt, endsAt }, NOW);
  expect(state(true, null, null)).toBe("active");
  expect(state(true, before, after)).toBe("active");
  expect(state(true, after, null)).toBe("upcoming");
  expect(state(true, null, before)).toBe("over");
  expect(state(true, null, NOW.toISOString())).toBe("over");
  expect(state(false, null, before)).toBe("off");
});

test("dates are shown as days in India, the last day inclusive; within a day the time is shown", () => {
  expect(startText("2026-11-30T18:30:00.000Z")).toBe("1 Dec 2026");
  expect(endText("2026-12-31T18:30:00.000Z")).toBe("31 Dec 2026");
  expect(startText("2026-12-01T04:30:00.000Z")).toMatch(/^1 Dec 2026, 10:00\sam$/);
  expect(endText("2026-12-31T12:30:00.000Z")).toMatch(/^31 Dec 2026, 6:00\spm$/);
});
