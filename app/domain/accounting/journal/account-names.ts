import { z } from "zod";

/** The accounts of a ledger to which the journal writes, and what they are called unless the owner says otherwise. */
export const ACCOUNTS = {
  customers: { label: "Customers", usual: "Customers", hint: "Who has been billed, and has not paid yet" },
  salesExempt: { label: "Sales without tax", usual: "Sales exempt", hint: "" },
  salesTaxed: {
    label: "Sales with tax",
    usual: "Sales taxable at {rate}%",
    hint: "{rate} stands for the rate: an account for each. Without it there is one for all",
  },
  delivery: { label: "Delivery", usual: "Delivery income", hint: "" },
  discount: { label: "Discount", usual: "Discount allowed", hint: "Without the tax in it" },
  centralTax: { label: "CGST payable", usual: "Output CGST", hint: "" },
  stateTax: { label: "SGST or UTGST payable", usual: "Output SGST", hint: "" },
  integratedTax: { label: "IGST payable", usual: "Output IGST", hint: "" },
  gateway: {
    label: "Payment service",
    usual: "Payment gateway",
    hint: "Paid online, and not in the bank yet",
  },
  fees: { label: "Its fees", usual: "Payment gateway charges", hint: "" },
  feeTax: { label: "Tax on its fees", usual: "Input GST on charges", hint: "" },
  adjustments: { label: "Its adjustments", usual: "Payment gateway adjustments", hint: "" },
  bank: { label: "Bank", usual: "Bank", hint: "" },
  cash: { label: "Cash", usual: "Cash", hint: "" },
  carriers: { label: "Cash with carriers", usual: "Cash with carriers", hint: "" },
  refunds: { label: "Refunds payable", usual: "Refunds payable", hint: "Asked for, and not paid back yet" },
} as const satisfies Record<string, { label: string; usual: string; hint: string }>;

export type AccountKey = keyof typeof ACCOUNTS;
export const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as AccountKey[];
export type AccountNames = Record<AccountKey, string>;

/** The accounts of the shop's own tax, which a shop without a GSTIN does not have. */
export const TAX_ACCOUNTS: readonly AccountKey[] = ["centralTax", "stateTax", "integratedTax"];

/** What the tax on the payment service's fees is called in a shop without a GSTIN, which cannot set it off. */
export const FEE_TAX_UNREGISTERED = "Tax on charges";

export const MOST_ACCOUNT_NAME = 80;

export const USUAL_NAMES = Object.fromEntries(
  ACCOUNT_KEYS.map((key) => [key, ACCOUNTS[key].usual]),
) as AccountNames;

const name = (key: AccountKey) => {
  const { label } = ACCOUNTS[key];
  return z
    .string(`${label} needs a name`)
    .max(MOST_ACCOUNT_NAME, `At most ${MOST_ACCOUNT_NAME} characters`)
    .overwrite((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .min(1, `${label} needs a name`);
};

/** What the owner calls the accounts. */
export const accountNamesSchema = z.object(
  Object.fromEntries(ACCOUNT_KEYS.map((key) => [key, name(key)])) as Record<
    AccountKey,
    ReturnType<typeof name>
  >,
);
