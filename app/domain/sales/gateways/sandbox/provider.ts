import type { PaymentProvider } from "../payment-provider";
import { razorpay } from "../razorpay/provider";

/** The shop's own implementation of Razorpay's protocol, for demos and tests. */
export const sandbox: PaymentProvider = {
  label: "Razorpay (test payment)",
  offer: razorpay.offer,
  isTest: true,
  settings: [],
  problems: () => [],
  notes: () => [],
};
