import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { PostError } from "~/platform/public/post-to-public.server";
import { createTestDatabase } from "~/test/database";
import { mailsTo } from "~/test/mails";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { type Received, type Receiver, startReceiver, testPoster } from "~/test/servers/webhook-receiver";
import { deliverWebhooks } from "./deliver.server";
import { recordTry } from "./record-try.server";
import { findDelivery, sendAgain, sweepDeliveries } from "./deliveries.server";
import { emitEvent } from "./emit-event.server";
import { deleteEndpoint, findEndpoint, rollSecret, sendTestEvent, switchEndpoint } from "./endpoints.server";

const HOUR = 3_600_000;
// Receivers refuse signatures that are older than five minutes.
const NOW = new Date();
const later = (ms: number) => new Date(NOW.getTime() + ms);

let shop: ShopDatabase & { file: string };
let receivers: Receiver[];
beforeEach(async () => {
  shop = await createTestDatabase();
  receivers = [];
});
afterEach(async () => {
  for (const receiver of receivers) await receiver.close();
});

async function start(answer?: Receiver["answer"]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const emit = (data: Record<string, unknown> = { bookId: 7 }, now = NOW) =>
  shop.write.transaction().execute((trx) => emitEvent(trx, "stock.low", async () => data, now));
const deliver = (now = NOW, post = testPoster()) => deliverWebhooks(shop.write, { post, now: () => now });
const refuse: Receiver["answer"] = (_, response) => void response.writeHead(500).end("no");
const verified = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers);

test("without an active endpoint for the event nothing is written, and the data is not even read", async () => {
  const paused = await createEndpoint(shop.write);
  await switchEndpoint(shop.write, { id: paused.id, staffId: paused.staffId, active: false });
  await createEndpoint(shop.write, { url: "https://other.test/", events: ["order.paid"] });
  await shop.write
    .transaction()
    .execute((trx) => emitEvent(trx, "stock.low", () => Promise.reject(new Error("was read")), NOW));
  expect(await storedDeliveries(shop.read)).toEqual([]);
});

