import type { Db } from "~/db/database.server";
import type { MethodDraft, PlanInput } from "~/domain/sales/delivery/delivery-plan.schema";
import { type CodTerms, type DeliveryPlan, EMPTY_PLAN } from "~/domain/sales/delivery/plan";
import { savePlan } from "~/domain/sales/delivery/plan.server";

type ZoneInput = PlanInput["zones"][number];

export const NO_COD: CodTerms = {
  offered: false,
  fee: 0,
  from: null,
  upTo: null,
  partPercent: 0,
  partDelivery: false,
  notAtPins: [],
};

/** A method that takes any parcel for ₹40, in two to five working days. */
export const planMethod = (given: Partial<MethodDraft> = {}): MethodDraft => ({
  name: "Speed Post",
  carrier: "India Post",
  days: { from: 2, to: 5 },
  rates: { by: "flat", price: 4_000 },
  freeAbove: null,
  maxGrams: null,
  pickUp: false,
  pickUpHours: "",
  cod: NO_COD,
  ...given,
});

/** A zone that covers Karnataka with one method. */
export const planZone = (given: Partial<ZoneInput> = {}): ZoneInput => ({
  name: "South",
  states: ["Karnataka"],
  pinPrefixes: [],
  methods: [planMethod()],
  ...given,
});

/** A plan that is on, with parcels sent from Monday to Saturday and one zone. */
export const planInput = (given: Partial<PlanInput> = {}): PlanInput => ({
  isOn: true,
  packingGrams: 100,
  gramsPer100Pages: 150,
  defaultGrams: 300,
  shopPin: "560001",
  calendar: EMPTY_PLAN.calendar,
  zones: [planZone()],
  ...given,
});

/** Saves a plan over the stored one. @param by a member of staff */
export async function storePlan(db: Db, by: number, given: Partial<PlanInput> = {}): Promise<DeliveryPlan> {
  const saved = await savePlan(db, planInput(given), null, by);
  if (!saved.ok) throw new Error(saved.message);
  return saved.plan;
}
