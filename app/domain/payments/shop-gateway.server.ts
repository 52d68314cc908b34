import { config } from "~/config.server";
import type { Gateway } from "./gateway.server";
import { createRazorpayGateway } from "./razorpay.server";
import { sandboxKeys } from "./sandbox-keys.server";

let gateway: Gateway | undefined;
let loopback = `http://127.0.0.1:${config.PORT}`;

/** Told by the server once it listens: where this process reaches itself. @param origin e.g. http://127.0.0.1:3000 */
export function setLoopbackOrigin(origin: string): void {
  loopback = origin;
  gateway = undefined;
}

export function loopbackOrigin(): string {
  return loopback;
}

/** The gateway this shop is configured for. The same SDK code speaks to Razorpay and to the sandbox. */
export function shopGateway(): Gateway {
  return (gateway ??= config.payments === "razorpay" ? razorpay() : sandbox());
}

/** The server never starts with PAYMENTS=razorpay and a key missing (config.server.ts). */
function razorpay(): Gateway {
  return createRazorpayGateway({
    name: "razorpay",
    keyId: config.RAZORPAY_KEY_ID ?? "",
    keySecret: config.RAZORPAY_KEY_SECRET ?? "",
    webhookSecret: config.RAZORPAY_WEBHOOK_SECRET ?? "",
    checkoutScript: "https://checkout.razorpay.com/v1/checkout.js",
    hostedCheckout: "https://api.razorpay.com/v1/checkout/embedded",
    // The script loads further ones from cdn., reports to lumberjack., frames api.razorpay.com.
    origins: ["https://*.razorpay.com"],
  });
}

function sandbox(): Gateway {
  return createRazorpayGateway({
    name: "sandbox",
    ...sandboxKeys(),
    apiBase: `${loopback}/sandbox`,
    checkoutScript: "/sandbox/checkout.js",
    hostedCheckout: "/sandbox/v1/checkout/embedded",
    origins: [],
  });
}
