import { z } from "zod";
import { asciiDigits } from "~/domain/kit/digits";
import { DISCOUNTED, INVOICE_WAYS } from "./groups";

export const GROUP_MAX = { name: 40, which: 100, number: 12, days: 3, copies: 6 } as const;

/** ₹1,00,00,000. */
const MOST_CREDIT = 1_000_000_000;
const MOST_DAYS = 365;
const MOST_COPIES = 100_000;
const MOST_RATE = 9000;

const typed = z.string().max(200).default("");
const plain = (text: string) => asciiDigits(text).replace(/[₹%,\s]/g, "");

/** A typed number with at most two decimals, as hundredths; null: it is none. */
const hundredths = (text: string): number | null =>
  /^\d{1,8}(\.\d{1,2})?$/.test(plain(text)) ? Math.round(Number(plain(text)) * 100) : null;

const whole = (text: string): number | null => (/^\d{1,6}$/.test(plain(text)) ? Number(plain(text)) : null);

/** @param read null: refused with the message */
const read = <Value>(message: string, of: (text: string) => Value | null) =>
  typed.transform((text, context): Value => {
    const value = of(text.trim());
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const within = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? value : null;

const CHOOSE = "Choose one of the list";
const CREDIT = "Credit must be an amount from 0 to 1,00,00,000 rupees";
const DAYS = `Days must be a whole number from 0 to ${MOST_DAYS}`;
const credit = (text: string) => within(hundredths(text), 0, MOST_CREDIT);
const days = (text: string) => within(whole(text), 0, MOST_DAYS);

const name = typed
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
  .refine((text) => text !== "", "Name is required")
  .refine((text) => [...text].length <= GROUP_MAX.name, `Name must be ${GROUP_MAX.name} characters or less`);

/** The fields of a group, for its form. Rupees become paise. */
export const groupSchema = z.object({
  name,
  standing: z.enum(["active", "ended"], CHOOSE).default("active"),
  creditLimit: read(CREDIT, (text) => credit(text || "0")),
  creditDays: read(DAYS, (text) => days(text || "30")),
  invoiceBy: z.enum(INVOICE_WAYS, CHOOSE).default("mail"),
});
export type GroupFields = z.output<typeof groupSchema>;

/** A discount as staff type it. `which`: the tag's name; the book's ISBN, number or title. */
export const discountSchema = z
  .object({
    rate: read("Discount must be more than 0 and at most 90 per cent", (text) =>
      within(hundredths(text), 1, MOST_RATE),
    ),
    of: z.enum(DISCOUNTED, CHOOSE),
    which: typed
      .transform((text) => text.trim())
      .refine((text) => text.length <= GROUP_MAX.which, "Too long"),
    leastCopies: read(`Copies must be a whole number from 1 to ${MOST_COPIES}`, (text) =>
      within(whole(text || "1"), 1, MOST_COPIES),
    ),
  })
  .refine(({ of, which }) => of === "all" || which !== "", {
    path: ["which"],
    error: "Say which tag or book",
  })
  .refine(({ of, which }) => of !== "all" || which === "", {
    path: ["which"],
    error: "For all books leave this empty, or choose a tag or a book",
  });
export type DiscountFields = z.output<typeof discountSchema>;

/** The terms of one customer. Empty credit and days: those of the group. */
export const customerTermsSchema = z.object({
  groupId: z.coerce
    .number(CHOOSE)
    .int(CHOOSE)
    .min(0, CHOOSE)
    .transform((id) => id || null),
  creditLimit: read(CREDIT, (text) => (text === "" ? "group" : credit(text))).transform(ownOrNull),
  creditDays: read(DAYS, (text) => (text === "" ? "group" : days(text))).transform(ownOrNull),
});
export type CustomerTermsFields = z.output<typeof customerTermsSchema>;

function ownOrNull(value: number | string): number | null {
  return typeof value === "number" ? value : null;
}