test("an event is not sent when its transaction is rolled back", async () => {
  await createEndpoint(shop.write);
  const failed = shop.write.transaction().execute(async (trx) => {
    await emitEvent(trx, "stock.low", async () => ({}), NOW);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await storedDeliveries(shop.read)).toEqual([]);
});

test("each endpoint gets the event, signed with its own secret as Standard Webhooks says", async () => {
  const [first, second] = [await start(), await start()];
  const [a, b] = [
    await createEndpoint(shop.write, { url: first.url }),
    await createEndpoint(shop.write, { url: second.url, events: ["stock.low"] }),
  ];
  await emit();
  expect(await deliver()).toBe(2);
  const [got] = first.received;
  expect(verified(a.secret, got!)).toEqual({
    type: "stock.low",
    timestamp: NOW.toISOString(),
    data: { bookId: 7 },
  });
  expect(verified(b.secret, second.received[0]!)).toBeTruthy();
  expect(() => verified(b.secret, got!)).toThrow();
  expect(got!.headers["webhook-id"]).toBe(second.received[0]!.headers["webhook-id"]);
  expect(got!.headers).toMatchObject({ "content-type": "application/json" });
  expect(await storedDeliveries(shop.read)).toMatchObject([
    { status: "delivered", attempts: 1, sending_until: null, delivered_at: NOW.toISOString() },
    { status: "delivered" },
  ]);
  expect(await deliver()).toBe(0);
});

test("a new secret signs beside the former one for 24 hours, then alone", async () => {
  const receiver = await start();
  const { id, staffId, secret } = await createEndpoint(shop.write, { url: receiver.url });
  const fresh = (await rollSecret(shop.write, { id, staffId }, later(-HOUR)))!;
  expect(fresh).toMatch(/^whsec_/);
  await emit();
  await deliver();
  expect(verified(secret, receiver.received[0]!)).toBeTruthy();
  expect(verified(fresh, receiver.received[0]!)).toBeTruthy();

  await rollSecret(shop.write, { id, staffId }, later(-25 * HOUR));
  const newest = (await rollSecret(shop.write, { id, staffId }, later(-24 * HOUR)))!;
  await emit();
  await deliver();
  expect(verified(newest, receiver.received[1]!)).toBeTruthy();
  expect(receiver.received[1]!.headers["webhook-signature"]).not.toContain(" ");
  const stored = await shop.read.selectFrom("webhook_endpoints").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(newest.slice("whsec_".length));
});

describe("when a delivery fails", () => {
  test("it is tried again with growing pauses for three days, then the endpoint is paused and its maker mailed", async () => {
    const receiver = await start(refuse);
    const { id } = await createEndpoint(shop.write, { url: receiver.url });
    await shop.write.updateTable("accounts").set({ email: "maker@example.com" }).execute();
    await emit();
    const times: number[] = [];
    for (let now = NOW; ;) {
      expect(await deliver(now)).toBe(1);
      times.push(now.getTime() - NOW.getTime());
      const [row] = await storedDeliveries(shop.read);
      if (row!.status === "failed") break;
      now = new Date(row!.next_try_at);
      expect(await deliver(new Date(now.getTime() - 1))).toBe(0);
    }
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    const planned = [5, 60, 300, 1800, 7200, 18_000, 36_000].map((seconds) => seconds * 1000);
    planned.forEach((pause, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(pause * 0.9);
      expect(pauses[index]).toBeLessThanOrEqual(pause * 1.1);
    });
    expect(times.at(-1)).toBe(72 * HOUR);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(times.length);

    expect(await findEndpoint(shop.read, id)).toMatchObject({ state: "paused", pausedBecause: "failing" });
    const [mail] = await mailsTo(shop.read, "maker@example.com");
    expect(mail!.text_body).toContain(receiver.url);
    expect(mail!.text_body).toContain("Answered 500");
  });

  test("a success in between keeps the endpoint active", async () => {
    const receiver = await start(refuse);
    const { id } = await createEndpoint(shop.write, { url: receiver.url });
    await emit({ bookId: 1 });
    await deliver();
    expect((await findEndpoint(shop.read, id))!.failingSince).toBe(NOW.toISOString());
    receiver.answer = (_, response) => void response.writeHead(200).end();
    await emit({ bookId: 2 }, later(HOUR));
    await deliver(later(HOUR));
    expect((await findEndpoint(shop.read, id))!.failingSince).toBeNull();
  });

  test("an answer 410 pauses the endpoint at once, and a redirect is a failure", async () => {
    const gone = await start((_, response) => void response.writeHead(410).end());
    const moved = await start((_, response) => void response.writeHead(301, { Location: "/x" }).end());
    const { id } = await createEndpoint(shop.write, { url: gone.url });
    await createEndpoint(shop.write, { url: moved.url });
    await emit();
    await deliver();
    expect(await findEndpoint(shop.read, id)).toMatchObject({ state: "paused", pausedBecause: "gone" });
    const tries = await shop.read.selectFrom("webhook_tries").select("problem").orderBy("problem").execute();
    expect(tries.map(({ problem }) => problem)).toEqual([
      "Answered 301: redirects are not followed",
      "Answered 410",
    ]);
  });

  test("the log keeps status, answer and time of each try", async () => {
    const receiver = await start(refuse);
    const { id } = await createEndpoint(shop.write, { url: receiver.url });
    await emit();
    await deliver();
    await receiver.close();
    await deliver(later(HOUR));
    const [row] = await storedDeliveries(shop.read);
    const found = await findDelivery(shop.read, { id: row!.id, endpointId: id }, later(HOUR));
    expect(found).toMatchObject({
      status: "queued",
      isSending: false,
      tries: [
        {
          status: null,
          answer: "",
          problem: "hooks.test refused the connection",
          at: later(HOUR).toISOString(),
        },
        { status: 500, answer: "no", problem: "Answered 500", at: NOW.toISOString() },
      ],
    });
    expect(await findDelivery(shop.read, { id: row!.id, endpointId: id + 1 })).toBeNull();
  });
});

test("a slow endpoint does not hold up another, not even for events that come meanwhile", async () => {
  let release = () => {};
  const slow = await start((_, response) => (release = () => void response.end()));
  const quick = await start();
  await createEndpoint(shop.write, { url: slow.url, events: ["stock.low"] });
  await createEndpoint(shop.write, { url: quick.url });
  await emit();
  const working = deliver();
  await expect.poll(() => [slow.received.length, quick.received.length]).toEqual([1, 1]);
  const statuses = async () => (await storedDeliveries(shop.read)).map(({ status }) => status);
  await expect.poll(statuses).toEqual(["queued", "delivered"]);
  // After this the task has looked for due deliveries again, and waits for the slow one.
  for (let n = 0; n < 20; n += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await shop.write.selectFrom("webhook_endpoints").select("id").execute();
  }
  await shop.write.transaction().execute((trx) => emitEvent(trx, "book.changed", async () => ({}), NOW));
  await expect.poll(() => quick.received.length).toBe(2);
  // Not only after the slow one was given up.
  const tries = shop.read.selectFrom("webhook_tries").select("id").where("problem", "is not", null);
  expect(await tries.execute()).toEqual([]);
  release();
  expect(await working).toBe(3);
});

test("one endpoint gets at most two deliveries at once", async () => {
  const held: (() => void)[] = [];
  const receiver = await start((_, response) => void held.push(() => void response.end()));
  await createEndpoint(shop.write, { url: receiver.url });
  for (let n = 0; n < 5; n += 1) await emit({ n });
  const underWay = async () =>
    (await storedDeliveries(shop.read)).filter(({ sending_until }) => sending_until !== null).length;
  const working = deliver();
  for (let answered = 0; answered < 5; answered += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(answered);
    // All places are taken before anything is sent.
    expect(await underWay()).toBeLessThanOrEqual(2);
    held[answered]!();
  }
  expect(await working).toBe(5);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(5);
});

test("two processes send a delivery once", async () => {
  const receiver = await start();
  await createEndpoint(shop.write, { url: receiver.url });
  for (let n = 0; n < 6; n += 1) await emit({ n });
  const other = openDatabase(shop.file);
  const tries = await Promise.all([
    deliver(),
    deliverWebhooks(other.write, { post: testPoster(), now: () => NOW }),
  ]);
  await other.close();
  expect(tries[0]! + tries[1]!).toBe(6);
  expect(receiver.received).toHaveLength(6);
});

test("after a crash between sending and storing the answer, the same event is sent again once", async () => {
  const receiver = await start();
  const { secret } = await createEndpoint(shop.write, { url: receiver.url });
  await emit();
  const post = testPoster();
  // This process dies after the receiver has answered.
  let endTest = () => {};
  const dying = deliver(NOW, async (posting) => {
    await post(posting);
    return new Promise((_, reject) => (endTest = () => reject(new Error("the process was killed"))));
  });
  await expect.poll(() => receiver.received.length).toBe(1);

  const restarted = openDatabase(shop.file);
  const again = (now: Date) => deliverWebhooks(restarted.write, { post, now: () => now });
  expect(await again(later(1000))).toBe(0);
  expect(await again(later(31_000))).toBe(1);
  expect(await again(later(62_000))).toBe(0);
  await restarted.close();
  const [first, second] = receiver.received;
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(verified(secret, second!)).toEqual(verified(secret, first!));
  expect(await storedDeliveries(shop.read)).toMatchObject([{ status: "delivered", attempts: 2 }]);
  endTest();
  await dying;
});

test("once the shop closes, nothing more is sent, and what is queued waits", async () => {
  const receiver = await start();
  await createEndpoint(shop.write, { url: receiver.url });
  await emit();
  const stopping = AbortSignal.abort();
  expect(await deliverWebhooks(shop.write, { post: testPoster(), stopping, now: () => NOW })).toBe(0);
  expect(receiver.received).toEqual([]);
  expect(await deliver()).toBe(1);
});

test("deliveries of a paused endpoint wait until it is switched on", async () => {
  const receiver = await start();
  const { id, staffId } = await createEndpoint(shop.write, { url: receiver.url });
  await emit();
  await switchEndpoint(shop.write, { id, staffId, active: false });
  expect(await deliver()).toBe(0);
  expect(await sendTestEvent(shop.write, { id, staffId })).toBe("The endpoint is paused. Switch it on first");
  await switchEndpoint(shop.write, { id, staffId, active: true });
  expect(await deliver()).toBe(1);
});

test("an endpoint that is deleted while it gets a delivery leaves nothing behind", async () => {
  let release = () => {};
  const receiver = await start((_, response) => (release = () => void response.end()));
  const { id, staffId } = await createEndpoint(shop.write, { url: receiver.url });
  await emit();
  const working = deliver();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(await deleteEndpoint(shop.write, { id, staffId })).toBe(receiver.url);
  release();
  expect(await working).toBe(1);
  expect(await storedDeliveries(shop.read)).toEqual([]);
  expect(await shop.read.selectFrom("webhook_tries").selectAll().execute()).toEqual([]);
});

test("staff send a delivery again, with the same id; one that is being sent is left alone", async () => {
  const receiver = await start();
  const { id, staffId } = await createEndpoint(shop.write, { url: receiver.url });
  expect(await sendTestEvent(shop.write, { id, staffId }, NOW)).toBeNull();
  await deliver();
  const [row] = await storedDeliveries(shop.read);
  expect(row!.body).toMatchObject({ type: "webhook.test" });
  const again = { id: row!.id, endpointId: id, staffId };
  expect(await sendAgain(shop.write, again, later(1000))).toBeNull();
  await deliver(later(1000));
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([row!.event_id, row!.event_id]);

  await shop.write
    .updateTable("webhook_deliveries")
    .set({ sending_until: later(30_000).toISOString() })
    .execute();
  expect(await sendAgain(shop.write, again, later(2000))).toBe("This delivery is being sent just now");
  expect(await sendAgain(shop.write, { ...again, id: 999 }, NOW)).toBe("This delivery is not kept any more");
});

test("what cannot be signed, since the shop's secret was changed, says so", async () => {
  await createEndpoint(shop.write);
  await shop.write.updateTable("webhook_endpoints").set({ secret: "AAAA" }).execute();
  await emit();
  const post = () => Promise.reject(new PostError("was sent"));
  await deliver(NOW, post);
  const [row] = await shop.read.selectFrom("webhook_tries").select("problem").execute();
  expect(row!.problem).toMatch(/^The secret cannot be read/);
});

test("deliveries are kept for 30 days", async () => {
  await createEndpoint(shop.write);
  await emit({}, later(-30 * 24 * HOUR - 1));
  await emit({}, later(-30 * 24 * HOUR));
  expect(await sweepDeliveries(shop.write, NOW)).toBe(1);
  expect(await storedDeliveries(shop.read)).toHaveLength(1);
});

test("a delivery that another process has made meanwhile stays delivered", async () => {
  const receiver = await start();
  const { id: endpointId } = await createEndpoint(shop.write, { url: receiver.url });
  await emit();
  await deliver();
  const [{ id } = expect.fail("no delivery")] = await storedDeliveries(shop.read);
  const failed = { status: 500, answer: "", problem: "Answered 500", triedAt: NOW, tookMs: 1 };
  // Its last try: otherwise it would be sent again, which a receiver may see.
  await recordTry(shop.write, { id, endpointId }, failed, later(100 * HOUR));
  expect(await storedDeliveries(shop.read)).toMatchObject([{ status: "delivered" }]);
});

test("while one is under way, it looks for what has become due since or was queued by another process", async () => {
  const waiting: (() => void)[] = [];
  const slow = await start((_, response) => void waiting.push(() => response.writeHead(200).end()));
  const quick = await start();
  await createEndpoint(shop.write, { url: slow.url, events: ["stock.low"] });
  await emit();
  await createEndpoint(shop.write, { url: quick.url, events: ["stock.low"] });
  await emit({ bookId: 8 }, later(1000));
  let now = NOW;
  const delivering = deliverWebhooks(shop.write, { post: testPoster(), now: () => now });
  await expect.poll(() => waiting.length).toBe(1);
  now = later(2000);
  // Nothing wakes the task, and the slow one is given up only after ten seconds.
  await expect.poll(() => quick.received.length, { timeout: 6000 }).toBe(1);
  for (const answer of waiting) answer();
  await delivering;
});
