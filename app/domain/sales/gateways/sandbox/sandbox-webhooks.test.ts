import { createServer } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { listen } from "~/test/servers/loopback";
import { sandboxKeys } from "./sandbox-keys.server";
import { createSandboxOrder, paySandboxOrder, refundSandboxPayment } from "./sandbox.server";
import { deliverSandboxWebhooks } from "./sandbox-webhooks.server";
import { hmacHex } from "../razorpay/signatures.server";

interface Received {
  body: string;
  signature: string;
  eventId: string;
}

const db = await createTestDatabase();
const keys = sandboxKeys();
const received: Received[] = [];
/** The shop's answers, one after the other; 200 when the list is empty. */
let answers: (number | "drop")[] = [];

const shop = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const header = (name: string) => String(req.headers[name] ?? "");
  received.push({
    body: Buffer.concat(chunks).toString("utf8"),
    signature: header("x-razorpay-signature"),
    eventId: header("x-razorpay-event-id"),
  });
  const answer = answers.shift() ?? 200;
  if (answer === "drop") res.destroy();
  else res.writeHead(answer, { Location: "/elsewhere" }).end();
});
const webhookUrl = `${await listen(shop)}/payments/webhook`;
afterAll(() => void shop.close());

const start = new Date("2026-11-21T10:00:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const events = () => received.map(({ body }) => (JSON.parse(body) as { event: string }).event);

async function order() {
  const result = await createSandboxOrder(
    db.write,
    { amount: 5000, currency: "INR", notes: {}, unique_receipt: false },
    start,
  );
  if (!result.ok) throw new Error(result.error.description);
  return result.value;
}

const pay = (orderId: string, vpa = "success@razorpay") =>
  paySandboxOrder(
    db.write,
    { key_id: keys.keyId, order_id: orderId, amount: 5000, currency: "INR", method: "upi", vpa },
    start,
  );

beforeEach(async () => {
  await db.write.deleteFrom("sandbox_webhooks").execute();
  received.length = 0;
  answers = [];
});

test("a payment sends three events with different ids, each with a signature of its raw body", async () => {
  const { id } = await order();
  await pay(id);
  expect(await deliverSandboxWebhooks(db.write, webhookUrl, start)).toBe(3);
  expect(events().sort()).toEqual(["order.paid", "payment.authorized", "payment.captured"]);
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(3);
  for (const { body, signature } of received) expect(signature).toBe(hmacHex(keys.webhookSecret, body));

  const sent = received.map(
    ({ body }) => JSON.parse(body) as { event: string; payload: { payment: { entity: { status: string } } } },
  );
  const statusIn = (event: string) =>
    sent.find((each) => each.event === event)?.payload.payment.entity.status;
  expect(statusIn("payment.authorized")).toBe("authorized");
  expect(statusIn("payment.captured")).toBe("captured");
  expect(sent.find(({ event }) => event === "order.paid")).toMatchObject({
    entity: "event",
    contains: ["payment", "order"],
    payload: {
      payment: { entity: { entity: "payment", order_id: id, amount: 5000, currency: "INR", captured: true } },
      order: { entity: { id, entity: "order", status: "paid", amount_due: 0 } },
    },
    created_at: start.getTime() / 1000,
  });
  expect(await deliverSandboxWebhooks(db.write, webhookUrl, after(60))).toBe(0);
});

test("a failed payment sends an event with the reason", async () => {
  await pay((await order()).id, "failure@razorpay");
  await deliverSandboxWebhooks(db.write, webhookUrl, start);
  expect(events()).toEqual(["payment.failed"]);
  expect(received[0]!.body).toContain('"error_reason":"payment_failed"');
});

test("a refund is pending until the background task processes it", async () => {
  const paid = await pay((await order()).id);
  if (!paid.ok) throw new Error(paid.error.description);
  await deliverSandboxWebhooks(db.write, webhookUrl, start);
  received.length = 0;

  await refundSandboxPayment(
    db.write,
    paid.value.razorpay_payment_id,
    { speed: "normal", notes: {} },
    null,
    start,
  );
  await deliverSandboxWebhooks(db.write, webhookUrl, start);
  expect(events()).toEqual(["refund.created"]);
  expect(await deliverSandboxWebhooks(db.write, webhookUrl, after(60))).toBe(2);
  expect(events()).toEqual(["refund.created", "refund.processed"]);
  expect(JSON.parse(received[1]!.body)).toMatchObject({
    contains: ["refund", "payment"],
    payload: {
      refund: { entity: { status: "processed" } },
      payment: { entity: { status: "refunded", refund_status: "full" } },
    },
  });
  expect(await deliverSandboxWebhooks(db.write, webhookUrl, after(120))).toBe(0);
});

test("the same event is repeated with growing pauses until it is accepted", async () => {
  await pay((await order()).id, "failure@razorpay");
  answers = [500, "drop", 302, 200];
  for (const seconds of [0, 1, 6, 7, 17, 20, 40, 3600])
    await deliverSandboxWebhooks(db.write, webhookUrl, after(seconds));
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  const row = await db.read.selectFrom("sandbox_webhooks").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    attempts: 4,
    delivered_at: after(40).toISOString(),
    next_try_at: null,
    last_error: null,
  });
});

test("an event that is never accepted is given up after a day", async () => {
  await pay((await order()).id, "failure@razorpay");
  answers = Array.from({ length: 200 }, () => 503);
  for (let hours = 0; hours <= 40; hours += 0.5)
    await deliverSandboxWebhooks(db.write, webhookUrl, after(hours * 3600));
  const row = await db.read.selectFrom("sandbox_webhooks").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ delivered_at: null, next_try_at: null, last_error: "answered 503" });
  expect(received.length).toBeGreaterThan(15);
  expect(received.length).toBeLessThan(40);
});

test("an event that fails does not delay the others", async () => {
  const { id } = await order();
  await pay(id);
  answers = [500];
  await deliverSandboxWebhooks(db.write, webhookUrl, start);
  const rows = await db.read.selectFrom("sandbox_webhooks").select("delivered_at").execute();
  expect(rows.filter(({ delivered_at }) => delivered_at !== null)).toHaveLength(2);
});
