import { z } from "zod";
import { indianDayStart, isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { typedMax } from "~/domain/kit/typed-text";
import { type Coupon, COUPON_KINDS, COUPON_SCOPES, couponCode } from "./coupons";

/** The maximum length of each input, and the highest amounts and limits. Money in paise. */
export const COUPON_MAX = {
  code: 30,
  description: 200,
  number: 12,
  money: 10_000_000,
  limit: 1_000_000,
  set: 20,
  copies: 10_000,
  targets: 20,
  target: 200,
  targetsText: 4000,
} as const;

const MOST_PERCENT = 10_000;
const EARLIEST = "2000-01-01";
const LATEST = "2999-12-31";

/** A field from a form (text) or from JSON (text, number or null); an absent field counts as empty. */
const typed = (label: string) =>
  z
    .union(
      [
        z
          .string()
          .max(
            typedMax(COUPON_MAX.description),
            `${label} must be ${COUPON_MAX.description} characters or less`,
          ),
        z.number(),
        z.null(),
      ],
      { error: `${label} must be a text or a number` },
    )
    .optional()
    .transform((value) =>
      String(value ?? "")
        .replace(/[\p{Cc}\s]+/gu, " ")
        .trim(),
    );

/** @param text its digits are 0 to 9 */
type Read<Value> = (text: string) => { value: Value } | { problem: string };

/** A field that is parsed by `read`, with one message if it is invalid. */
const field = <Value>(label: string, read: Read<Value>) =>
  typed(label).transform((text, context): Value => {
    const found = read(asciiDigits(text));
    if ("value" in found) return found.value;
    context.addIssue({ code: "custom", message: found.problem });
    return z.NEVER;
  });

const orNone =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (text) =>
    text === "" ? { value: null } : read(text);

/** Reads rupees or per cent with at most two decimals as hundredths: paise, or hundredths of a per cent. */
const hundredths =
  (label: string, least: number): Read<number> =>
  (text) => {
    if (!text) return { problem: `${label} is required` };
    const plain = text.replace(/[₹%,\s]/g, "");
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain))
      return { problem: `${label} must be a number with at most two decimals` };
    const value = Math.round(Number(plain) * 100);
    if (value < least) return { problem: `${label} must be more than 0` };
    const problem = `${label} must be at most ${COUPON_MAX.money / 100} rupees`;
    return value <= COUPON_MAX.money ? { value } : { problem };
  };

const whole =
  (label: string, least = 1, most: number = COUPON_MAX.limit): Read<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    const problem = `${label} must be a whole number from ${least} to ${most}`;
    return value >= least && value <= most ? { value } : { problem };
  };

const date =
  (label: string): Read<string> =>
  (text) =>
    isPlainDate(text) && text >= EARLIEST && text <= LATEST
      ? { value: text }
      : { problem: `${label} must be a date such as 2026-11-28` };

const time =
  (label: string): Read<string> =>
  (text) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
      ? { value: text }
      : { problem: `${label} must be a time such as 18:30` };

export const CODE_RULE = `Code must be 3 to ${COUPON_MAX.code} letters, digits or hyphens`;

const code: Read<string> = (text) => {
  const value = couponCode(text);
  if (!value) return { problem: "Code is required" };
  return /^[A-Z0-9-]{3,30}$/.test(value) ? { value } : { problem: CODE_RULE };
};

const description = typed("Description").refine(
  (text) => [...text].length <= COUPON_MAX.description,
  `Description must be ${COUPON_MAX.description} characters or less`,
);

const TOO_LONG = `At most ${COUPON_MAX.targets} books, authors or tags, each of ${COUPON_MAX.target} characters or less`;

/** Books, authors or tags: one on each line. */
const targets = z
  .union([z.string().max(COUPON_MAX.targetsText, TOO_LONG), z.null()], { error: TOO_LONG })
  .optional()
  .transform((text) => (text ?? "").split(/[\r\n]+/))
  .transform((lines) => [
    ...new Set(lines.map((line) => line.replace(/[\p{Cc}\s]+/gu, " ").trim()).filter((line) => line !== "")),
  ])
  .refine(
    (lines) =>
      lines.length <= COUPON_MAX.targets && lines.every((line) => [...line].length <= COUPON_MAX.target),
    TOO_LONG,
  );

const flag = z
  .union([z.boolean(), z.string().max(10), z.null()])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

/** Checks a rule about several fields as soon as these are valid, even when other fields are not. */
const whenValid = (...names: string[]) => ({
  when: ({ value }: { value: unknown }) =>
    names.every((name) => {
      const part = (value as Record<string, unknown> | null)?.[name];
      return part === null || Array.isArray(part) || typeof part === "string" || typeof part === "number";
    }),
});

/** Each field of the form by itself, without the rules about several fields. */
const typedCoupon = z.object({
  code: field("Code", code),
  description,
  kind: z.enum(COUPON_KINDS, { error: `Kind must be ${COUPON_KINDS.join(", ")}` }),
  value: field("Value", orNone(hundredths("Value", 1))),
  setSize: field("Copies of a set", orNone(whole("Copies of a set", 2, COUPON_MAX.set))),
  mostDiscount: field("Highest discount", orNone(hundredths("Highest discount", 1))),
  minimumSubtotal: field("Minimum order", orNone(hundredths("Minimum order", 0))),
  startsOn: field("Start", orNone(date("Start"))),
  startsTime: field("Start time", orNone(time("Start time"))),
  endsOn: field("End", orNone(date("End"))),
  endsTime: field("End time", orNone(time("End time"))),
  totalLimit: field("Orders in all", orNone(whole("Orders in all"))),
  customerLimit: field("Orders of one customer", orNone(whole("Orders of one customer"))),
  scope: z
    .enum(COUPON_SCOPES, { error: `Books must be ${COUPON_SCOPES.join(", ")}` })
    .nullish()
    .transform((scope) => scope ?? "all"),
  which: targets,
  leastCopies: field("Minimum copies", orNone(whole("Minimum copies", 1, COUPON_MAX.copies))),
  groupId: field("Customer group", orNone(whole("Customer group"))),
  leastBought: field("Bought before", orNone(hundredths("Bought before", 0))),
  automatic: flag,
  active: flag,
});

