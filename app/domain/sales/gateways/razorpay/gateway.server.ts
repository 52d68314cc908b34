import type { GatewayDriver } from "../gateway.server";
import { createRazorpayGateway } from "./razorpay.server";
import { readRazorpayEvent, withoutRazorpayPayer } from "./razorpay-events.server";

export const driver: GatewayDriver = {
  /** The keys are set: otherwise the server does not start with PAYMENTS=razorpay (config.server.ts). */
  open: ({ settings }) =>
    createRazorpayGateway({
      name: "razorpay",
      keyId: settings.RAZORPAY_KEY_ID ?? "",
      keySecret: settings.RAZORPAY_KEY_SECRET ?? "",
      webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET ?? "",
      checkoutScript: "https://checkout.razorpay.com/v1/checkout.js",
      hostedCheckout: "https://api.razorpay.com/v1/checkout/embedded",
      // The script loads others from cdn., reports to lumberjack., and opens api.razorpay.com in a frame.
      origins: ["https://*.razorpay.com"],
    }),
  readEvent: readRazorpayEvent,
  withoutPayer: withoutRazorpayPayer,
};
