import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listen, LOOPBACK, portOf } from "~/test/servers/loopback";
import { ByteBudget } from "./byte-budget";
import { limitBodies, readBody } from "./body-limit.server";

const FORM = "application/x-www-form-urlencoded";
let port: number;
/** How many bytes of the body were read so far, and whether the request is still open. */
let bytes = 0;
let isOpen = false;

const server = createServer(
  limitBodies((req, res) => {
    isOpen = true;
    req.once("close", () => (isOpen = false));
    count(req).then(
      () => res.end(`read ${bytes}`),
      () => res.destroy(),
    );
  }),
);

async function count(req: IncomingMessage) {
  bytes = 0;
  for await (const chunk of readBody(req)) bytes += chunk.length;
}

beforeEach(async () => {
  // Fakes only the shop's clock: sockets and polls use the real one.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  await listen(server);
  port = portOf(server);
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Sender {
  /** Sends one more byte and waits until it was read. */
  more(): Promise<void>;
  answer(): string;
}

/** Sends the head of a request and the first byte of its body. @param length announced; null to send in chunks */
async function begin(path: string, length: number | null, type = FORM): Promise<Sender> {
  const about = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const byte = length === null ? "1\r\na\r\n" : "a";
  let sent = 0;
  let answer = "";
  const socket = connect(port, LOOPBACK);
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.on("error", () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\n${about}\r\n\r\n`);
  const more = async () => {
    sent += 1;
    socket.write(byte);
    await expect.poll(() => bytes, { interval: 1 }).toBe(sent);
  };
  await more();
  return { more, answer: () => answer };
}

/** Sends a byte every few seconds, for at most an hour. @returns the seconds until the shop disconnected the sender */
async function trickle({ more }: Sender, every: number): Promise<number> {
  for (let seconds = every; seconds < 3600; seconds += every) {
    await vi.advanceTimersByTimeAsync(every * 1000);
    if (!isOpen) return seconds;
    await more();
  }
  return Infinity;
}

test("disconnects a slow sender after the time allowed for the body's length", async () => {
  // 15 s, and half a second for each thousand bytes; without an announced length, the time of the longest body.
  expect(await trickle(await begin("/login", 20_000), 5)).toBe(30);
  expect(await trickle(await begin("/api/v1/auth/authenticate", null, "application/json"), 5)).toBe(50);
  expect(
    await trickle(await begin("/admin/products", 1_000_000, "multipart/form-data; boundary=b"), 20),
  ).toBe(620);
});

test("disconnects a sender that stops, but not one that has sent the whole body", async () => {
  await begin("/login", 20_000);
  await vi.advanceTimersByTimeAsync(9000);
  expect(isOpen).toBe(true);
  await vi.advanceTimersByTimeAsync(6000);
  expect(isOpen).toBe(false);

  const whole = await begin("/login", 3);
  await whole.more();
  await whole.more();
  await expect.poll(whole.answer).toMatch(/\r\n\r\nread 3$/);
});

test("counts the memory of a body sent byte by byte, and gives all of it back", () => {
  const budget = new ByteBudget(100_000, 50_000);
  const sender = budget.open("one");
  let bytes = 0;
  while (sender.take(1)) bytes += 1;
  expect(bytes).toBeLessThan(200);
  // Another address has its own limit.
  const other = budget.open("other");
  expect(other.take(40_000)).toBe(true);
  expect(budget.open("one").take(1)).toBe(false);
  sender.giveBack();
  sender.giveBack();
  other.giveBack();
  expect(budget.held).toBe(0);
  expect(budget.open("one").take(40_000)).toBe(true);
});

test("lets a refused sender finish, but cuts off an endless one", async () => {
  const send = (length: number, ...parts: string[]) =>
    new Promise<{ answer: string; error?: string; sent: number }>((resolve) => {
      const about = `Host: shop\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}`;
      const socket = connect(port, LOOPBACK);
      let [answer, error] = ["", undefined as string | undefined];
      const more = () => {
        const part = parts.shift();
        if (part && socket.writable) socket.write(part, more);
      };
      socket.on("data", (chunk) => {
        answer += chunk.toString();
        more();
      });
      socket.on("error", ({ message }) => (error = message));
      socket.on("close", () => resolve({ answer, error, sent: socket.bytesWritten }));
      socket.write(`POST /login HTTP/1.1\r\n${about}\r\n\r\n`);
    });
  const part = "a".repeat(100_000);
  const whole = await send(300_000, part, part, part);
  expect(whole).toMatchObject({ answer: expect.stringMatching(/^HTTP\/1\.1 413 /), error: undefined });
  expect(whole.sent).toBeGreaterThan(300_000);
  const endless = await send(1e9, ...Array<string>(1000).fill(part));
  expect(endless.answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(endless.sent).toBeLessThan(50_000_000);
});
