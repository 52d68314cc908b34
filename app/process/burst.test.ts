import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { ownShop, type TestShop } from "~/test/shop";

/** With limits, and with the memory of `npm start`. */
const USUAL = { RATE_LIMIT: "on", NODE_OPTIONS: "--max-semi-space-size=8 --max-old-space-size=320" };
const shop = ownShop(USUAL);
const shopOfWorkers = ownShop({ ...USUAL, WORKERS: "2" });

const memory = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${shop.pid}/status`, "utf8"))![1]) / 1024;

/** Sends the same request many times through one connection at once, and reads no answer. */
function burst({ origin }: TestShop, times: number, path: string): Socket {
  const socket = connect(Number(new URL(origin).port), LOOPBACK);
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(times));
  return socket;
}

const ask = async (path: string, { origin } = shop) => (await fetch(origin + path)).status;

const bursts = (at: TestShop) => [
  burst(at, 20_000, "/login"),
  ...Array.from({ length: 14 }, () => burst(at, 1500, "/")),
];

test("bursts of pipelined requests that nobody reads end nothing, and their memory comes back", async () => {
  const bookId = await createBook(shop.db.write);
  for (let n = 0; n < 50; n++) expect(await ask(`/books/${bookId}?page=${n}`)).toBe(200);
  // The pages of the bursts too: what their first rendering loads is no memory of a burst.
  for (const path of ["/login", "/"]) for (let n = 0; n < 50; n++) expect(await ask(path)).toBe(200);
  const before = memory();
  const sockets = bursts(shop);
  expect(await ask("/login")).toBe(200);
  expect(await ask("/")).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(await ask("/login")).toBe(200);
  // What is no longer used goes back to the system when the process has been calm for a while.
  await expect.poll(memory, { timeout: 90_000 }).toBeLessThan(1.3 * before);
}, 120_000);

test("no worker of several ends by them", async () => {
  const sockets = bursts(shopOfWorkers);
  for (let n = 0; n < 6; n++) expect(await ask("/login", shopOfWorkers)).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(await ask("/", shopOfWorkers)).toBe(200);
  expect(shopOfWorkers.output()).not.toContain("a worker ended");
});
