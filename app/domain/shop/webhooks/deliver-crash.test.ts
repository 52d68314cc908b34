import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { LOOPBACK } from "~/test/servers/loopback";
import { isOnPostgres } from "~/test/databases/postgres";
import { startTestShop } from "~/test/shop";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { startReceiver, TEST_CERTIFICATE, testPoster } from "~/test/servers/webhook-receiver";
import { deliverWebhooks } from "./deliver.server";
import { emitEvent } from "./emit-event.server";

/** Longer than a try can take. */
const LEASE_MS = 30_000;

test("kill -9 during deliveries: they are made again with the same id, and none is lost", async () => {
  const db = await createTestDatabase();
  const dataDir = isOnPostgres ? mkdtempSync(path.join(tmpdir(), "kitab-hooks-")) : path.dirname(db.file);
  const certificate = path.join(dataDir, "hooks.pem");
  writeFileSync(certificate, TEST_CERTIFICATE);
  const receiver = await startReceiver(() => {}); // never answers
  const { secret } = await createEndpoint(db.write, { url: receiver.url });
  // One more than are sent at once.
  for (const bookId of [1, 2, 3])
    await db.write
      .transaction()
      .execute((trx) => emitEvent(trx, "stock.low", async () => ({ bookId }), new Date()));
  const events = (await storedDeliveries(db.read)).map(({ event_id }) => event_id);

  const shop = await startTestShop(
    {
      NODE_OPTIONS: `--import ${path.resolve("app/test/servers/webhooks-on-loopback.mjs")}`,
      NODE_EXTRA_CA_CERTS: certificate,
      WEBHOOKS_TO: LOOPBACK,
      ...(isOnPostgres && { DATABASE_URL: db.file }),
    },
    dataDir,
  );
  await expect.poll(() => receiver.received.length).toBe(2);
  await shop.stop("SIGKILL");
  const states = async () =>
    (await storedDeliveries(db.read)).map(({ status, attempts }) => `${status} ${attempts}`);
  expect(await states()).toEqual(["queued 1", "queued 1", "queued 0"]);

  // What the shop does after its next start, with the same rows.
  receiver.answer = (_, response) => void response.writeHead(204).end();
  const deliver = (now: Date) => deliverWebhooks(db.write, { post: testPoster(), now: () => now });
  expect(await deliver(new Date())).toBe(1);
  expect(await states()).toEqual(["queued 1", "queued 1", "delivered 1"]);
  expect(await deliver(new Date(Date.now() + LEASE_MS))).toBe(2);
  expect(await states()).toEqual(["delivered 2", "delivered 2", "delivered 1"]);

  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids.slice(0, 2).sort()).toEqual(events.slice(0, 2).sort());
  expect(ids.slice(2).sort()).toEqual([...events].sort());
  for (const { body, headers } of receiver.received)
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  await shop.remove();
  await receiver.close();
});
