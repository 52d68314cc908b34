import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { bookChangedJson, stockLowJson } from "~/domain/catalogue/books/record/book-events.json.ts";
import {
  orderEventJson,
  parcelEventJson,
  orderRefundedJson,
} from "~/domain/sales/orders/order-webhooks.json.ts";
import { EVENT_WORDS, WEBHOOK_EVENTS, type WebhookEvent } from "~/domain/shop/webhooks/webhooks";

const DATA: Record<WebhookEvent, z.ZodType> = {
  "order.paid": orderEventJson,
  "order.dispatched": orderEventJson,
  "order.changed": orderEventJson,
  "order.cancelled": orderEventJson,
  "parcel.sent": parcelEventJson,
  "parcel.delivered": parcelEventJson,
  "order.refunded": orderRefundedJson,
  "stock.low": stockLowJson,
  "book.changed": bookChangedJson,
};

const header = (name: string, description: string, example: string) => ({
  in: "header" as const,
  name,
  required: true,
  description,
  schema: { type: "string" as const, examples: [example] },
});

const HEADERS = [
  header("webhook-id", "The same in every try of a delivery.", "evt_Vx3bZr0mA1c2d3e4f5g6h7i8"),
  header("webhook-timestamp", "When it was sent, in seconds since 1970.", "1795255200"),
  header(
    "webhook-signature",
    "One or two signatures, separated by a space, as Standard Webhooks describes them.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/** What the shop posts to the endpoints that staff add, for the OpenAPI document. */
export const webhooks: Record<string, ZodOpenApiPathItemObject> = Object.fromEntries(
  WEBHOOK_EVENTS.map((type) => [
    type,
    {
      post: {
        operationId: `webhook${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        summary: EVENT_WORDS[type],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: z.object({
                type: z.literal(type),
                timestamp: z.string().meta({ format: "date-time", description: "When it happened." }),
                data: DATA[type],
              }),
            },
          },
        },
        responses: { "2XX": { description: "Accepted. Any other answer, or none, is a failure." } },
      },
    },
  ]),
);
