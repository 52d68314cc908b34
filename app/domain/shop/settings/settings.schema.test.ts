import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { isGstin } from "./gstin";
import { addressInOneLine, logoSize } from "./settings";
import { parseShown, settingsSchema, settingText } from "./settings.schema";

const GOOD = {
  shopName: "Kitab",
  supportEmail: "help@kitab.example",
  supportPhone: "+91 80 4718 0110",
  postalAddress: "14 Residency Road\r\n Bengaluru 560025 \r\n\r\nKarnataka\n",
  shippingThreshold: "499",
  shippingFee: "49.50",
  taxRate: "0",
  hsn: "4901",
  aboveFiveCrore: "no",
  gstin: "",
  invoicePrefix: "",
  reservationMinutes: "30",
  lowStockMark: "5",
  legalName: "",
  grievanceOfficer: "",
  grievanceEmail: "",
  grievancePhone: "",
  mostCopies: "10",
  mostUnpaidOrders: "2",
  returnDays: "10",
  deliveryDays: "7",
  codConfirmHours: "24",
  codOpenPerCustomer: "3",
  codOpenPerPhone: "3",
  codForPreorders: "no",
  transferOn: "no",
  transferName: "",
  transferAccount: "",
  transferIfsc: "",
  transferUpi: "",
  transferDays: "5",
};

const parse = (given: Partial<typeof GOOD>) => settingsSchema.safeParse({ ...GOOD, ...given });

test("converts typed values to paise, hundredths of a per cent and clean lines", () => {
  const { data } = parse({
    shopName: "  Neem \u0000 Tree\nBooks ",
    taxRate: "5.25",
    gstin: " 29aagcb7383j1z4 ",
  });
  expect(data).toEqual({
    ...GOOD,
    shopName: "Neem Tree Books",
    postalAddress: "14 Residency Road\nBengaluru 560025\nKarnataka",
    shippingThreshold: 49_900,
    shippingFee: 4950,
    taxRate: 525,
    gstin: "29AAGCB7383J1Z4",
    reservationMinutes: 30,
    lowStockMark: 5,
    mostCopies: 10,
    mostUnpaidOrders: 2,
    returnDays: 10,
    deliveryDays: 7,
    codConfirmHours: 24,
    codOpenPerCustomer: 3,
    codOpenPerPhone: 3,
    codForPreorders: "no",
    transferDays: 5,
  });
  expect(settingText(data!, "shippingFee")).toBe("49.50");
  expect(settingText(data!, "shippingThreshold")).toBe("499");
  expect(settingText(data!, "taxRate")).toBe("5.25");
  expect(parse({ shippingThreshold: "₹ 1,00,000" }).data?.shippingThreshold).toBe(10_000_000);
});

