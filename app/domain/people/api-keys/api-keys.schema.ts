import { z } from "zod";
import { indianDate, indianDayStart, isPlainDate } from "~/domain/kit/dates";
import { typedText } from "~/domain/kit/typed-text";
import { KEY_RIGHTS, LIFETIMES } from "./api-keys";

export const KEY_MAX = { name: 60, days: 730 } as const;

const NAME_RULE = `Name must be ${KEY_MAX.name} characters or less`;
const NAME_REQUIRED = "Name is required";
const NO_RIGHT = "Choose at least one right";
const UNKNOWN_RIGHT = "A right chosen here cannot be given to a key";
const DATE_RULE = "Last day must be a date such as 2027-03-31";

/**
 * What staff type about a new key. That the rights are also the maker's own is checked in `makeKey`.
 * @returns expiresAt: the end of the last day in India, or as many days from now
 */
export const keySchema = z
  .object({
    name: typedText(KEY_MAX.name, NAME_RULE, NAME_REQUIRED).transform((typed, context) => {
      const name = typed.replace(/[\p{Cc}\s]+/gu, " ").trim();
      if (name && [...name].length <= KEY_MAX.name) return name;
      context.addIssue({ code: "custom", message: name ? NAME_RULE : NAME_REQUIRED });
      return z.NEVER;
    }),
    rights: z
      .array(z.enum(KEY_RIGHTS, { error: UNKNOWN_RIGHT }), { error: NO_RIGHT })
      .min(1, NO_RIGHT)
      .max(100, UNKNOWN_RIGHT)
      .transform((chosen) => KEY_RIGHTS.filter((right) => chosen.includes(right))),
    lifetime: z.enum(LIFETIMES, { error: "Choose how long the key works" }),
    until: z.string().max(100, DATE_RULE).optional(),
  })
  .transform(({ name, rights, lifetime, until = "" }, context) => {
    const now = new Date();
    if (lifetime !== "date")
      return { name, rights, expiresAt: new Date(now.getTime() + Number(lifetime) * 86_400_000) };
    const problem = !until.trim()
      ? "Last day is required"
      : !isPlainDate(until.trim())
        ? DATE_RULE
        : until.trim() < indianDate(now)
          ? "Last day must not be in the past"
          : until.trim() > indianDate(now, KEY_MAX.days)
            ? "Last day must be within two years"
            : null;
    if (problem === null) return { name, rights, expiresAt: indianDayStart(until.trim(), 1) };
    context.addIssue({ code: "custom", path: ["until"], message: problem });
    return z.NEVER;
  });

export type KeyFields = z.output<typeof keySchema>;
