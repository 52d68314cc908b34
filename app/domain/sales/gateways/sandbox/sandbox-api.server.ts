import type { z } from "zod";
import type { Db } from "~/db/database.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";
import { createOrderRequest, idempotencyKey, payRequest, refundRequest } from "./sandbox.schema";
import {
  createSandboxOrder,
  paySandboxOrder,
  refundSandboxPayment,
  refusal,
  type SandboxResult,
  unknownId,
} from "./sandbox.server";
import { collectionJson, orderJson, paymentJson, refundJson } from "./sandbox-entities.server";
import { settledOf } from "./sandbox-settlements.server";
import { sandboxKeys } from "./sandbox-keys.server";
import { readParam } from "~/domain/kit/search-params";

/** A parsed call of Razorpay's HTTP API. */
export interface SandboxCall {
  method: string;
  /** Below /v1, e.g. /orders/order_RB58MiP5SPFYyM/payments */
  path: string;
  query: URLSearchParams;
  /** The header Authorization. */
  authorization: string | null;
  /** The header X-Refund-Idempotency. */
  idempotencyKey: string | null;
  /** Parsed JSON; undefined when there is none or it is malformed. */
  body: unknown;
}

type Answer = SandboxResult<unknown>;

interface Endpoint {
  method: string;
  path: RegExp;
  /** secret: HTTP Basic with the key's secret; public: the key id is in the body, as a browser sends it. */
  access: "secret" | "public";
  answer(db: Db, call: SandboxCall, id: string): Promise<Answer> | Answer;
}

const LIST_MAX = 100;
const SETTLED_MAX = 1000;
const SKIP_MAX = 100_000;

const ENDPOINTS: Endpoint[] = [
  {
    method: "POST",
    path: /^\/orders$/,
    access: "secret",
    answer: (db, call) =>
      withBody(createOrderRequest, call.body, async (request) =>
        mapped(await createSandboxOrder(db, request), orderJson),
      ),
  },
  { method: "GET", path: /^\/orders$/, access: "secret", answer: (db, call) => listOrders(db, call.query) },
  {
    method: "GET",
    path: /^\/orders\/(\w+)$/,
    access: "secret",
    answer: async (db, _call, id) =>
      found(
        await db.selectFrom("sandbox_orders").selectAll().where("id", "=", id).executeTakeFirst(),
        orderJson,
      ),
  },
  {
    method: "GET",
    path: /^\/orders\/(\w+)\/payments$/,
    access: "secret",
    answer: (db, _call, id) => listPayments(db, id),
  },
  {
    method: "GET",
    path: /^\/payments\/(\w+)$/,
    access: "secret",
    answer: async (db, _call, id) =>
      found(
        await db.selectFrom("sandbox_payments").selectAll().where("id", "=", id).executeTakeFirst(),
        paymentJson,
      ),
  },
  {
    method: "POST",
    path: /^\/payments\/create\/ajax$/,
    access: "public",
    answer: (db, call) => withBody(payRequest, call.body, (request) => paySandboxOrder(db, request)),
  },
  {
    method: "POST",
    path: /^\/payments\/(\w+)\/refund$/,
    access: "secret",
    answer: (db, call, id) => {
      const key = idempotencyKey.safeParse(call.idempotencyKey);
      if (!key.success) return refusal(key.error.issues[0]!.message);
      return withBody(refundRequest, call.body ?? {}, async (request) =>
        mapped(await refundSandboxPayment(db, id, request, key.data), refundJson),
      );
    },
  },
  {
    method: "GET",
    path: /^\/refunds\/(\w+)$/,
    access: "secret",
    answer: async (db, _call, id) =>
      found(
        await db.selectFrom("sandbox_refunds").selectAll().where("id", "=", id).executeTakeFirst(),
        refundJson,
      ),
  },
  {
    method: "GET",
    path: /^\/settlements\/recon\/combined$/,
    access: "secret",
    answer: (db, { query }) => listSettled(db, query),
  },
];

/**
 * Answers one call as Razorpay's API would: the same paths, entities, checks and error bodies.
 * @returns the HTTP status and the JSON body
 */
