import { z } from "zod";
import { typedMax } from "~/domain/kit/typed-text";
import type { Settings } from "./settings";
import { SETTINGS_MAX, settingsSchema, type SettingsValues } from "./settings.schema";

/** The limit is longer than any setting's; each setting has its own limit in the form's schema. */
const text = (example: string) =>
  z
    .string()
    .max(typedMax(SETTINGS_MAX.postalAddress))
    .meta({ examples: [example], maxLength: undefined });
const number = (example: number, description: string) =>
  z.number().meta({ description, examples: [example] });

/** Each setting in the API: rupees and per cent as numbers. */
const jsonFields = {
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
  aboveFiveCrore: z.enum(["no", "yes"]).meta({
    description:
      "Whether the turnover of the year before is above the limit `longHsn` (usually ₹5 crore): HSN codes then need six digits.",
  }),
  gstin: text("").meta({ description: "Empty: none." }),
  invoicePrefix: text("NLB").meta({
    description: "Prefix of invoice numbers. Empty: made from the shop's name.",
  }),
  reservationMinutes: number(30, "How long an unpaid order keeps its copies."),
  lowStockMark: number(5, "Books with as many copies or fewer are low in stock."),
  mostCopies: number(10, "Copies of one book that an order can have."),
  mostUnpaidOrders: number(2, "Unpaid orders of one customer that may hold copies within six hours."),
  legalName: text("Kitab Books Private Limited").meta({ description: "The seller. Empty: the shop's name." }),
  grievanceOfficer: text("Meera Iyer").meta({ description: "The officer for customers' complaints." }),
  grievanceEmail: text("grievance@kitab.example").meta({ description: "Empty: the support email." }),
  grievancePhone: text("+91 80 4718 0111").meta({ description: "Empty: the support phone." }),
  returnDays: number(10, "Days after delivery in which a return can be requested; 0: no returns."),
  deliveryDays: number(7, "Days from payment to the estimated delivery."),
  codConfirmHours: number(24, "How long an order that is paid at the door waits to be confirmed."),
  codOpenPerCustomer: number(3, "Orders paid at the door that one customer may have open."),
  codOpenPerPhone: number(3, "Orders paid at the door that may be open for one phone."),
  codForPreorders: z.enum(["no", "yes"]).meta({ description: "Whether pre-orders can be paid at the door." }),
  transferOn: z.enum(["no", "yes"]).meta({ description: "Whether the shop takes transfers and UPI." }),
  transferName: text("Kitab Books Private Limited").meta({ description: "Who holds the account." }),
  transferAccount: text("00120034005600").meta({ description: "The account's number; empty: UPI only." }),
  transferIfsc: text("SBIN0000813").meta({ description: "The branch of the account." }),
  transferUpi: text("kitab@sbi").meta({ description: "The shop's UPI id; empty: bank transfers only." }),
  transferDays: number(5, "Days in which an order is transferred; then it lapses."),
} satisfies Record<keyof SettingsValues, z.ZodType>;

export const settingsJson = z
  .object({
    ...jsonFields,
    logo: z
      .string()
      .nullable()
      .meta({ description: "File name below /coverpages/; null: the default logo." }),
  })
  .meta({ id: "Settings" });

const { shape } = settingsSchema;
const asText = (value: number) => String(value);
/** For fields with a default, whose input may be absent. */
const maybeEmpty = (field: z.ZodString) => field.transform((text): string | undefined => text);

/** Any of the settings; limits and messages are those of the form's schema, which reads texts. */
const given = z.object({
  shopName: jsonFields.shopName.pipe(shape.shopName).optional(),
  supportEmail: jsonFields.supportEmail.pipe(shape.supportEmail).optional(),
  supportPhone: jsonFields.supportPhone.pipe(shape.supportPhone).optional(),
  postalAddress: jsonFields.postalAddress.pipe(shape.postalAddress).optional(),
  shippingThreshold: jsonFields.shippingThreshold.transform(asText).pipe(shape.shippingThreshold).optional(),
  shippingFee: jsonFields.shippingFee.transform(asText).pipe(shape.shippingFee).optional(),
  taxRate: jsonFields.taxRate.transform(asText).pipe(shape.taxRate).optional(),
  hsn: jsonFields.hsn.pipe(shape.hsn).optional(),
  aboveFiveCrore: jsonFields.aboveFiveCrore.optional(),
  gstin: maybeEmpty(jsonFields.gstin).pipe(shape.gstin).optional(),
  invoicePrefix: maybeEmpty(jsonFields.invoicePrefix).pipe(shape.invoicePrefix).optional(),
  reservationMinutes: jsonFields.reservationMinutes
    .transform(asText)
    .pipe(shape.reservationMinutes)
    .optional(),
  lowStockMark: jsonFields.lowStockMark.transform(asText).pipe(shape.lowStockMark).optional(),
  mostCopies: jsonFields.mostCopies.transform(asText).pipe(shape.mostCopies).optional(),
  mostUnpaidOrders: jsonFields.mostUnpaidOrders.transform(asText).pipe(shape.mostUnpaidOrders).optional(),
  legalName: maybeEmpty(jsonFields.legalName).pipe(shape.legalName).optional(),
  grievanceOfficer: maybeEmpty(jsonFields.grievanceOfficer).pipe(shape.grievanceOfficer).optional(),
  grievanceEmail: maybeEmpty(jsonFields.grievanceEmail).pipe(shape.grievanceEmail).optional(),
  grievancePhone: maybeEmpty(jsonFields.grievancePhone).pipe(shape.grievancePhone).optional(),
  returnDays: jsonFields.returnDays.transform(asText).pipe(shape.returnDays).optional(),
  deliveryDays: jsonFields.deliveryDays.transform(asText).pipe(shape.deliveryDays).optional(),
  codConfirmHours: jsonFields.codConfirmHours.transform(asText).pipe(shape.codConfirmHours).optional(),
  codOpenPerCustomer: jsonFields.codOpenPerCustomer
    .transform(asText)
    .pipe(shape.codOpenPerCustomer)
    .optional(),
  codOpenPerPhone: jsonFields.codOpenPerPhone.transform(asText).pipe(shape.codOpenPerPhone).optional(),
  codForPreorders: jsonFields.codForPreorders.optional(),
  transferOn: jsonFields.transferOn.optional(),
  transferName: maybeEmpty(jsonFields.transferName).pipe(shape.transferName).optional(),
  transferAccount: maybeEmpty(jsonFields.transferAccount).pipe(shape.transferAccount).optional(),
  transferIfsc: maybeEmpty(jsonFields.transferIfsc).pipe(shape.transferIfsc).optional(),
  transferUpi: maybeEmpty(jsonFields.transferUpi).pipe(shape.transferUpi).optional(),
  transferDays: jsonFields.transferDays.transform(asText).pipe(shape.transferDays).optional(),
});

/** The body of POST /settings/admin. Settings that are left out keep their value. */
export const settingsBody = given.extend({
  shown: given.optional().meta({
    description:
      "The settings that the client showed: if somebody else has changed one of them since, it is refused, not overwritten.",
  }),
});

/** @param values as stored: paise and hundredths of a per cent */
export function settingsToJson(values: SettingsValues, logo: Settings["logo"]): z.input<typeof settingsJson> {
  return {
    ...values,
    shippingThreshold: values.shippingThreshold / 100,
    shippingFee: values.shippingFee / 100,
    taxRate: values.taxRate / 100,
    logo,
  };
}
