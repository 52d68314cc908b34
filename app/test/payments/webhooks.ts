import type { GatewayPayment, GatewayRefund } from "~/domain/sales/gateways/gateway.server";

/** A webhook's raw body in Razorpay's shape (webhooks/payloads). */
export function webhookBody(
  event: string,
  about: { payment?: GatewayPayment; refund?: GatewayRefund },
): string {
  const { payment, refund } = about;
  return JSON.stringify({
    entity: "event",
    account_id: "acc_test",
    event,
    contains: Object.keys(about),
    payload: {
      ...(payment && {
        payment: {
          entity: {
            id: payment.id,
            entity: "payment",
            amount: payment.amount,
            currency: payment.currency,
            status: payment.status,
            order_id: payment.orderId,
            method: payment.method,
            error_description: payment.errorDescription,
          },
        },
      }),
      ...(refund && {
        refund: {
          entity: {
            id: refund.id,
            entity: "refund",
            payment_id: refund.paymentId,
            amount: refund.amount,
            status: refund.status,
          },
        },
      }),
    },
    created_at: 1_790_000_000,
  });
}
