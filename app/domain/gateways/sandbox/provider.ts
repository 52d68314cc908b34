import type { PaymentProvider } from "../payment-provider";
import { razorpay } from "../razorpay/provider";

/** Razorpay's protocol, answered by the shop itself: for a demo, and for tests. */
export const sandbox: PaymentProvider = {
  label: "Razorpay (test payment)",
  offer: razorpay.offer,
  isTest: true,
  settings: [],
  problems: () => [],
  notes: () => [],
};
