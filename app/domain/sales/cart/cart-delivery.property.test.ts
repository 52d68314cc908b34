import fc from "fast-check";
import { expect, test } from "vitest";
import { planInput, planMethod, planZone } from "~/test/delivery-plans";
import { deliveryPlanSchema } from "../delivery/delivery-plan.schema";
import { type DeliveryPlan, PAYMENT_WAYS } from "../delivery/plan";
import { orderTotals } from "../orders/money/totals";
import { offerDelivery, withDues } from "./cart-delivery";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const SETTINGS = {
  shippingThreshold: 49_900,
  shippingFee: 4_900,
  deliveryDays: 7,
  taxRate: 0,
  codForPreorders: "no",
  transferOn: "yes",
  transferName: "Kitab",
  transferUpi: "kitab@sbi",
} as Parameters<typeof offerDelivery>[1];

const money = fc.integer({ min: 0, max: 100_000 });
const method = fc.record({
  price: money,
  freeAbove: fc.option(money),
  offered: fc.boolean(),
  fee: money,
  partPercent: fc.integer({ min: 0, max: 90 }),
  partDelivery: fc.boolean(),
});

function planOf(methods: (typeof method extends fc.Arbitrary<infer M> ? M : never)[]): DeliveryPlan {
  const draft = deliveryPlanSchema.parse(
    planInput({
      zones: [
        planZone({
          methods: methods.map(({ price, freeAbove, ...cod }) =>
            planMethod({
              rates: { by: "flat", price },
              freeAbove,
              cod: { ...cod, fee: cod.offered ? cod.fee : 0, from: null, upTo: null, notAtPins: [] },
            }),
          ),
        }),
      ],
    }),
  );
  const zones = draft.zones.map((zone) => ({
    ...zone,
    id: 1,
    methods: zone.methods.map((one, at) => ({ ...one, id: at + 1 })),
  }));
  return { ...draft, zones, nextMethodId: methods.length + 1, nextZoneId: 2 };
}

test("what is charged is what was quoted, with the fee on top; what is due now and at the door add up, with any coupon", () => {
  const books = fc.array(
    fc.record({ unitPrice: fc.integer({ min: 1, max: 200_000 }), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(
      fc.array(method, { minLength: 1, maxLength: 4 }),
      books,
      fc.constantFrom(...PAYMENT_WAYS),
      fc.integer({ min: 1, max: 10_000 }),
      fc.nat(4),
      (methods, given, payment, percent, chosen) => {
        const lines = given.map((line) => ({
          ...line,
          title: "Gora",
          weightG: 300,
          pageCount: null,
          gyanPost: null,
        }));
        const methodId = chosen === 0 ? null : Math.min(chosen, methods.length);
        const wish = { pin: "560001", methodId, payment };
        const offer = offerDelivery(planOf(methods), SETTINGS, lines, wish, NOW);
        const coupon = { kind: "percentage", value: percent, mostDiscount: null } as const;
        const totals = orderTotals(lines, SETTINGS, coupon, offer.shipping);
        const delivery = withDues(offer, totals);
        expect(totals.shipping).toBe(delivery.method!.price + delivery.codFee);
        expect(delivery.quote!.methods).toContainEqual(delivery.method);
        expect(totals.total).toBe(totals.subtotal - totals.discount + totals.shipping);
        if (methodId === null)
          for (const { price } of delivery.quote!.methods)
            expect(delivery.method!.price).toBeLessThanOrEqual(price);
        // A way that is not offered is never charged for.
        expect(delivery.problem === null).toBe(delivery.payment === payment);
        if (delivery.payment !== "cod") expect(delivery.codFee).toBe(0);
        const isLater = delivery.payment === "transfer" || delivery.payment === "account";
        expect((isLater ? totals.total : 0) + delivery.dueNow + delivery.dueAtDoor).toBe(totals.total);
        for (const due of [delivery.dueNow, delivery.dueAtDoor]) expect(due).toBeGreaterThanOrEqual(0);
        // An order of less than ₹1 is refused.
        if (delivery.dueNow > 0) expect(delivery.dueNow).toBeGreaterThanOrEqual(Math.min(100, totals.total));
      },
    ),
  );
});
