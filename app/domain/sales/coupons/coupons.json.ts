import { z } from "zod";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { toRupees } from "~/domain/kit/money";
import { typedText } from "~/domain/kit/typed-text";
import { COUPON_SORTS, type CouponSearch, type StaffCoupon } from "./staff-coupons";
import { COUPON_KINDS, COUPON_SCOPES, COUPON_STATES } from "./coupons";
import { couponDates, targetLines } from "./coupon-form";
import { CODE_RULE, COUPON_MAX, couponRules, toCouponFields } from "./coupons.schema";

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
  .meta({ description: "Time of that day, in India.", examples: ["18:30"] });

/** The body of POST /coupons/admin/paged. */
export const pagedCouponsSchema = z
  .object({
    ...listFields(COUPON_SORTS),
    state: z.enum(COUPON_STATES, { error: `state must be ${COUPON_STATES.join(", ")} or null` }).nullish(),
  })
  .transform((body): CouponSearch => ({ ...toListSearch(body), state: body.state ?? null }));

/** Only the JSON types of the fields; the rules are those of the form. */
const couponBody = z.object({
  id: id
    .min(0)
    .nullish()
    .meta({ description: "0 or left out: a new coupon.", examples: [0] }),
  version: id.nullish().meta({
    description:
      "The version of the coupon when it was read. If somebody else has changed it since, nothing is saved. Without it, the stored coupon is overwritten.",
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
    .meta({ description: "For staff.", maxLength: COUPON_MAX.description, examples: ["Diwali sale"] }),
  kind: z
    .enum(COUPON_KINDS, { error: `kind must be ${COUPON_KINDS.join(", ")}` })
    .meta({ description: "copies: three for two; delivery: free delivery, without a value." }),
  value: z
    .number()
    .nullish()
    .meta({
      description: "Per cent or rupees, at most two decimals; of copies the free ones of a set.",
      examples: [12.5],
    }),
  setSize: count
    .nullish()
    .meta({ description: `Of kind copies: how many make a set, 2 to ${COUPON_MAX.set}.`, examples: [null] }),
  scope: z
    .enum(COUPON_SCOPES, { error: `scope must be ${COUPON_SCOPES.join(", ")}` })
    .nullish()
    .meta({ description: "The books that it is for; left out: all.", examples: ["all"] }),
  which: z
    .array(z.string().max(COUPON_MAX.target))
    .max(COUPON_MAX.targets)
    .nullish()
    .meta({
      description: "Names of authors or tags; ISBN, number (#12) or title of books. Empty for all books.",
      examples: [[]],
    }),
  leastCopies: count.nullish().meta({ description: "Copies of these books.", examples: [1] }),
  groupId: id
    .nullish()
    .meta({ description: "Only for the members of this customer group.", examples: [null] }),
  leastBought: z
    .number()
    .nullish()
    .meta({ description: "Rupees that the customer's orders must have come to before.", examples: [2000] }),
  automatic: z
    .boolean()
    .nullish()
    .meta({
      description: "Needs no code: of all that apply the one that takes off most holds.",
      examples: [false],
    }),
  mostDiscount: z
    .number()
    .nullish()
    .meta({ description: "Rupees; only for a percentage.", examples: [200] }),
  minimumSubtotal: z
    .number()
    .nullish()
    .meta({ description: "Rupees.", examples: [500] }),
  startsOn: day.nullish().meta({
    description: "A day in India. The coupon is valid from the start of the day unless startsTime is given.",
  }),
  startsTime: clock.nullish(),
  endsOn: day.nullish().meta({
    description: "A day in India. The coupon is valid until the end of the day unless endsTime is given.",
    examples: ["2026-12-31"],
  }),
  endsTime: clock.nullish(),
  totalLimit: count.nullish().meta({ description: "Orders of all customers together." }),
  customerLimit: count.nullish().meta({ description: "Orders of one customer.", examples: [1] }),
  active: z
    .boolean()
    .nullish()
    .meta({
      description: "If absent, a new coupon is active, and an existing one is not changed.",
      examples: [true],
    }),
});

const couponInBody = couponRules.safeExtend({
  id: z.number().nullable(),
  version: z.number().nullable(),
  keepsActive: z.boolean(),
});

/** The body of POST /coupons: a coupon as staff type it, its id, and the version that was read. Absent means empty. */
export const couponBodySchema = couponBody
  .transform((body): z.input<typeof couponInBody> => ({
    ...body,
    id: body.id || null,
    version: body.version ?? null,
    which: body.which?.join("\n"),
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
    value: z
      .number()
      .nullable()
      .meta({ description: "Per cent or rupees; free copies; null of free delivery.", examples: [10] }),
    setSize: count.nullable(),
    scope: z.enum(COUPON_SCOPES),
    which: z
      .array(z.string())
      .meta({ description: "Authors, tags, or books as #number title.", examples: [[]] }),
    leastCopies: count.meta({ examples: [1] }),
    groupId: id.nullable().meta({ examples: [null] }),
    leastBought: rupees,
    automatic: z.boolean(),
    mostDiscount: rupees.nullable(),
    minimumSubtotal: rupees,
    startsOn: day.nullable(),
    startsTime: clock.nullable(),
    endsOn: day.nullable(),
    endsTime: clock.nullable(),
    totalLimit: count.nullable(),
    customerLimit: count.nullable(),
    active: z.boolean(),
    state: z.enum(COUPON_STATES).meta({ description: "Depends on `active` and the dates." }),
    uses: count.meta({ description: "Orders that hold a use of it.", examples: [12] }),
    version: id,
  })
  .meta({ id: "StaffCoupon" });

export const staffCouponPageJson = listJson(staffCouponJson, "StaffCouponPage");

/** A coupon as staff see it; amounts in rupees, a percentage as a number. */
export function staffCouponToJson(coupon: StaffCoupon): z.input<typeof staffCouponJson> {
  const {
    startsAt: _,
    endsAt: __,
    value,
    mostDiscount,
    minimumSubtotal,
    leastBought,
    targets,
    group,
    ...same
  } = coupon;
  const { kind } = coupon;
  return {
    ...same,
    ...couponDates(coupon),
    value: kind === "delivery" ? null : kind === "copies" ? value : value / 100,
    which: targetLines({ scope: same.scope, targets }),
    groupId: group?.id ?? null,
    leastBought: toRupees(leastBought),
    mostDiscount: mostDiscount === null ? null : toRupees(mostDiscount),
    minimumSubtotal: toRupees(minimumSubtotal),
  };
}

const shownValue = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .meta({ description: "As staff read it." });

/** What others have changed since the coupon was read. */
export const couponClashJson = z
  .object({
    version: id.meta({ description: "Send this version to save anyway." }),
    fields: z
      .array(z.object({ field: z.string(), stored: shownValue, yours: shownValue }))
      .meta({ description: "The fields that saving would overwrite." }),
  })
  .meta({ id: "CouponClash" });
