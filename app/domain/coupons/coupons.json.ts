import { z } from "zod";
import { listJson } from "../listing/listing.json";
import { listFields, toListSearch } from "../listing/listing.schema";
import { toRupees } from "../money";
import { typedText } from "../typed-text";
import { COUPON_SORTS, type CouponSearch, type StaffCoupon } from "./staff-coupons";
import { COUPON_KINDS, COUPON_STATES } from "./coupons";
import { CODE_RULE, COUPON_MAX, couponDates, couponRules, toCouponFields } from "./coupons.schema";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });
const rupees = z.number().meta({ examples: [200] });
const count = z
  .number()
  .int()
  .meta({ examples: [100] });
const day = z
  .string()
  .max(100)
  .meta({ description: "A day in India.", format: "date", examples: ["2026-12-01"] });
const clock = z
  .string()
  .max(100)
  .meta({ description: "Of that day, in India.", examples: ["18:30"] });

/** The body of POST /coupons/admin/paged. */
export const pagedCouponsSchema = z
  .object({
    ...listFields(COUPON_SORTS),
    state: z.enum(COUPON_STATES, { error: `state must be ${COUPON_STATES.join(", ")} or null` }).nullish(),
  })
  .transform((body): CouponSearch => ({ ...toListSearch(body), state: body.state ?? null }));

/** The rules are the form's: here stand only the types that JSON has and forms have not. */
const couponBody = z.object({
  id: id
    .min(0)
    .nullish()
    .meta({ description: "0 or left out: a new coupon.", examples: [0] }),
  version: id.nullish().meta({
    description:
      "Of the coupon as it was read: when others changed it since, nothing is saved. Left out, what is sent is written over whatever is stored.",
  }),
  code: typedText(COUPON_MAX.code, CODE_RULE).meta({
    maxLength: undefined,
    description: `3 to ${COUPON_MAX.code} letters, digits or hyphens; case and spaces do not matter.`,
    examples: ["DIWALI-26"],
  }),
  description: typedText(
    COUPON_MAX.description,
    `Description must be ${COUPON_MAX.description} characters or less`,
  )
    .nullish()
    .meta({ description: "For staff.", maxLength: COUPON_MAX.description, examples: ["The feast"] }),
  kind: z.enum(COUPON_KINDS, { error: `kind must be ${COUPON_KINDS.join(" or ")}` }),
  value: z.number().meta({ description: "Per cent or rupees, two decimals at most.", examples: [12.5] }),
  mostDiscount: z
    .number()
    .nullish()
    .meta({ description: "Rupees; of a percentage alone.", examples: [200] }),
  minimumSubtotal: z
    .number()
    .nullish()
    .meta({ description: "Rupees.", examples: [500] }),
  startsOn: day.nullish().meta({ description: "A day in India, from its begin unless startsTime is told." }),
  startsTime: clock.nullish(),
  endsOn: day.nullish().meta({
    description: "A day in India, counted in unless endsTime is told.",
    examples: ["2026-12-31"],
  }),
  endsTime: clock.nullish(),
  totalLimit: count.nullish().meta({ description: "Orders in all." }),
  customerLimit: count.nullish().meta({ description: "Orders of one customer.", examples: [1] }),
  active: z
    .boolean()
    .nullish()
    .meta({
      description: "Left out, a new coupon is switched on and another stays as it is.",
      examples: [true],
    }),
});

const couponInBody = couponRules.safeExtend({
  id: z.number().nullable(),
  version: z.number().nullable(),
  keepsActive: z.boolean(),
});

/** The body of POST /coupons: a coupon as staff type it, which one, and the state it was read in. What is left out is none. */
export const couponBodySchema = couponBody
  .transform((body): z.input<typeof couponInBody> => ({
    ...body,
    id: body.id || null,
    version: body.version ?? null,
    active: body.active ?? true,
    keepsActive: body.active == null,
  }))
  .pipe(couponInBody)
  .transform(({ id, version, keepsActive, ...typed }) => ({
    id,
    version,
    keepsActive,
    fields: toCouponFields(typed),
  }));

/** A coupon as staff see it. Money in rupees. */
export const staffCouponJson = z
  .object({
    id,
    code: z.string().meta({ examples: ["WELCOME10"] }),
    description: z.string().meta({ examples: ["For new customers"] }),
    kind: z.enum(COUPON_KINDS),
    value: z.number().meta({ description: "Per cent or rupees.", examples: [10] }),
    mostDiscount: rupees.nullable(),
    minimumSubtotal: rupees,
    startsOn: day.nullable(),
    startsTime: clock.nullable(),
    endsOn: day.nullable(),
    endsTime: clock.nullable(),
    totalLimit: count.nullable(),
    customerLimit: count.nullable(),
    active: z.boolean(),
    state: z.enum(COUPON_STATES).meta({ description: "By its switch and its dates." }),
    uses: count.meta({ description: "Orders that hold a use of it.", examples: [12] }),
    version: id,
  })
  .meta({ id: "StaffCoupon" });

export const staffCouponPageJson = listJson(staffCouponJson, "StaffCouponPage");

export function staffCouponToJson(coupon: StaffCoupon): z.input<typeof staffCouponJson> {
  const { startsAt: _, endsAt: __, value, mostDiscount, minimumSubtotal, ...same } = coupon;
  return {
    ...same,
    ...couponDates(coupon),
    value: value / 100,
    mostDiscount: mostDiscount === null ? null : toRupees(mostDiscount),
    minimumSubtotal: toRupees(minimumSubtotal),
  };
}

const told = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .meta({ description: "As people read it." });

/** What others changed of a coupon meanwhile. */
export const couponClashJson = z
  .object({
    version: id.meta({ description: "Send it to save all the same." }),
    fields: z
      .array(z.object({ field: z.string(), stored: told, yours: told }))
      .meta({ description: "What saving would write over." }),
  })
  .meta({ id: "CouponClash" });
