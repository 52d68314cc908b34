import { expect, test } from "vitest";
import { sandboxKeys } from "~/domain/gateways/sandbox/sandbox-keys.server";
import { hmacHex } from "~/domain/gateways/razorpay/signatures.server";
import { testShop } from "~/test/shop";

const keys = sandboxKeys();
const shop = testShop();

let count = 0;
const send = (body: BodyInit, headers: Record<string, string>) =>
  fetch(new URL("/payments/webhook", shop.origin), { method: "POST", body, headers });
const signed = (body: string, eventId = `event-${++count}`) =>
  send(body, { "X-Razorpay-Signature": hmacHex(keys.webhookSecret, body), "x-razorpay-event-id": eventId });
const stored = async (eventId: string) =>
  shop.db.read
    .selectFrom("payment_events")
    .select(["kind", "body"])
    .where("event_id", "=", eventId)
    .execute();

test("stores a signed event once", async () => {
  // Without spaces: once processed, the event is rewritten without the payer's data.
  const body = '{"event":"payment.pending","payload":{"note":"₹"}}';
  for (let time = 0; time < 3; time++) expect((await signed(body, "once")).status).toBe(200);
  expect(await stored("once")).toEqual([{ kind: "payment.pending", body }]);
});

test("recognises a repeated event without an id by its body", async () => {
  const body = '{"event":"payment.pending","n":1}';
  const headers = { "X-Razorpay-Signature": hmacHex(keys.webhookSecret, body) };
  for (let time = 0; time < 2; time++) expect((await send(body, headers)).status).toBe(200);
  const rows = await shop.db.read
    .selectFrom("payment_events")
    .select("id")
    .where("body", "=", body)
    .execute();
  expect(rows).toHaveLength(1);
});

test("refuses and logs events that are not signed with the webhook's secret", async () => {
  const body = '{"event":"order.paid"}';
  const wrong = ["", "0".repeat(64), hmacHex(keys.keySecret, body), hmacHex(keys.webhookSecret, `${body} `)];
  for (const [index, signature] of wrong.entries()) {
    const headers = { "X-Razorpay-Signature": signature, "x-razorpay-event-id": `forged-${index}` };
    expect((await send(body, headers)).status).toBe(400);
    expect(await stored(`forged-${index}`)).toEqual([]);
  }
  expect(shop.output()).toContain("a webhook with a wrong signature was refused");
});

test.each(["", "null", "[]", "{}", '{"event":5}', '{"event":""}', "{", "\uFEFF{}"])(
  "answers 400 to the signed body %j",
  async (body) => {
    expect((await signed(body)).status).toBe(400);
  },
);

test("answers 413 over 64 kB, announced or streamed, and goes on", async () => {
  const large = "x".repeat(65_537);
  expect((await send(large, {})).status).toBe(413);
  // One byte too many, without an end: the answer comes while the client could still send more.
  const parts = new ReadableStream({
    start(controller) {
      for (const length of [32_768, 32_768, 1])
        controller.enqueue(new TextEncoder().encode("x".repeat(length)));
    },
  });
  const streamed = { method: "POST", body: parts, duplex: "half" } as RequestInit;
  expect((await fetch(new URL("/payments/webhook", shop.origin), streamed)).status).toBe(413);
  expect((await signed('{"event":"payment.pending","after":413}')).status).toBe(200);
});

test("only accepts POST", async () => {
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    const answer = await fetch(new URL("/payments/webhook", shop.origin), { method });
    expect(answer.status).toBe(405);
  }
});