type Typed = z.output<typeof typedCoupon>;

/** @returns the moment of e.g. "2026-12-01" and "18:30" in India */
const moment = (day: string, clock: string) => {
  const [hours, minutes] = clock.split(":").map(Number);
  return new Date(indianDayStart(day).getTime() + (hours! * 60 + minutes!) * 60_000);
};

const startOf = ({ startsOn, startsTime }: Typed): Date | null =>
  startsOn === null ? null : moment(startsOn, startsTime ?? "00:00");
/** Without a time the last day is included: the coupon ends when the next day begins. */
const endOf = ({ endsOn, endsTime }: Typed): Date | null => {
  if (endsOn === null) return null;
  return endsTime === null ? indianDayStart(endsOn, 1) : moment(endsOn, endsTime);
};

/** The fields of a coupon with all rules; the API's body adds other fields. */
export const couponRules = typedCoupon
  .refine(({ kind, value }) => kind === "delivery" || value !== null, {
    path: ["value"],
    error: "Value is required",
    ...whenValid("kind", "value"),
  })
  .refine(({ kind, value }) => kind !== "delivery" || value === null, {
    path: ["value"],
    error: "Free delivery has no value: leave it empty",
    ...whenValid("kind", "value"),
  })
  .refine(({ kind, setSize }) => kind !== "copies" || setSize !== null, {
    path: ["setSize"],
    error: "Say how many copies make a set, such as 3 for three for two",
    ...whenValid("kind", "setSize"),
  })
  .refine(({ kind, setSize }) => kind === "copies" || setSize === null, {
    path: ["setSize"],
    error: "Only free copies need a set: leave it empty",
    ...whenValid("kind", "setSize"),
  })
  .refine(
    ({ kind, value, setSize }) =>
      kind !== "copies" ||
      value === null ||
      (value % 100 === 0 && (setSize === null || value / 100 < setSize)),
    {
      path: ["value"],
      error: "Value must be the free copies of a set: a whole number, and fewer than the set has",
      ...whenValid("kind", "value", "setSize"),
    },
  )
  .refine(({ scope, which }) => scope === "all" || which.length > 0, {
    path: ["which"],
    error: "Say which books, authors or tags, each on its own line",
    ...whenValid("scope", "which"),
  })
  .refine(({ scope, which }) => scope !== "all" || which.length === 0, {
    path: ["which"],
    error: "For all books leave this empty, or choose what it applies to",
    ...whenValid("scope", "which"),
  })
  .refine(({ kind, value }) => kind !== "percentage" || (value ?? 0) <= MOST_PERCENT, {
    path: ["value"],
    error: "Value must be at most 100 per cent",
    ...whenValid("kind", "value"),
  })
  .refine(({ kind, mostDiscount }) => kind === "percentage" || mostDiscount === null, {
    path: ["mostDiscount"],
    error: "Only a percentage has a highest discount",
    ...whenValid("kind", "mostDiscount"),
  })
  .refine(({ startsOn, startsTime }) => startsOn !== null || startsTime === null, {
    path: ["startsOn"],
    error: "Start needs a date as well as a time",
    ...whenValid("startsOn", "startsTime"),
  })
  .refine(({ endsOn, endsTime }) => endsOn !== null || endsTime === null, {
    path: ["endsOn"],
    error: "End needs a date as well as a time",
    ...whenValid("endsOn", "endsTime"),
  })
  .refine((typed) => !startOf(typed) || !endOf(typed) || startOf(typed)! < endOf(typed)!, {
    path: ["endsOn"],
    error: "End must be after the start",
    ...whenValid("startsOn", "startsTime", "endsOn", "endsTime"),
  });

/** Of free delivery all of it; free copies are typed as a plain number. */
const valueOf = ({ kind, value }: Typed): number =>
  kind === "delivery" || value === null ? MOST_PERCENT : kind === "copies" ? value / 100 : value;

/** Converts to hundredths of a per cent, paise, and times in UTC. */
export const toCouponFields = (typed: Typed): CouponFields => ({
  code: typed.code,
  description: typed.description,
  kind: typed.kind,
  value: valueOf(typed),
  setSize: typed.setSize,
  scope: typed.scope,
  which: typed.which,
  leastCopies: typed.leastCopies ?? 1,
  groupId: typed.groupId,
  leastBought: typed.leastBought ?? 0,
  automatic: typed.automatic,
  mostDiscount: typed.mostDiscount,
  minimumSubtotal: typed.minimumSubtotal ?? 0,
  startsAt: startOf(typed)?.toISOString() ?? null,
  endsAt: endOf(typed)?.toISOString() ?? null,
  totalLimit: typed.totalLimit,
  customerLimit: typed.customerLimit,
  active: typed.active,
});

/**
 * A coupon as staff type it, for form, action and API: per cent, rupees, and dates and times in India. Returns
 * hundredths of a per cent, paise, and times in UTC.
 */
export const couponSchema = couponRules.transform(toCouponFields);

/** The output of `couponSchema`: books, authors or tags as they were typed. */
export type CouponFields = Omit<Coupon, "id" | "targets" | "group"> & {
  which: string[];
  groupId: number | null;
};