export async function answerSandboxCall(
  db: Db,
  call: SandboxCall,
): Promise<{ status: number; body: unknown }> {
  const result = await answer(db, call);
  return result.ok
    ? { status: 200, body: result.value }
    : { status: result.status, body: { error: result.error } };
}

async function answer(db: Db, call: SandboxCall): Promise<Answer> {
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === call.method ? endpoint.path.exec(call.path) : null;
    if (!match) continue;
    if (!isAllowed(endpoint, call)) {
      return refusal("Authentication failed", { status: 401, source: "NA", step: "NA", reason: "NA" });
    }
    return endpoint.answer(db, call, match[1] ?? "");
  }
  return refusal("The requested URL was not found on the server.", {
    status: 404,
    source: "NA",
    step: "NA",
    reason: "NA",
  });
}

function isAllowed({ access }: Endpoint, { authorization, body }: SandboxCall): boolean {
  const { keyId, keySecret } = sandboxKeys();
  if (access === "public") return isSandboxKey((body as { key_id?: unknown } | undefined)?.key_id);
  const encoded = /^Basic ([\w+/=]+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return equalInConstantTime(Buffer.from(encoded, "base64").toString("utf8"), `${keyId}:${keySecret}`);
}

/** Whether this is the key id of this shop's sandbox. */
export function isSandboxKey(keyId: unknown): boolean {
  return keyId === sandboxKeys().keyId;
}

async function withBody<Shape extends z.ZodType>(
  shape: Shape,
  body: unknown,
  run: (request: z.output<Shape>) => Promise<Answer>,
): Promise<Answer> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return run(parsed.data);
  const issue = parsed.error.issues[0]!;
  return refusal(issue.message, { field: issue.path.join(".") || undefined });
}

function mapped<Row>(result: SandboxResult<Row>, json: (row: Row) => unknown): Answer {
  return result.ok ? { ok: true, value: json(result.value) } : result;
}

function found<Row>(row: Row | undefined, json: (row: Row) => unknown): Answer {
  return row ? { ok: true, value: json(row) } : unknownId();
}

/** api/orders/fetch-all, newest first. */
async function listOrders(db: Db, query: URLSearchParams): Promise<Answer> {
  const receipt = readParam(query, "receipt");
  const orders = await db
    .selectFrom("sandbox_orders")
    .selectAll()
    .$if(receipt !== null, (orders) => orders.where("receipt", "=", receipt))
    .orderBy("created_at", "desc")
    .limit(wholeNumber(readParam(query, "count"), 1, LIST_MAX, 10))
    .offset(wholeNumber(readParam(query, "skip"), 0, Number.MAX_SAFE_INTEGER, 0))
    .execute();
  return { ok: true, value: collectionJson(orders.map(orderJson)) };
}

/** api/settlements/fetch-recon: what was settled in a month or on a day. */
async function listSettled(db: Db, query: URLSearchParams): Promise<Answer> {
  const part = (name: string) => readParam(query, name)?.padStart(2, "0");
  const days = [part("year"), part("month"), part("day")].filter((text) => text !== undefined).join("-");
  if (!/^\d{4}-\d\d(?:-\d\d)?$/.test(days))
    return refusal("The month field is required.", { field: "month" });
  const items = await settledOf(db, days, {
    count: wholeNumber(readParam(query, "count"), 1, SETTLED_MAX, 10),
    skip: wholeNumber(readParam(query, "skip"), 0, SKIP_MAX, 0),
  });
  return { ok: true, value: collectionJson(items) };
}

function wholeNumber(text: string | null, least: number, most: number, otherwise: number): number {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) ? Math.min(Math.max(number, least), most) : otherwise;
}

/** api/orders/fetch-payments: all attempts, newest first. */
async function listPayments(db: Db, orderId: string): Promise<Answer> {
  const order = await db
    .selectFrom("sandbox_orders")
    .select("id")
    .where("id", "=", orderId)
    .executeTakeFirst();
  if (!order) return unknownId();
  const payments = await db
    .selectFrom("sandbox_payments")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .execute();
  return { ok: true, value: collectionJson(payments.map((payment) => paymentJson(payment))) };
}
