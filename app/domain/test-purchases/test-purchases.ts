import type { PaymentStatus, RefundStatus } from "../gateways/payment-states";

/** The price of a test purchase: the least that a gateway takes and refunds. Paise. */
export const TEST_AMOUNT = 100;

/** Who told the shop of a payment; as for orders (payments/payments.ts). */
export type TestPaymentSource = "window" | "callback" | "webhook" | "reconciler";

/** An attempt to pay. Times are ISO 8601, UTC. */
export interface TestPayment {
  gatewayPaymentId: string;
  status: PaymentStatus;
  method: string | null;
  errorDescription: string | null;
  source: TestPaymentSource;
  /** When a signed webhook told of it; null: none has come yet. */
  webhookAt: string | null;
  paidAt: string;
  refundStatus: RefundStatus | null;
  refundError: string | null;
  refundedAt: string | null;
}

/**
 * - open: it can be paid; expired: nobody paid it in time
 * - paid: the gateway has the money, and it can be refunded
 * - refunding: the refund is on its way; refund_failed: it can be tried again; refunded
 */
export type TestState = "open" | "expired" | "paid" | "refunding" | "refund_failed" | "refunded";

export interface TestPurchase {
  id: number;
  gateway: string;
  /** Paise. */
  amount: number;
  gatewayOrderId: string | null;
  /** Who started it; null when the account is gone. */
  startedBy: string | null;
  startedAt: string;
  expiresAt: string;
  state: TestState;
  /** The first one first. */
  payments: TestPayment[];
}

type Refundable = Pick<TestPayment, "status" | "refundStatus">;

const hasMoney = ({ status }: Refundable) => status === "captured" || status === "refunded";
const isRefunded = ({ status, refundStatus }: Refundable) =>
  refundStatus === "processed" || (refundStatus === null && status === "refunded");

/** The state of a purchase, from its payments. If several went through, each has to be refunded. */
export function testState(payments: Refundable[], expiresAt: string, now: Date): TestState {
  const taken = payments.filter(hasMoney);
  if (taken.length === 0) return now.toISOString() < expiresAt ? "open" : "expired";
  if (taken.every(isRefunded)) return "refunded";
  const left = taken.filter((payment) => !isRefunded(payment));
  if (left.some(({ refundStatus }) => refundStatus === "failed")) return "refund_failed";
  return left.some(({ refundStatus }) => refundStatus === null) ? "paid" : "refunding";
}
