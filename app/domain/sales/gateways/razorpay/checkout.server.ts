import type { GatewayReturn, OrderToPay } from "../gateway.server";
import type { GatewayCheckout } from "../gateway-checkout";
import { parseGivenJson } from "~/platform/given-json";

/**
 * The form of the hosted page (web-integration/hosted) and the options of the window (web-integration/standard), with
 * the same values.
 */
export function razorpayCheckout(
  gateway: { keyId: string; checkoutScript: string; hostedCheckout: string },
  order: OrderToPay,
): GatewayCheckout {
  const { gatewayOrderId, amount, currency, customer } = order;
  const shown = { name: order.shopName, description: order.description };
  return {
    form: {
      action: gateway.hostedCheckout,
      fields: {
        key_id: gateway.keyId,
        order_id: gatewayOrderId,
        amount,
        currency,
        ...shown,
        "prefill[name]": customer.name,
        "prefill[email]": customer.email,
        "prefill[contact]": customer.mobile,
        callback_url: order.callbackUrl,
        cancel_url: order.cancelUrl,
      },
    },
    window: {
      folder: "razorpay",
      script: gateway.checkoutScript,
      options: {
        key: gateway.keyId,
        order_id: gatewayOrderId,
        amount,
        currency,
        ...shown,
        prefill: { name: customer.name, email: customer.email, contact: customer.mobile },
        // The window closes after so many seconds, when the books are no longer held.
        timeout: order.seconds,
        retry: { enabled: false },
        // NPCI has withdrawn asking a typed UPI id for the money; codes and apps stay (announcements/upi-collect-migration).
        config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
      },
    },
  };
}

/** A successful payment has three fields; for a failed one the order's id may be in the error's metadata. */
export function parseRazorpayReturn(field: (name: string) => string): GatewayReturn {
  return {
    gatewayOrderId: field("razorpay_order_id") || orderInMetadata(field("error[metadata]")),
    paymentId: field("razorpay_payment_id"),
    signature: field("razorpay_signature"),
  };
}

function orderInMetadata(metadata: string): string {
  try {
    const { order_id } = parseGivenJson(metadata) as { order_id?: unknown };
    return typeof order_id === "string" ? order_id : "";
  } catch {
    return "";
  }
}
