import { z } from "zod";
import { asciiDigits } from "~/domain/kit/digits";
import { EMAIL_PATTERN, mailAddress, typedNumber, typedText } from "~/domain/kit/typed-text";
import { isGstin } from "./gstin";
import { PREFIX_MAX } from "./invoice-prefix";
import type { LookSetting, Settings } from "./settings";
import { parseGivenJson } from "~/platform/given-json";

/** The settings in the form: all but those of the look. */
export type SettingsValues = Omit<Settings, LookSetting>;
export type SettingsKey = keyof SettingsValues;

/** Labels for the form and the history, in the form's order. */
export const SETTINGS_LABELS: Record<SettingsKey, string> = {
  shopName: "Shop name",
  supportEmail: "Support email",
  supportPhone: "Support phone",
  postalAddress: "Postal address",
  shippingThreshold: "Free shipping above",
  shippingFee: "Shipping fee",
  taxRate: "Tax rate",
  hsn: "HSN",
  aboveFiveCrore: "Turnover above the HSN limit",
  gstin: "GSTIN",
  invoicePrefix: "Invoice prefix",
  reservationMinutes: "Reservation minutes",
  lowStockMark: "Low-stock mark",
  mostCopies: "Most copies of one book in an order",
  mostUnpaidOrders: "Most unpaid orders per customer",
  legalName: "Legal name",
  grievanceOfficer: "Grievance officer",
  grievanceEmail: "Grievance email",
  grievancePhone: "Grievance phone",
  returnDays: "Return days",
  deliveryDays: "Delivery days",
  codConfirmHours: "Hours to confirm",
  codOpenPerCustomer: "Most open orders per customer",
  codOpenPerPhone: "Most open orders per phone",
  codForPreorders: "For pre-orders",
  transferOn: "Take transfers",
  transferName: "Account holder",
  transferAccount: "Account number",
  transferIfsc: "IFSC",
  transferUpi: "UPI id",
  transferDays: "Days to pay",
};

export const SETTINGS_KEYS = Object.keys(SETTINGS_LABELS) as SettingsKey[];

export const SETTINGS_SAVED = "Settings updated successfully!";

/** The maximum length of each input. */
export const SETTINGS_MAX = {
  shopName: 60,
  supportEmail: 120,
  supportPhone: 25,
  postalAddress: 300,
  amount: 10,
  taxRate: 6,
  hsn: 8,
  gstin: 15,
  number: 5,
  person: 100,
  account: 25,
  ifsc: 11,
  upi: 100,
} as const;

const MAX_ADDRESS_LINES = 6;
const MOST_PAISE = { threshold: 10_000_000, fee: 1_000_000 };
const MOST_TAX = 10_000;
export const MOST_MINUTES = 1440;
export const MOST_LOW_STOCK = 10_000;
export const MOST_COPIES = 10_000;
export const MOST_UNPAID_ORDERS = 100;
export const MOST_RETURN_DAYS = 365;
export const MOST_DELIVERY_DAYS = 60;
export const MOST_CONFIRM_HOURS = 240;
export const MOST_OPEN_AT_DOOR = 100;
export const MOST_TRANSFER_DAYS = 30;

const NOT_AN_ADDRESS = "Please enter a valid email address";
const PHONE = /^\+?\d[\d ()-]{5,23}$/;
const NOT_A_GSTIN = "This is not a GSTIN: please check its 15 characters";
const NOT_AN_ACCOUNT = "Account number must be 6 to 18 digits";
const NOT_AN_IFSC = "IFSC must be 11 characters, such as SBIN0000813: please look at a cheque";
const NOT_A_UPI_ID = "UPI id must look like name@bank, such as kitab@sbi";
const NOT_A_PHONE = "Please enter a valid phone number, such as +91 80 4718 0110";

const tooLong = (label: string, max: number) => `${label} must be ${max} characters or less`;

const required = (label: string, max: number) =>
  typedText(max, tooLong(label, max), `${label} is required`).trim();

const requiredNumber = (label: string, max: number) => required(label, max).overwrite(asciiDigits);

