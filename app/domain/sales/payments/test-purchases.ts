import type { PaymentStatus, RefundStatus } from "../gateways/payment-states";
import type { PaymentSource } from "./payments";

/** The price of a test purchase: the least that a gateway takes and refunds. Paise. */
export const TEST_AMOUNT = 100;

/** An attempt to pay. Times are ISO 8601, UTC. */
export interface TestPayment {
  gatewayPaymentId: string;
  status: PaymentStatus;
  method: string | null;
  errorDescription: string | null;
  /** When the shop first heard of it. */
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

/** An order of one rupee with a mark: it is paid and refunded as every order, but is no sale. */
export interface TestPurchase {
  /** The order's number. */
  id: number;
  gateway: string;
  /** Paise. */
  amount: number;
  gatewayOrderId: string | null;
  /** Who started it. */
  startedBy: string;
  startedAt: string;
  expiresAt: string;
  state: TestState;
  /** Who first told the shop that it is paid; null: it is not. */
  toldBy: PaymentSource | null;
  /** When the first signed webhook came about its payment; null: none has come yet. */
  webhookAt: string | null;
  /** The first one first. */
  payments: TestPayment[];
}

type Refundable = Pick<TestPayment, "status" | "refundStatus">;

const hasMoney = ({ status }: Refundable) => status === "captured" || status === "refunded";
const isRefunded = ({ status, refundStatus }: Refundable) =>
  refundStatus === "processed" || (refundStatus === null && status === "refunded");

/** The state of a purchase, from its payments. If several went through, each has to be refunded. */
export function testState(payments: Refundable[], isPayable: boolean): TestState {
  const taken = payments.filter(hasMoney);
  if (taken.length === 0) return isPayable ? "open" : "expired";
  if (taken.every(isRefunded)) return "refunded";
  const left = taken.filter((payment) => !isRefunded(payment));
  if (left.some(({ refundStatus }) => refundStatus === "failed")) return "refund_failed";
  return left.some(({ refundStatus }) => refundStatus === null) ? "paid" : "refunding";
}
