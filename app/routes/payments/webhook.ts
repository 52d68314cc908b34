import { writeDb } from "~/db/shop-database.server";
import { receiveWebhook } from "~/domain/sales/payments/payment-events.server";
import { shopGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { readGatewayHeader } from "~/http/request/headers.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { logger } from "~/platform/logger.server";
import type { Route } from "./+types/webhook";

/**
 * An event from the gateway, or from an earlier one that is still set up. It is stored once and processed later, so that the answer takes milliseconds. A repeated
 * event is answered 200 like the first.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return answer(405, "POST only");
  const body = Buffer.from(await request.arrayBuffer()).toString("utf8");
  const header = (name: string) => readGatewayHeader(request, name);
  const outcome = await receiveWebhook(writeDb, shopGateways(), { body, header });
  const { ip, requestId } = getRequestSession(context);
  switch (outcome) {
    case "wrong_signature":
      logger.warn({ ip, requestId, bytes: body.length }, "a webhook with a wrong signature was refused");
      return answer(400, "wrong signature");
    case "unreadable":
      logger.warn({ ip, requestId }, "a signed webhook could not be read");
      return answer(400, "not an event");
    case "stored":
    case "known":
      return answer(200, "ok");
  }
}

export function loader() {
  return answer(405, "POST only");
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store" } });
}