/** A required text of one line, without control characters and line breaks. */
const oneLine = (label: string, max: number) =>
  required(label, max)
    .transform((text) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
    .pipe(
      z
        .string({ error: `${label} is required` })
        .max(max, tooLong(label, max))
        .min(1, `${label} is required`),
    );

/** Like `oneLine`, but may be empty. */
const optionalLine = (label: string, max: number) =>
  typedText(max, tooLong(label, max))
    .default("")
    .transform((text) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
    // No pipe into another string schema: conform would treat an empty value as absent there too.
    .refine((text) => text.length <= max, tooLong(label, max));

const addressLines = (text: string) =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .filter(Boolean);

/** A number with up to two decimals, as an integer of hundredths: rupees as paise, per cent as hundredths. */
const hundredths = (label: string, most: number, range: string) =>
  requiredNumber(label, SETTINGS_MAX.amount).transform((text, context) => {
    const plain = text.replace(/^₹\s*/, "").replaceAll(",", "");
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) {
      context.addIssue({ code: "custom", message: `${label} must be a number with at most two decimals` });
      return z.NEVER;
    }
    const value = Math.round(Number(plain) * 100);
    if (value > most) {
      context.addIssue({ code: "custom", message: `${label} must be ${range}` });
      return z.NEVER;
    }
    return value;
  });

const whole = (label: string, least: number, most: number) =>
  requiredNumber(label, SETTINGS_MAX.number).transform((text, context) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    context.addIssue({ code: "custom", message: `${label} must be a whole number from ${least} to ${most}` });
    return z.NEVER;
  });

const label = SETTINGS_LABELS;
const NOT_A_PREFIX = `${label.invoicePrefix} must be 1 to ${PREFIX_MAX} letters, digits or dashes`;

