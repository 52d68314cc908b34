import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { storePaymentEvent } from "~/domain/payments/payment-events.server";
import { shopGateway } from "~/domain/payments/shop-gateway.server";
import { getVisit } from "~/http/visit.server";
import { logger } from "~/platform/logger.server";
import { sha256 } from "~/platform/tokens.server";
import { wake } from "~/platform/wake.server";
import type { Route } from "./+types/webhook";
import { readHeader } from "~/http/headers.server";

const webhookBody = z.object({ event: z.string().max(100).min(1) });

/**
 * The gateway tells what happened (webhooks/best-practices). The signature over the raw body is checked before
 * anything is parsed; the event is stored once by its id and worked on later, so that the answer takes milliseconds.
 * A repeated event is answered 200 like the first.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return answer(405, "POST only");
  const body = Buffer.from(await request.arrayBuffer()).toString("utf8");
  const signature = readHeader(request, "x-razorpay-signature") ?? "";
  const { ip, requestId } = getVisit(context);
  if (!shopGateway().isWebhookSignatureValid(body, signature)) {
    logger.warn({ ip, requestId, bytes: body.length }, "a webhook with a wrong signature was refused");
    return answer(400, "wrong signature");
  }
  const parsed = webhookBody.safeParse(parseJson(body));
  if (!parsed.success) {
    logger.warn({ ip, requestId }, "a signed webhook could not be read");
    return answer(400, "not an event");
  }
  // Without the header the body itself tells a repetition.
  const eventId = readHeader(request, "x-razorpay-event-id")?.slice(0, 200) || `body-${sha256(body)}`;
  const outcome = await storePaymentEvent(writeDb, { eventId, kind: parsed.data.event, body });
  if (outcome === "stored") wake("payment-events");
  return answer(200, "ok");
}

export function loader() {
  return answer(405, "POST only");
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store" } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
