import { z } from "zod";
import { typedMax } from "../typed-text";
import type { Settings } from "./settings";
import { SETTINGS_MAX, settingsSchema, type SettingsValues } from "./settings.schema";

/** Longer than any setting; each has its own limit in the form's schema. */
const text = (example: string) =>
  z
    .string()
    .max(typedMax(SETTINGS_MAX.postalAddress))
    .meta({ examples: [example], maxLength: undefined });
const number = (example: number, description: string) =>
  z.number().meta({ description, examples: [example] });

/** As the API writes and reads each setting: rupees and per cent as numbers. */
const edge = {
  shopName: text("Kitab"),
  supportEmail: text("help@kitab.example"),
  supportPhone: text("+91 80 4718 0110"),
  postalAddress: text("14 Residency Road, Bengaluru 560025, Karnataka").meta({
    description: "One or several lines.",
    examples: ["14 Residency Road, Bengaluru 560025, Karnataka"],
  }),
  shippingThreshold: number(499, "In rupees: shipping is free when the subtotal exceeds it."),
  shippingFee: number(40, "In rupees."),
  taxRate: number(0, "In per cent, contained in the prices."),
  hsn: text("4901"),
  gstin: text("").meta({ description: "Empty: none." }),
  invoicePrefix: text("NLB").meta({
    description: "What invoice numbers begin with. Empty: made from the shop's name.",
  }),
  reservationMinutes: number(30, "How long an unpaid order keeps its copies."),
  lowStockMark: number(5, "Books with as many copies or fewer are low in stock."),
  mostCopies: number(10, "Copies of one book that an order can have."),
  mostUnpaidOrders: number(2, "Unpaid orders of one customer that may hold copies within six hours."),
  legalName: text("Kitab Books Private Limited").meta({ description: "Who sells. Empty: the shop's name." }),
  grievanceOfficer: text("Meera Iyer").meta({ description: "Whom a customer can complain to." }),
  grievanceEmail: text("grievance@kitab.example").meta({ description: "Empty: the shop's own." }),
  grievancePhone: text("+91 80 4718 0111").meta({ description: "Empty: the shop's own." }),
  returnDays: number(10, "Days after delivery in which a return can be asked for; 0: none are taken."),
} satisfies Record<keyof SettingsValues, z.ZodType>;

export const settingsJson = z
  .object({
    ...edge,
    logo: z
      .string()
      .nullable()
      .meta({ description: "File name below /coverpages/; null: the shop's own mark." }),
  })
  .meta({ id: "Settings" });

const { shape } = settingsSchema;
const asText = (value: number) => String(value);
/** For fields with a default, whose input may be absent. */
const maybeEmpty = (field: z.ZodString) => field.transform((text): string | undefined => text);

/** Any of the settings; limits and messages are the form's, which reads texts. */
const given = z.object({
  shopName: edge.shopName.pipe(shape.shopName).optional(),
  supportEmail: edge.supportEmail.pipe(shape.supportEmail).optional(),
  supportPhone: edge.supportPhone.pipe(shape.supportPhone).optional(),
  postalAddress: edge.postalAddress.pipe(shape.postalAddress).optional(),
  shippingThreshold: edge.shippingThreshold.transform(asText).pipe(shape.shippingThreshold).optional(),
  shippingFee: edge.shippingFee.transform(asText).pipe(shape.shippingFee).optional(),
  taxRate: edge.taxRate.transform(asText).pipe(shape.taxRate).optional(),
  hsn: edge.hsn.pipe(shape.hsn).optional(),
  gstin: maybeEmpty(edge.gstin).pipe(shape.gstin).optional(),
  invoicePrefix: maybeEmpty(edge.invoicePrefix).pipe(shape.invoicePrefix).optional(),
  reservationMinutes: edge.reservationMinutes.transform(asText).pipe(shape.reservationMinutes).optional(),
  lowStockMark: edge.lowStockMark.transform(asText).pipe(shape.lowStockMark).optional(),
  mostCopies: edge.mostCopies.transform(asText).pipe(shape.mostCopies).optional(),
  mostUnpaidOrders: edge.mostUnpaidOrders.transform(asText).pipe(shape.mostUnpaidOrders).optional(),
  legalName: maybeEmpty(edge.legalName).pipe(shape.legalName).optional(),
  grievanceOfficer: maybeEmpty(edge.grievanceOfficer).pipe(shape.grievanceOfficer).optional(),
  grievanceEmail: maybeEmpty(edge.grievanceEmail).pipe(shape.grievanceEmail).optional(),
  grievancePhone: maybeEmpty(edge.grievancePhone).pipe(shape.grievancePhone).optional(),
  returnDays: edge.returnDays.transform(asText).pipe(shape.returnDays).optional(),
});

/** The body of POST /settings/admin. What is left out stays. */
export const settingsBody = given.extend({
  shown: given.optional().meta({
    description:
      "What the client was showing: a setting in it that somebody else has changed since is refused, not replaced.",
  }),
});

/** @param values as the form shows them: paise and hundredths of a per cent */
export function settingsToJson(values: SettingsValues, logo: Settings["logo"]): z.input<typeof settingsJson> {
  return {
    ...values,
    shippingThreshold: values.shippingThreshold / 100,
    shippingFee: values.shippingFee / 100,
    taxRate: values.taxRate / 100,
    logo,
  };
}
