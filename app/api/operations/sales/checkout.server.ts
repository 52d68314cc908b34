import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addressDoubts } from "~/domain/kit/addresses/address-doubts";
import { addressJson, addressWarnings, saveAddressSchema } from "~/domain/kit/addresses/addresses.json.ts";
import { listAddresses, saveAddress } from "~/domain/kit/addresses/addresses.server";
import { cartItemJson, cartItemToJson } from "~/domain/sales/cart/cart.json.ts";
import { readCart } from "~/domain/sales/cart/cart.server";
import { checkOut } from "~/domain/sales/checkout/check-out.server";
import {
  checkedOutFields,
  checkedOutMessage,
  checkedOutToJson,
} from "~/domain/sales/checkout/checkout.json.ts";
import { checkoutSchema, paymentCheckSchema } from "~/domain/sales/checkout/checkout.schema";
import { PAYMENT_SUCCESSFUL } from "~/domain/sales/payments/payments";
import { confirmFromBrowser } from "~/domain/sales/payments/payments.server";
import { readReturn } from "~/domain/sales/payments/read-return.server";
import { shopGateway, shopGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { uncountAction } from "~/http/request/limits/customer-limits.server";
import {
  ApiError,
  countCall,
  done,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";

const tag = "Checkout";
const access = "customer";

/** Ordering and paying (docs/specification.md §7). */
export const checkout = [
  operation({
    method: "GET",
    path: "/checkout/all",
    tag,
    summary: "The books to order: those in the cart",
    access,
    answer: z.array(cartItemJson),
    async handle({ caller: { account } }) {
      const cart = await readCart(readDb, { accountId: account!.id });
      return cart.lines.map(cartItemToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/checkout/address",
    tag,
    summary: "The saved addresses",
    access,
    answer: z.array(addressJson),
    handle: ({ caller: { account } }) => listAddresses(readDb, account!.id),
  }),

  operation({
    method: "POST",
    path: "/checkout/updateaddress",
    tag,
    summary: "Save an address",
    description:
      "Values that look wrong for India (PIN code, mobile or state) are saved, and named in warnings.",
    access,
    refusals: { 404: "The customer has no such address." },
    body: saveAddressSchema,
    answer: resultSchema
      .extend({
        id: z
          .number()
          .int()
          .optional()
          .meta({
            description: "Of the address saved, or of an identical one that was saved before.",
            examples: [3],
          }),
        warnings: addressWarnings,
      })
      .meta({ id: "AddressSaved" }),
    async handle({ body: { id, ...fields }, caller: { account } }) {
      const saved = await saveAddress(writeDb, account!.id, id || null, fields);
      if (!saved.ok && saved.reason === "full") return refused(saved.message);
      if (!saved.ok) return notFound(saved.message);
      const doubts = addressDoubts(fields);
      const warnings = Object.keys(doubts).length > 0 ? { warnings: doubts } : {};
      return { ...done(saved.message), id: saved.id, ...warnings };
    },
  }),

  operation({
    method: "POST",
    path: "/checkout/checkout",
    tag,
    summary: "Place the order",
    description: [
      "Orders what is in the cart, at the catalogue's prices. cartItems say what the customer was shown: when the cart or a price has changed since, or the coupon in the cart no longer applies, the order is refused with a msg. The same call again returns the same order until it is paid.",
      "methodId, payment, deliveryPrice and codFee are optional: without them the order goes by the cheapest method that is sent and is paid online. A method, price, fee or way of paying that is not offered any more is refused with a msg, and nothing is ordered. An order paid at the door (cod) that has nothing to pay now waits until the customer or the shop confirms it, and one paid by transfer until the money has come; both empty the cart.",
      "Otherwise the customer pays in the provider's window (checkoutScript, with key: keyId, order_id: razorpay_order_id, amount, currency), and the window's result is sent to paymentcheck.",
    ].join("\n\n"),
    access,
    refusals: { 404: "The customer has no such address." },
    body: checkoutSchema,
    answer: resultSchema.extend(checkedOutFields).meta({ id: "CheckedOut" }),
    async handle({ body, caller }) {
      const { account, session } = caller;
      await countCall("order", caller);
      const gateway = shopGateway();
      const outcome = await checkOut(writeDb, gateway, account!.id, body);
      if (!outcome.ok || !outcome.isNew) await uncountAction("order", { account, ip: session.ip });
      if (outcome.ok) {
        const checkoutScript = new URL(gateway.checkoutScript, session.origin).href;
        const order = checkedOutToJson(outcome, { keyId: gateway.keyId, checkoutScript });
        return { ...done(checkedOutMessage(outcome)), ...order };
      }
      if (outcome.reason === "address") notFound("Address not found");
      if (outcome.reason === "unavailable")
        throw new ApiError(503, outcome.message, { headers: { "Retry-After": "5" } });
      return refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/checkout/paymentcheck",
    tag,
    summary: "Confirm a payment",
    description:
      "Takes the result of the provider's window. The shop checks the signature and asks the provider itself; amount is only compared. The call may be repeated.",
    access,
    refusals: { 404: "The customer has no such order." },
    body: paymentCheckSchema,
    answer: resultSchema
      .extend({
        outcome: z.enum(["paid", "unconfirmed", "failed", "refunding", "refused"]).optional().meta({
          description:
            "unconfirmed: paid, but the provider does not answer now; ask orderstatus later. refunding: paid too late, the money is refunded.",
        }),
      })
      .meta({ id: "PaymentChecked" }),
    async handle({ body, caller: { account } }) {
      const fields = new Map(Object.entries(body));
      const field = (name: string) => String(fields.get(name) ?? "");
      const { gateway, posted } = await readReturn(readDb, shopGateways(), field);
      const given = { ...posted, orderId: body.orderid, amount: body.amount };
      const result = await confirmFromBrowser(writeDb, gateway, given, account!.id);
      if (result.ok) return { ...done(PAYMENT_SUCCESSFUL), outcome: "paid" as const };
      if (result.reason === "unknown_order") notFound("Order not found");
      const outcome = result.reason === "bad_signature" ? "refused" : result.reason;
      return { ...refused(result.message), outcome };
    },
  }),
];
