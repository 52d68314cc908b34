import type { PaymentProvider } from "~/domain/sales/gateways/payment-provider";

/** A payment provider only for tests: it shows what a new provider needs (docs/decisions/0004-payments.md). */
export const canned: PaymentProvider = {
  label: "Canned Pay",
  offer: {
    value: "canned",
    name: "Canned Pay",
    text: "Pay by tin",
    lead: "You pay with Canned Pay. The shop never sees your tin.",
  },
  isTest: true,
  settings: ["CANNED_SECRET"],
  problems: ({ CANNED_SECRET: secret }) =>
    secret && secret.length < 4 ? ["CANNED_SECRET must have at least 4 characters"] : [],
  notes: () => [],
};