/** The settings as typed: rupees, per cent and minutes as text. Gives paise and hundredths of a per cent. */
export const settingsSchema = z.object({
  shopName: oneLine(label.shopName, SETTINGS_MAX.shopName),
  supportEmail: required(label.supportEmail, SETTINGS_MAX.supportEmail)
    .max(SETTINGS_MAX.supportEmail, tooLong(label.supportEmail, SETTINGS_MAX.supportEmail))
    .overwrite(mailAddress)
    .pipe(z.email({ error: NOT_AN_ADDRESS, pattern: EMAIL_PATTERN })),
  supportPhone: requiredNumber(label.supportPhone, SETTINGS_MAX.supportPhone).regex(PHONE, NOT_A_PHONE),
  postalAddress: required(label.postalAddress, SETTINGS_MAX.postalAddress)
    .transform(addressLines)
    .refine((lines) => lines.length > 0, `${label.postalAddress} is required`)
    .refine((lines) => lines.length <= MAX_ADDRESS_LINES, `${label.postalAddress} must have at most 6 lines`)
    .transform((lines) => lines.join("\n"))
    .refine(
      (text) => text.length <= SETTINGS_MAX.postalAddress,
      tooLong(label.postalAddress, SETTINGS_MAX.postalAddress),
    ),
  shippingThreshold: hundredths(label.shippingThreshold, MOST_PAISE.threshold, "₹1,00,000 or less"),
  shippingFee: hundredths(label.shippingFee, MOST_PAISE.fee, "₹10,000 or less"),
  taxRate: hundredths(label.taxRate, MOST_TAX, "100 per cent or less"),
  hsn: requiredNumber(label.hsn, SETTINGS_MAX.hsn).regex(
    /^(?:\d{4}|\d{6}|\d{8})$/,
    `${label.hsn} must have 4, 6 or 8 digits`,
  ),
  aboveFiveCrore: z.enum(["no", "yes"], {
    error: "Please choose whether the turnover is above the limit for HSN codes of 4 digits",
  }),
  gstin: typedNumber(SETTINGS_MAX.gstin, NOT_A_GSTIN)
    .trim()
    .toUpperCase()
    .default("")
    .refine((text) => text === "" || isGstin(text), NOT_A_GSTIN),
  invoicePrefix: typedNumber(PREFIX_MAX, NOT_A_PREFIX)
    .trim()
    .toUpperCase()
    .default("")
    // GST Rules 46 and 49 allow letters, digits, dash and slash; the slash separates prefix, year and number.
    .refine((text) => text === "" || (text.length <= PREFIX_MAX && /^[A-Z0-9-]+$/.test(text)), NOT_A_PREFIX),
  reservationMinutes: whole(label.reservationMinutes, 1, MOST_MINUTES),
  lowStockMark: whole(label.lowStockMark, 0, MOST_LOW_STOCK),
  mostCopies: whole(label.mostCopies, 1, MOST_COPIES),
  mostUnpaidOrders: whole(label.mostUnpaidOrders, 1, MOST_UNPAID_ORDERS),
  legalName: optionalLine(label.legalName, SETTINGS_MAX.person),
  grievanceOfficer: optionalLine(label.grievanceOfficer, SETTINGS_MAX.person),
  grievanceEmail: optionalLine(label.grievanceEmail, SETTINGS_MAX.supportEmail).refine(
    (text) => text === "" || z.email({ pattern: EMAIL_PATTERN }).safeParse(text).success,
    NOT_AN_ADDRESS,
  ),
  grievancePhone: optionalLine(label.grievancePhone, SETTINGS_MAX.supportPhone)
    .overwrite(asciiDigits)
    .refine((text) => text === "" || PHONE.test(text), NOT_A_PHONE),
  returnDays: whole(label.returnDays, 0, MOST_RETURN_DAYS),
  deliveryDays: whole(label.deliveryDays, 1, MOST_DELIVERY_DAYS),
  codConfirmHours: whole(label.codConfirmHours, 1, MOST_CONFIRM_HOURS),
  codOpenPerCustomer: whole(label.codOpenPerCustomer, 1, MOST_OPEN_AT_DOOR),
  codOpenPerPhone: whole(label.codOpenPerPhone, 1, MOST_OPEN_AT_DOOR),
  codForPreorders: z.enum(["no", "yes"], {
    error: "Please choose whether pre-orders can be paid at the door",
  }),
  transferOn: z.enum(["no", "yes"], { error: "Please choose whether the shop takes transfers" }),
  transferName: optionalLine(label.transferName, SETTINGS_MAX.person),
  transferAccount: optionalLine(label.transferAccount, SETTINGS_MAX.account)
    .overwrite((text) => asciiDigits(text).replaceAll(/[ -]/g, ""))
    .refine((text) => text === "" || /^\d{6,18}$/.test(text), NOT_AN_ACCOUNT),
  transferIfsc: typedNumber(SETTINGS_MAX.ifsc, NOT_AN_IFSC)
    .trim()
    .toUpperCase()
    .default("")
    .refine((text) => text === "" || /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text), NOT_AN_IFSC),
  transferUpi: typedText(SETTINGS_MAX.upi, NOT_A_UPI_ID)
    .trim()
    .default("")
    .refine((text) => text === "" || /^[\w.-]{2,80}@[A-Za-z][A-Za-z0-9]{1,18}$/.test(text), NOT_A_UPI_ID),
  transferDays: whole(label.transferDays, 1, MOST_TRANSFER_DAYS),
}) satisfies z.ZodType<SettingsValues>;

/** The maximum length of all settings as JSON. */
const SHOWN_MAX = 20_000;

/** Reads the values that the form showed, sent to notice changes by others; invalid texts give an empty object. */
export function parseShown(text: FormDataEntryValue | null): Partial<SettingsValues> {
  if (typeof text !== "string" || text.length > SHOWN_MAX) return {};
  try {
    const shown: unknown = parseGivenJson(text);
    return typeof shown === "object" && shown !== null ? shown : {};
  } catch {
    return {};
  }
}

const inHundredths: readonly SettingsKey[] = ["shippingThreshold", "shippingFee", "taxRate"];

/** A value as text for the form's input, e.g. 49950 paise as "499.50". */
export function settingText(values: SettingsValues, key: SettingsKey): string {
  const value = values[key];
  if (!inHundredths.includes(key)) return String(value);
  const amount = Number(value) / 100;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}