describe("limits", () => {
  const NUMBER = "must be a number with at most two decimals";
  const MINUTES = "Reservation minutes must be a whole number from 1 to 1440";
  test.each([
    ["shopName", " ", "Shop name is required"],
    ["shopName", "x".repeat(61), "Shop name must be 60 characters or less"],
    ["supportEmail", "help@", "Please enter a valid email address"],
    ["supportEmail", `${"a".repeat(110)}@example.in`, "Support email must be 120 characters or less"],
    ["supportPhone", "ring us", "Please enter a valid phone number, such as +91 80 4718 0110"],
    ["supportPhone", "+91;rm", "Please enter a valid phone number, such as +91 80 4718 0110"],
    ["postalAddress", " \n ", "Postal address is required"],
    ["postalAddress", "a\n".repeat(7), "Postal address must have at most 6 lines"],
    ["postalAddress", "a".repeat(301), "Postal address must be 300 characters or less"],
    ["shippingThreshold", "100000.01", "Free shipping above must be ₹1,00,000 or less"],
    ["shippingFee", "-1", `Shipping fee ${NUMBER}`],
    ["shippingFee", "1.005", `Shipping fee ${NUMBER}`],
    ["shippingFee", "1e3", `Shipping fee ${NUMBER}`],
    ["shippingFee", "10000.01", "Shipping fee must be ₹10,000 or less"],
    ["shippingFee", "9".repeat(400), `Shipping fee ${NUMBER}`],
    ["taxRate", "100.01", "Tax rate must be 100 per cent or less"],
    ["taxRate", "x", `Tax rate ${NUMBER}`],
    ["hsn", "49011", "HSN must have 4, 6 or 8 digits"],
    ["gstin", "29AAGCB7383J1Z5", "This is not a GSTIN: please check its 15 characters"],
    ["reservationMinutes", "0", MINUTES],
    ["reservationMinutes", "1441", MINUTES],
    ["reservationMinutes", "30.5", MINUTES],
    ["lowStockMark", "10001", "Low-stock mark must be a whole number from 0 to 10000"],
    ["lowStockMark", "", "Low-stock mark must be a whole number from 0 to 10000"],
    ["legalName", "x".repeat(101), "Legal name must be 100 characters or less"],
    ["grievanceOfficer", "x".repeat(101), "Grievance officer must be 100 characters or less"],
    ["grievanceEmail", "meera@", "Please enter a valid email address"],
    ["grievanceEmail", `${"a".repeat(110)}@example.in`, "Grievance email must be 120 characters or less"],
    ["grievancePhone", "ring Meera", "Please enter a valid phone number, such as +91 80 4718 0110"],
    ["mostCopies", "0", "Most copies of one book in an order must be a whole number from 1 to 10000"],
    ["mostCopies", "10001", "Most copies of one book in an order must be a whole number from 1 to 10000"],
    ["mostUnpaidOrders", "0", "Most unpaid orders per customer must be a whole number from 1 to 100"],
    ["mostUnpaidOrders", "101", "Most unpaid orders per customer must be a whole number from 1 to 100"],
    ["returnDays", "366", "Return days must be a whole number from 0 to 365"],
    ["deliveryDays", "0", "Delivery days must be a whole number from 1 to 60"],
    ["deliveryDays", "61", "Delivery days must be a whole number from 1 to 60"],
    ["deliveryDays", "", "Delivery days must be a whole number from 1 to 60"],
    ["codConfirmHours", "0", "Hours to confirm must be a whole number from 1 to 240"],
    ["codConfirmHours", "241", "Hours to confirm must be a whole number from 1 to 240"],
    ["codOpenPerCustomer", "0", "Most open orders per customer must be a whole number from 1 to 100"],
    ["codOpenPerPhone", "101", "Most open orders per phone must be a whole number from 1 to 100"],
    ["codForPreorders", "perhaps", "Please choose whether pre-orders can be paid at the door"],
    ["transferOn", "perhaps", "Please choose whether the shop takes transfers"],
    ["transferName", "x".repeat(101), "Account holder must be 100 characters or less"],
    ["transferAccount", "12345", "Account number must be 6 to 18 digits"],
    ["transferAccount", "1".repeat(19), "Account number must be 6 to 18 digits"],
    [
      "transferIfsc",
      "SBIN1000813",
      "IFSC must be 11 characters, such as SBIN0000813: please look at a cheque",
    ],
    ["transferUpi", "kitab", "UPI id must look like name@bank, such as kitab@sbi"],
    ["transferUpi", "kitab@sbi&am=1", "UPI id must look like name@bank, such as kitab@sbi"],
    ["transferDays", "31", "Days to pay must be a whole number from 1 to 30"],
    ["returnDays", "-1", "Return days must be a whole number from 0 to 365"],
    ["returnDays", "", "Return days must be a whole number from 0 to 365"],
  ] as const)("refuses %s: %s", (field, value, message) => {
    const { error } = parse({ [field]: value });
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toContainEqual([field, message]);
  });

  test.each([
    ["hsn", "490199"],
    ["hsn", "49019900"],
    ["reservationMinutes", "1440"],
    ["lowStockMark", "0"],
    ["taxRate", "100"],
    ["shippingFee", "0"],
    ["legalName", "x".repeat(100)],
    ["grievanceEmail", "grievance@kitab.example"],
    ["grievancePhone", "+91 80 4718 0111"],
    ["deliveryDays", "1"],
    ["deliveryDays", "60"],
    ["returnDays", "0"],
    ["returnDays", "365"],
  ] as const)("%s may be %s", (field, value) => expect(parse({ [field]: value }).success).toBe(true));
});

test("legal name and grievance officer may be blank or left out", () => {
  const fields = ["legalName", "grievanceOfficer", "grievanceEmail", "grievancePhone"] as const;
  const without = Object.fromEntries(
    Object.entries(GOOD).filter(([key]) => !fields.some((field) => field === key)),
  );
  const blank = parse({ legalName: " ", grievanceOfficer: "\n", grievanceEmail: " ", grievancePhone: "\t" });
  for (const { data } of [settingsSchema.safeParse(without), blank])
    expect(fields.map((field) => data?.[field])).toEqual(["", "", "", ""]);
  expect(parse({ legalName: " Neem \u0000 Tree\nPrivate  Limited " }).data?.legalName).toBe(
    "Neem Tree Private Limited",
  );
});

test("accepts a form in which they are blank", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(GOOD)) form.set(name, value);
  const submission = parseWithZod(form, { schema: settingsSchema });
  expect(submission.status === "success" && submission.value).toMatchObject({
    legalName: "",
    grievanceOfficer: "",
    grievanceEmail: "",
    grievancePhone: "",
  });
});

test.each([
  ["27AAPFU0939F1ZV", true],
  ["29AAGCB7383J1Z4", true],
  ["27AAPFU0939F1ZW", false],
  ["27AAPFU0939F1Z", false],
  ["27aapfu0939f1zv", false],
  ["A7AAPFU0939F1ZV", false],
  ["", false],
])("GSTIN %s: %s", (text, is) => expect(isGstin(text)).toBe(is));

test("detects a GSTIN with one wrong character or two swapped neighbours", () => {
  const good = "27AAPFU0939F1ZV";
  const letters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (let at = 0; at < 15; at += 1) {
    const others = letters.filter((letter) => letter !== good[at]);
    for (const letter of others) expect(isGstin(good.slice(0, at) + letter + good.slice(at + 1))).toBe(false);
  }
  expect(isGstin("27AAPFU9039F1ZV")).toBe(false);
});

test("reads any value of `shown` without an error", () => {
  for (const text of [null, "", "null", "[", "3", '"x"']) expect(parseShown(text)).toEqual({});
  expect(parseShown('{"shopName":"Kitab"}')).toEqual({ shopName: "Kitab" });
});

test("writes an address in one line; reads a logo's size from its name", () => {
  expect(addressInOneLine("14 Residency Road,\nBengaluru 560025\nKarnataka")).toBe(
    "14 Residency Road, Bengaluru 560025, Karnataka",
  );
  expect(logoSize("logo-0123-300x150.webp")).toEqual({ width: 300, height: 150 });
});
