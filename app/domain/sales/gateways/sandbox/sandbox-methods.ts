/** Razorpay's test cards and test UPI ids (payments/test-card-details, payments/test-upi-details). */

export interface PaymentFailure {
  /** `error_reason` in Razorpay's entities. */
  reason: string;
  description: string;
  source: "customer" | "bank" | "issuer" | "gateway";
}

interface TestCard {
  number: string;
  label: string;
  failure?: PaymentFailure;
}

export const TEST_CARDS: TestCard[] = [
  { number: "4100280000001007", label: "Visa" },
  { number: "5500670000001002", label: "Mastercard" },
  { number: "6527658900001005", label: "RuPay" },
  {
    number: "4100280000080001",
    label: "Insufficient funds",
    failure: {
      reason: "insufficient_fund",
      description:
        "Your payment could not be completed due to insufficient account balance. Try another card or payment method.",
      source: "customer",
    },
  },
  {
    number: "4100280000060003",
    label: "Declined by the bank",
    failure: {
      reason: "card_declined",
      description:
        "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.",
      source: "issuer",
    },
  },
  {
    number: "4100280000030006",
    label: "Card disabled for online payments",
    failure: {
      reason: "card_disabled_for_online_payments",
      description:
        "Your card is disabled for online payments. Please reach to your bank or try with another card.",
      source: "customer",
    },
  },
  {
    number: "4100280000090000",
    label: "Payment timed out",
    failure: {
      reason: "payment_timed_out",
      description: "Your payment could not be completed due to a temporary issue. Try again later.",
      source: "bank",
    },
  },
];

export const UPI_SUCCESS = "success@razorpay";
export const UPI_FAILURE = "failure@razorpay";

const UPI_FAILED: PaymentFailure = {
  reason: "payment_failed",
  description:
    "Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.",
  source: "gateway",
};

const UNKNOWN_CARD: PaymentFailure = {
  reason: "card_number_invalid",
  description: "You have entered an incorrect card number. Try again.",
  source: "customer",
};

const UNKNOWN_VPA: PaymentFailure = {
  reason: "invalid_vpa",
  description: "You have entered an incorrect UPI ID. Try again.",
  source: "customer",
};

/** @returns why a payment with this card fails; null: it succeeds */
export function cardFailure(number: string): PaymentFailure | null {
  const card = TEST_CARDS.find((each) => each.number === number.replace(/\s/g, ""));
  return card ? (card.failure ?? null) : UNKNOWN_CARD;
}

/** The same for a UPI id. */
export function upiFailure(vpa: string): PaymentFailure | null {
  const id = vpa.trim().toLowerCase();
  if (id === UPI_SUCCESS) return null;
  return id === UPI_FAILURE ? UPI_FAILED : UNKNOWN_VPA;
}
