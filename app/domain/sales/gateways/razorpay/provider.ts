import type { PaymentProvider } from "../payment-provider";

export const razorpay: PaymentProvider = {
  label: "Razorpay",
  offer: {
    value: "razorpay",
    name: "Razorpay",
    text: "Pay safely by card, UPI or net banking",
    lead: "You pay with Razorpay, by card, UPI or net banking. The shop never sees your card.",
  },
  isTest: false,
  settings: ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"],
  problems: ({ RAZORPAY_KEY_ID: key }) =>
    !key || /^rzp_(?:live|test)_[A-Za-z0-9]{14}$/.test(key)
      ? []
      : ["RAZORPAY_KEY_ID must be rzp_live_ (or rzp_test_) and 14 letters or digits, as Razorpay shows it"],
  notes: ({ RAZORPAY_KEY_ID: key }) =>
    key?.startsWith("rzp_test_") ? ["RAZORPAY_KEY_ID is a test key: no money is taken."] : [],
};
