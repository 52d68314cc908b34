import type { GatewayDriver } from "../gateway.server";
import { createRazorpayGateway } from "./razorpay.server";
import { readRazorpayEvent, withoutRazorpayPayer } from "./razorpay-events.server";

export const driver: GatewayDriver = {
  /** The server never starts with PAYMENTS=razorpay and a key missing (config.server.ts). */
  open: ({ settings }) =>
    createRazorpayGateway({
      name: "razorpay",
      keyId: settings.RAZORPAY_KEY_ID ?? "",
      keySecret: settings.RAZORPAY_KEY_SECRET ?? "",
      webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET ?? "",
      checkoutScript: "https://checkout.razorpay.com/v1/checkout.js",
      hostedCheckout: "https://api.razorpay.com/v1/checkout/embedded",
      // The script loads further ones from cdn., reports to lumberjack., frames api.razorpay.com.
      origins: ["https://*.razorpay.com"],
    }),
  readEvent: readRazorpayEvent,
  withoutPayer: withoutRazorpayPayer,
};
