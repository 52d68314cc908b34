import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { orderRefundedJson } from "~/domain/sales/orders/order-webhooks.json";
import { newSecret } from "./secrets.server";
import { WEBHOOK_EVENTS } from "./webhooks";

const guide = readFileSync("docs/webhooks.md", "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);

test("the guide names every event", () => {
  expect(WEBHOOK_EVENTS.filter((event) => !guide.includes(`\`${event}\``))).toEqual([]);
});

test("the guide's example is an event as it is sent", () => {
  const { type, data } = JSON.parse(blocks("json")[0]!) as { type: string; data: unknown };
  expect(type).toBe("order.refunded");
  expect(orderRefundedJson.strict().parse(data)).toEqual(data);
});

test("the guide's function accepts what the shop signs, and nothing else", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-guide-")), "check.mjs");
  writeFileSync(file, blocks("js")[0]!);
  type Check = (secret: string, headers: Record<string, string>, body: string) => boolean;
  const { isGenuine } = (await import(pathToFileURL(file).href)) as { isGenuine: Check };
  const [secret, former, body] = [newSecret(), newSecret(), '{"type":"stock.low"}'];
  const headers = (sentAt: Date) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": [secret, former]
      .map((one) => new Webhook(one).sign("evt_1", sentAt, body))
      .join(" "),
  });
  const now = new Date();
  expect(isGenuine(secret, headers(now), body)).toBe(true);
  expect(isGenuine(former, headers(now), body)).toBe(true);
  expect(isGenuine(newSecret(), headers(now), body)).toBe(false);
  expect(isGenuine(secret, headers(now), `${body} `)).toBe(false);
  expect(isGenuine(secret, { ...headers(now), "webhook-id": "evt_2" }, body)).toBe(false);
  expect(isGenuine(secret, headers(new Date(now.getTime() - 301_000)), body)).toBe(false);
});
