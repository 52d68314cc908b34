import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen, LOOPBACK, portOf } from "~/test/servers/loopback";
import { ByteBudget } from "./byte-budget";
import { boundConnections, type ConnectionLimits } from "./connections.server";

const MB = 1_048_576;
const GENEROUS: ConnectionLimits = {
  pausedFrom: 16,
  budget: new ByteBudget(100 * MB, 100 * MB),
  connections: 1000,
  connectionsOfOne: 1000,
  unread: 100 * MB,
  silentMs: 600_000,
  lookEveryMs: 600_000,
};

/** A server with these limits, and others that nothing reaches. */
async function serve(next: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  const server = createServer();
  boundConnections(server, next, { ...GENEROUS, ...limits });
  const sockets: Socket[] = [];
  server.on("connection", (socket) => void sockets.push(socket));
  await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: portOf(server), sockets };
}

/** A server whose answers are given by hand. */
async function serveByHand(limits: Partial<ConnectionLimits> = {}) {
  const asked: { url: string; res: ServerResponse }[] = [];
  const { port, sockets } = await serve((req, res) => void asked.push({ url: req.url!, res }), limits);
  const isAsked = (...urls: string[]) => expect.poll(() => asked.map(({ url }) => url)).toEqual(urls);
  const answer = (url: string) => asked.find((one) => one.url === url)!.res.end(`answer to ${url}\n`);
  return { port, sockets, isAsked, answer, asked };
}

const ask = (...urls: (string | number)[]) =>
  urls.map((url) => `GET /${url} HTTP/1.1\r\nHost: shop\r\n\r\n`).join("");

function client(port: number) {
  const socket: Socket = connect(port, LOOPBACK);
  let text = "";
  let isClosed = false;
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) =>
    socket.once("close", () => {
      isClosed = true;
      resolve();
    }),
  );
  onTestFinished(() => void socket.destroy());
  const answers = () => [...text.matchAll(/answer to \/(\w+)\n/g)].map(([, url]) => url);
  return { socket, closed, isClosed: () => isClosed, text: () => text, answers };
}

/** One that the server has. */
async function connected(port: number) {
  const one = client(port);
  await once(one.socket, "connect");
  return one;
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test("one connection's requests are answered in their order, one after the other, each in a turn of its own", async () => {
  let atWork = 0;
  let most = 0;
  let inThisTurn = 0;
  const { port } = await serve(async ({ url }, res) => {
    expect(++inThisTurn).toBe(1);
    setImmediate(() => (inThisTurn = 0));
    most = Math.max(most, ++atWork);
    // Every second one at once, as cached pages are.
    if (Number(url!.slice(1)) % 2) await new Promise(setImmediate);
    atWork -= 1;
    res.end(`answer to ${url}\n`);
  });
  const { socket, answers } = client(port);
  socket.write(ask(...upTo(50)));
  await expect.poll(answers).toEqual(upTo(50).map(String));
  expect(most).toBe(1);
});

test("a connection with many requests waiting is read no further until half of them have begun", async () => {
  const { port, isAsked, answer, sockets } = await serveByHand();
  const { socket, answers } = client(port);
  socket.write(ask(...upTo(20)));
  await isAsked("/0");
  // More than the buffers of both ends hold.
  socket.write(Buffer.alloc(20 * MB, `GET /long HTTP/1.1\r\nHost: shop\r\nX: ${"x".repeat(10_000)}\r\n\r\n`));
  const read = sockets[0]!.bytesRead;
  const urls = ["/0"];
  for (const at of upTo(10)) {
    answer(`/${at}`);
    urls.push(`/${at + 1}`);
    await isAsked(...urls);
  }
  expect(sockets[0]!.bytesRead).toBe(read);
  answer("/10");
  await expect.poll(() => sockets[0]!.bytesRead).toBeGreaterThan(read);
  expect(answers()).toEqual(upTo(11).map(String));
  expect(sockets[0]!.bytesRead).toBeLessThan(MB);
});

test("requests of a client that has gone are forgotten at once, also those that wait", async () => {
  const budget = new ByteBudget(MB, MB);
  const { port, isAsked, asked } = await serveByHand({ budget });
  const { socket } = await connected(port);
  socket.write(ask("first", "second", "third"));
  await isAsked("/first");
  expect(budget.held).toBeGreaterThan(12_000);
  socket.destroy();
  await expect.poll(() => budget.held).toBe(0);
  expect(asked).toHaveLength(1);
});

test("requests without an answer share their bytes: whoever has most waiting is closed, a first one gets 503", async () => {
  const budget = new ByteBudget(60_000, 60_000);
  const { port, isAsked, answer } = await serveByHand({ budget });
  const [many, few, long, visitor] = [client(port), client(port), client(port), client(port)];
  few.socket.write(ask("few", "few2", "few3"));
  await isAsked("/few");
  many.socket.write(ask("many", ...upTo(8)));
  await isAsked("/few", "/many");
  // Room is made by whoever has more waiting than the one that comes.
  visitor.socket.write(ask("visitor"));
  long.socket.write(`GET /long HTTP/1.1\r\nHost: shop\r\nX: ${"x".repeat(12_000)}\r\n\r\n`);
  await many.closed;
  await expect.poll(() => budget.held).toBeGreaterThan(30_000);
  expect(few.isClosed()).toBe(false);
  // Whoever has most is closed as well when it sends more.
  few.socket.write(ask(...upTo(1500)));
  await few.closed;
  answer("/visitor");
  await expect.poll(visitor.answers).toEqual(["visitor"]);
  for (const one of [long, visitor]) one.socket.destroy();
  await expect.poll(() => budget.held).toBe(0);
});

test("a request for which nobody can make room gets 503", async () => {
  const budget = new ByteBudget(5000, 5000);
  const { port, isAsked, answer } = await serveByHand({ budget });
  const [first, second] = [client(port), client(port)];
  first.socket.write(ask("first"));
  await isAsked("/first");
  second.socket.write(ask("second"));
  await second.closed;
  expect(second.text()).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5[^]*The shop is very busy/);
  answer("/first");
  await expect.poll(first.answers).toEqual(["first"]);
  await expect.poll(() => budget.held).toBe(0);
});

