import fc from "fast-check";
import { expect, test } from "vitest";
import { refundProblem } from "../fulfilment/fulfilment";
import { type ReceivedPayment, refundShares } from "./order-money.server";

/** A gateway refunds no less than ₹1, so it can refund neither such a share nor such a rest. */

const LEAST = 100;

const payment = (rowId: number, gateway: string, left: number): ReceivedPayment => ({
  rowId,
  gateway,
  amount: left,
  left,
});

/** Whether a gateway can make this refund, and one of the rest. */
const isGood = (share: number, left: number) =>
  (share === 0 || share === left || share >= LEAST) && (share === left || left - share >= LEAST);

const some = fc.integer({ min: 0, max: 500 });

test("a refund takes what was paid online first, and leaves no rest there that cannot be refunded", () => {
  fc.assert(
    fc.property(some, some, some, some, (online, cash, transfer, amount) => {
      const byHand = cash + transfer;
      fc.pre(amount > 0 && refundProblem(amount, online + byHand) === null);
      const payments = [
        payment(1, "razorpay", online),
        payment(2, "cash", cash),
        payment(3, "cash", transfer),
      ];
      const shares = refundShares(payments, amount);
      expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount);
      for (const share of shares) {
        expect(share.amount).toBeGreaterThan(0);
        expect(share.amount).toBeLessThanOrEqual(share.payment.left);
      }
      const taken = shares.find(({ payment: { rowId } }) => rowId === 1)?.amount ?? 0;
      // Every share of the online payment that the rest of the money allows.
      const all = Array.from({ length: online + 1 }, (_, share) => share);
      const good = all.filter(
        (share) => share <= amount && amount - share <= byHand && isGood(share, online),
      );
      if (good.length > 0) expect(taken).toBe(good.at(-1));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  // 50 paise would be left online: ₹1 stays there instead, and the rest is paid back by hand.
  [20_000, 40_000, 19_950, [19_900, 50]],
  [20_000, 40_000, 20_000, [20_000]],
  [20_000, 40_000, 20_050, [20_000, 50]],
  [150, 40_000, 100, [100]],
])("of %i paise online and %i in cash, %i are refunded as %j", (online, cash, amount, expected) => {
  const shares = refundShares([payment(1, "razorpay", online), payment(2, "cash", cash)], amount);
  expect(shares.map((share) => share.amount)).toEqual(expected);
});
