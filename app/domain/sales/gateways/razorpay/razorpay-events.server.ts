import { z } from "zod";
import { sha256 } from "~/platform/secrets/tokens.server";
import type { GatewayNews, ParsedWebhook, WebhookRequest } from "../gateway.server";
import { paymentEntity, refundEntity } from "./razorpay-entities.server";
import { isSignatureValid } from "./signatures.server";
import { parseGivenJson } from "~/platform/given-json";

const EVENT_ID_MAX = 200;

const webhookBody = z.object({ event: z.string().max(100).min(1) });
const paymentEvent = z.object({ payload: z.object({ payment: z.object({ entity: paymentEntity }) }) });
const refundEvent = z.object({ payload: z.object({ refund: z.object({ entity: refundEntity }) }) });

/** A webhook's signature is made of its raw body and the webhook secret (webhooks/validate-test). */
export function parseRazorpayWebhook(webhookSecret: string, { body, header }: WebhookRequest): ParsedWebhook {
  if (!isSignatureValid(webhookSecret, body, header("x-razorpay-signature") ?? ""))
    return { ok: false, reason: "wrong_signature" };
  const parsed = webhookBody.safeParse(parseJson(body));
  if (!parsed.success) return { ok: false, reason: "unreadable" };
  // Without the header a repeated delivery is recognised by its body.
  const eventId = header("x-razorpay-event-id")?.slice(0, EVENT_ID_MAX) || `body-${sha256(body)}`;
  return { ok: true, eventId, kind: parsed.data.event };
}

/** Razorpay's events (webhooks/payloads): payment.captured, order.paid, refund.processed … */
export function readRazorpayEvent({ kind, body }: { kind: string; body: string }): GatewayNews {
  const [subject] = kind.split(".");
  // order.paid contains its payment; of refund events only the refund is read.
  if (subject === "payment" || subject === "order") {
    const parsed = paymentEvent.safeParse(parseJson(body));
    return parsed.success
      ? { about: "payment", payment: parsed.data.payload.payment.entity }
      : { about: "nothing", remark: "not the shape of a payment event" };
  }
  if (subject === "refund") {
    const parsed = refundEvent.safeParse(parseJson(body));
    return parsed.success
      ? { about: "refund", refund: parsed.data.payload.refund.entity }
      : { about: "nothing", remark: "not the shape of a refund event" };
  }
  return { about: "nothing", remark: "an event of no use to the shop" };
}

function parseJson(text: string): unknown {
  try {
    return parseGivenJson(text);
  } catch {
    return undefined;
  }
}

/** Fields with personal data of the payer, at any depth of an entity. */
const PERSONAL = new Set([
  "email",
  "contact",
  "vpa",
  "upi",
  "card",
  "customer_id",
  "customer_details",
  "bank_account",
  "bank_transfer",
]);

/** Removes the payer's personal data from an event's body. A body without any stays; invalid JSON becomes {}. */
export function withoutRazorpayPayer(body: string): string {
  let isPersonal = false;
  const impersonal = (key: string, value: unknown) => {
    if (!PERSONAL.has(key)) return value;
    isPersonal = true;
    return undefined;
  };
  try {
    const rest = parseGivenJson(body, impersonal);
    return isPersonal ? JSON.stringify(rest) : body;
  } catch {
    return "{}";
  }
}