test("at the bound of connections the longest silent is closed: first who never asked, then who waits for nothing", async () => {
  const { port, isAsked, answer } = await serveByHand({ connections: 3 });
  const idle = await connected(port);
  idle.socket.write(ask("idle"));
  await isAsked("/idle");
  answer("/idle");
  await expect.poll(idle.answers).toEqual(["idle"]);
  const silent = await connected(port);
  const busy = await connected(port);
  busy.socket.write(ask("busy"));
  await isAsked("/idle", "/busy");
  const next = await connected(port);
  await silent.closed;
  next.socket.write(ask("next"));
  await isAsked("/idle", "/busy", "/next");
  expect(idle.isClosed()).toBe(false);
  const last = await connected(port);
  await idle.closed;
  last.socket.write(ask("last"));
  await isAsked("/idle", "/busy", "/next", "/last");
  // All wait for answers.
  const refused = await connected(port);
  refused.socket.write(ask("refused"));
  await refused.closed;
  expect(refused.text()).toMatch(/^HTTP\/1\.1 503 [^]*The shop is very busy/);
  for (const url of ["busy", "next", "last"]) answer(`/${url}`);
  await expect
    .poll(() => [busy, next, last].flatMap((one) => one.answers()))
    .toEqual(["busy", "next", "last"]);
});

test("many silent connections keep nobody out", async () => {
  const { port } = await serve((req, res) => res.end(`answer to ${req.url}\n`), { connections: 50 });
  const silent = await Promise.all(upTo(200).map(() => connected(port)));
  await expect.poll(() => silent.filter((one) => one.isClosed()).length).toBeGreaterThanOrEqual(150);
  for (const name of upTo(60)) {
    const visitor = client(port);
    visitor.socket.write(ask(name));
    await expect.poll(visitor.answers).toEqual([String(name)]);
  }
});

test("one address has a bound of its own", async () => {
  const { port } = await serve((req, res) => res.end(`answer to ${req.url}\n`), { connectionsOfOne: 2 });
  const [first, second] = [await connected(port), await connected(port)];
  const elsewhere = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  await once(elsewhere, "connect");
  const third = await connected(port);
  await first!.closed;
  third.socket.write(ask("third"));
  await expect.poll(third.answers).toEqual(["third"]);
  expect([second!.isClosed(), elsewhere.destroyed]).toEqual([false, false]);
  elsewhere.destroy();
});

test("closes whoever is silent or does not read for a time, but not who waits for the shop", async () => {
  const { port, isAsked, answer, asked } = await serveByHand({ silentMs: 100 });
  const waiting = await connected(port);
  waiting.socket.write(ask("waiting"));
  await isAsked("/waiting");
  const [silent, half, deaf] = [await connected(port), await connected(port), await connected(port)];
  half.socket.write("GET / HTTP/1.1\r\nHost:");
  deaf.socket.pause();
  deaf.socket.write(ask("deaf"));
  await isAsked("/waiting", "/deaf");
  const { res } = asked[1]!;
  const isDropped = once(res, "close");
  res.end(Buffer.alloc(40 * MB));
  await Promise.all([silent.closed, half.closed, isDropped]);
  answer("/waiting");
  await expect.poll(waiting.answers).toEqual(["waiting"]);
});

test("when clients leave too much unread, those that leave most are closed", async () => {
  const sizes: Record<string, number> = { "/less": 50 * MB, "/much": 90 * MB };
  const { port, sockets } = await serve(
    ({ url }, res) => res.end(sizes[url!] ? Buffer.alloc(sizes[url!]!) : `answer to ${url}\n`),
    { unread: 60 * MB, lookEveryMs: 20 },
  );
  for (const url of ["less", "much"]) {
    const { socket } = await connected(port);
    socket.pause();
    socket.write(ask(url));
  }
  await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([false, true]);
  const other = client(port);
  other.socket.write(ask("little"));
  await expect.poll(other.answers).toEqual(["little"]);
});
