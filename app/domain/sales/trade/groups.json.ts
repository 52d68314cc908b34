import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { CustomerTerms } from "./customer-terms";
import { type CustomerGroup, DISCOUNTED, type GroupDiscount, INVOICE_WAYS } from "./groups";
import { customerTermsSchema, discountSchema, GROUP_MAX, groupSchema } from "./groups.schema";

const id = z.number().int().meta({ examples: [1] }); // oxfmt-ignore
const rupees = z.number().meta({ examples: [50_000] });
const days = z.number().meta({ examples: [45] });
const text = (value: number | null | undefined) => (value == null ? "" : String(value));

/** Only the JSON types of the fields; the rules are those of the form. */
const groupBody = z.object({
  id: id.min(0).nullish().meta({ description: "0 or left out: a new group.", examples: [0] }),
  name: z.string().max(200).meta({ maxLength: GROUP_MAX.name, examples: ["Bookshops"] }),
  active: z.boolean().nullish().meta({ description: "false: ended, its members pay what everybody pays.", examples: [true] }), // oxfmt-ignore
  creditLimit: rupees.nullish().meta({ description: "What a member may owe, in rupees; left out: nothing." }),
  creditDays: days.nullish().meta({ description: "Left out: 30." }),
  invoiceBy: z.enum(INVOICE_WAYS).nullish(),
}); // oxfmt-ignore

const groupInBody = groupSchema.safeExtend({ id: z.number().nullable() });

/** The body of POST /customer-groups. */
export const groupBodySchema = groupBody
  .transform(({ id: given, active, ...body }): z.input<typeof groupInBody> => ({
    id: given || null,
    name: body.name,
    standing: active === false ? "ended" : "active",
    creditLimit: text(body.creditLimit),
    creditDays: text(body.creditDays),
    invoiceBy: body.invoiceBy ?? "mail",
  }))
  .pipe(groupInBody)
  .transform(({ id: groupId, ...fields }) => ({ id: groupId, fields }));

/** The body of a group's discount. */
export const discountBodySchema = z
  .object({
    of: z.enum(DISCOUNTED),
    which: z.string().max(200).nullish().meta({ description: "The tag's name; the book's ISBN, number (#12) or title.", examples: [null] }), // oxfmt-ignore
    rate: z.number().meta({ description: "Per cent.", examples: [35] }),
    leastCopies: z
      .number()
      .nullish()
      .meta({ description: "Left out: 1.", examples: [1] }),
  })
  .transform(({ of, which, rate, leastCopies }): z.input<typeof discountSchema> => ({
    of,
    which: which ?? "",
    rate: text(rate),
    leastCopies: text(leastCopies),
  }))
  .pipe(discountSchema);

/** The body of a customer's terms. */
export const termsBodySchema = z
  .object({
    groupId: id.min(0).nullish().meta({ description: "0, null or left out: in no group." }),
    creditLimit: rupees.nullish().meta({ description: "Their own, in rupees; left out: that of the group." }),
    creditDays: days.nullish().meta({ description: "Their own; left out: those of the group." }),
  })
  .transform(({ groupId, creditLimit, creditDays }): z.input<typeof customerTermsSchema> => ({
    groupId: groupId ?? 0,
    creditLimit: text(creditLimit),
    creditDays: text(creditDays),
  }))
  .pipe(customerTermsSchema);

/** A customer group in the JSON API. Money in rupees, rates in per cent. */
export const groupJson = z
  .object({
    id,
    name: z.string().meta({ examples: ["Bookshops"] }),
    active: z.boolean(),
    creditLimit: rupees,
    creditDays: days,
    invoiceBy: z.enum(INVOICE_WAYS),
    members: z
      .number()
      .int()
      .meta({ examples: [12] }),
    discounts: z.array(
      z.object({
        id,
        of: z.enum(DISCOUNTED),
        name: z.string().meta({ description: "Of the tag or book.", examples: [""] }),
        rate: z.number().meta({ examples: [35] }),
        leastCopies: z
          .number()
          .int()
          .meta({ examples: [1] }),
      }),
    ),
  })
  .meta({ id: "CustomerGroup" });

/** A group with its discounts as the API answers it: paise become rupees, hundredths of a per cent per cent. */
export const groupToJson = (
  { creditLimit, ...group }: CustomerGroup,
  discounts: readonly GroupDiscount[],
): z.input<typeof groupJson> => ({
  ...group,
  creditLimit: toRupees(creditLimit),
  discounts: discounts.map((one) => ({ ...one, rate: one.rate / 100 })),
});

/** A customer's terms in the JSON API. In rupees. */
export const termsJson = z
  .object({
    groupId: id.nullable(),
    groupName: z
      .string()
      .nullable()
      .meta({ examples: ["Bookshops"] }),
    ownCreditLimit: rupees.nullable().meta({ description: "null: that of the group.", examples: [null] }),
    ownCreditDays: days.nullable().meta({ examples: [null] }),
    creditLimit: rupees.meta({ description: "As it holds; 0: nothing on account." }),
    creditDays: days,
  })
  .meta({ id: "CustomerTerms" });

/** The terms of a customer as the API answers them: paise become rupees. */
export const termsToJson = (terms: CustomerTerms): z.input<typeof termsJson> => ({
  groupId: terms.group?.id ?? null,
  groupName: terms.group?.name ?? null,
  ownCreditLimit: terms.own.creditLimit === null ? null : toRupees(terms.own.creditLimit),
  ownCreditDays: terms.own.creditDays,
  creditLimit: toRupees(terms.creditLimit),
  creditDays: terms.creditDays,
});
