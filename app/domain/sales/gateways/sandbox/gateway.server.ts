import type { Db } from "~/db/database.server";
import type { GatewayDriver } from "../gateway.server";
import { createRazorpayGateway } from "../razorpay/razorpay.server";
import { readRazorpayEvent, withoutRazorpayPayer } from "../razorpay/razorpay-events.server";
import { sandboxKeys } from "./sandbox-keys.server";

/** The same client as for Razorpay, with the sandbox's URL in this shop. */
export const driver: GatewayDriver = {
  open: ({ origin }) =>
    createRazorpayGateway({
      name: "sandbox",
      ...sandboxKeys(),
      apiBase: `${origin}/sandbox`,
      checkoutScript: "/sandbox/checkout.js",
      hostedCheckout: "/sandbox/v1/checkout/embedded",
      origins: [],
    }),
  readEvent: readRazorpayEvent,
  withoutPayer: withoutRazorpayPayer,
  forgetPayer,
};

/** Erases the payer from the sandbox's payments and from webhooks not delivered yet. */
async function forgetPayer(
  trx: Db,
  { gatewayOrders, gatewayPayments }: { gatewayOrders: string[]; gatewayPayments: string[] },
): Promise<void> {
  await trx
    .updateTable("sandbox_payments")
    .set({ email: null, contact: null, vpa: null, card_last4: null })
    .where("order_id", "in", gatewayOrders)
    .execute();
  const ids = [...gatewayOrders, ...gatewayPayments].map((id) => JSON.stringify(id));
  const undelivered = await trx
    .selectFrom("sandbox_webhooks")
    .select(["id", "body"])
    .where("next_try_at", "is not", null)
    .execute();
  for (const { id, body } of undelivered.filter((webhook) =>
    ids.some((known) => webhook.body.includes(known)),
  ))
    await trx
      .updateTable("sandbox_webhooks")
      .set({ body: withoutRazorpayPayer(body) })
      .where("id", "=", id)
      .execute();
}
