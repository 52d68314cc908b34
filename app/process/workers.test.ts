import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { ownShop, signedIn, staffBrowser, type Browser } from "~/test/shop";

// One shop of two workers for all tests but the last. Each request comes on a connection of its own; the log says which worker
// answered.

const TOKEN = "metrics-token-of-the-test";
const shop = ownShop({
  WORKERS: "2",
  RATE_LIMIT: "on",
  TRUST_PROXY: "on",
  LOG_LEVEL: "info",
  METRICS_TOKEN: TOKEN,
});

interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
  signal?: AbortSignal;
}

/** Sends a request on a new connection, unless an agent keeps one. */
async function send(path: string, { method, headers = {}, body, agent, signal }: Sending = {}) {
  const asked = request(shop.origin + path, {
    agent: agent ?? false,
    signal,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { Origin: shop.origin, ...headers, ...(body && { "Content-Length": Buffer.byteLength(body) }) },
  });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += String(chunk);
  return { status: answer.statusCode!, headers: answer.headers, text };
}

const post = (path: string, fields: Record<string, string | number>, sending: Sending = {}) =>
  send(path, {
    ...sending,
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...sending.headers },
    body: new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, String(value)]),
    ).toString(),
  });

const cookieOf = (browser: Browser) => ({ Cookie: browser.cookieHeader() });

/** Who answered each request, as far as the log was read. */
const answeredBy = new Map<unknown, unknown>();
let read = 0;

/** Reads the log's new lines. */
function readLog() {
  const output = shop.output();
  const end = output.lastIndexOf("\n") + 1;
  for (const line of output.slice(read, end).split("\n")) {
    if (!line.startsWith("{")) continue;
    const { requestId, worker } = JSON.parse(line) as Record<string, unknown>;
    if (requestId) answeredBy.set(requestId, worker);
  }
  read = Math.max(read, end);
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const metrics = async () => (await send("/metrics", { headers: { Authorization: `Bearer ${TOKEN}` } })).text;

/** The worker that answered. */
function workerOf({ headers }: { headers: Record<string, unknown> }): Promise<unknown> {
  return vi.waitFor(() => {
    readLog();
    const worker = answeredBy.get(headers["x-request-id"]);
    if (!worker) throw new Error("not logged yet");
    return worker;
  });
}

/** Connections that stay, so many to each worker: the first worker's, the other's, and so on in turn. */
async function agentsOfBoth(each = 1): Promise<Agent[]> {
  const agents = new Map<unknown, Agent[]>();
  const isEnough = () => agents.size === 2 && [...agents.values()].every(({ length }) => length === each);
  async function open() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const worker = await workerOf(await send("/cart", { agent }));
    const found = agents.get(worker) ?? [];
    agents.set(worker, found);
    if (found.length < each) found.push(agent);
    else agent.destroy();
  }
  while (!isEnough()) await Promise.all(Array.from({ length: each }, open));
  const [some, others] = [...agents.values()] as [Agent[], Agent[]];
  return some.flatMap((agent, at) => [agent, others[at]!]);
}

/** How many connections each worker has of so many that are opened at once and stay. */
async function spreadOf(connections: number): Promise<number[]> {
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const answers = await Promise.all(agents.map((agent) => send("/cart", { agent })));
  const workers = await Promise.all(answers.map(workerOf));
  for (const agent of agents) agent.destroy();
  return [1, 2].map((number) => workers.filter((worker) => worker === number).length);
}

test("of connections that come at once each worker has some: whoever is free gets the next", async () => {
  const spread = await spreadOf(32);
  expect(spread[0]! + spread[1]!).toBe(32);
  expect(Math.min(...spread)).toBeGreaterThan(0);
});

test("limits count the tries at all workers together", async () => {
  const { email } = await accountWithPassword(shop.db.write, PASSWORD);
  const agents = await agentsOfBoth();
  let asked = 0;
  const logIn = (password: string) =>
    post(
      "/login",
      { username: email, password },
      { headers: { "X-Forwarded-For": "198.51.100.1" }, agent: agents[asked++ % 2]! },
    );
  // A success is given back.
  expect((await logIn(PASSWORD)).status).toBe(303);
  for (let tries = 0; tries < 10; tries += 1) expect((await logIn("Wrong-Horse-7")).status).toBe(400);
  expect((await logIn(PASSWORD)).status).toBe(429);
  expect((await logIn(PASSWORD)).status).toBe(429);
});

test("what a worker queues wakes the background work of the primary", async () => {
  // Without being woken, the task of mails looks every ten seconds: the second one would wait that long.
  for (let round = 0; round < 2; round += 1) {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    const body = JSON.stringify({ email });
    await send("/api/v1/auth/forgot-password", { body, headers: { "Content-Type": "application/json" } });
    const read = () =>
      shop.db.read
        .selectFrom("outgoing_mails")
        .select("attempts")
        .where("recipient", "=", email)
        .executeTakeFirst();
    await vi.waitFor(async () => expect(await read()).toEqual({ attempts: 1 }), { timeout: 5000 });
  }
});

test("21 additions at once over both workers make 21 copies", async () => {
  const accountId = await createAccount(shop.db.write);
  await setSettings(shop.db.write, { mostCopies: 30 });
  const bookId = await createBook(shop.db.write, { stock: 50 });
  const headers = cookieOf(await signedIn(shop, accountId));
  const agents = await agentsOfBoth();
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, index) =>
      post("/cart", { intent: "add", bookId, redirectTo: "/books" }, { headers, agent: agents[index % 2]! }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(303));
  const { quantity } = await shop.db.read
    .selectFrom("cart_items")
    .select("quantity")
    .where("book_id", "=", bookId)
    .executeTakeFirstOrThrow();
  expect(quantity).toBe(21);
});

test("200 buyers of five copies at once over both workers make five orders, and nobody meets a busy shop", async () => {
  const bookId = await createBook(shop.db.write, { stock: 5 });
  const buyers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const accountId = await createAccount(shop.db.write);
      const addressId = await createAddress(shop.db.write, accountId);
      await addToCart(shop.db.write, { accountId }, { bookId, quantity: 1 });
      const browser = await signedIn(shop, accountId);
      return { addressId, headers: { ...cookieOf(browser), "X-Forwarded-For": `10.1.${index}.1` } };
    }),
  );
  const agents = await agentsOfBoth();
  const answers = await Promise.all(
    buyers.map(({ addressId, headers }, index) =>
      post("/checkout", { intent: "place-order", addressId }, { headers, agent: agents[index % 2]! }),
    ),
  );
  expect(answers.filter(({ headers }) => headers.location?.startsWith("/checkout/pay/"))).toHaveLength(5);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const orders = await shop.db.read
    .selectFrom("order_lines")
    .select("order_id")
    .where("book_id", "=", bookId)
    .execute();
  expect(orders).toHaveLength(5);
});

test("what staff change at one worker is what the other shows next, also while an import writes", async () => {
  const bookId = await createBook(shop.db.write, { title: "Padma River Boatman" });
  const headers = cookieOf(await staffBrowser(shop));
  const [one, other] = (await agentsOfBoth()) as [Agent, Agent];
  const page = (await send(`/books/${bookId}`)).headers.location!;
  const statuses = async () => [
    (await send(page, { agent: one })).status,
    (await send(page, { agent: other })).status,
  ];
  const toggle = () =>
    send(`/api/v1/books/admin/book/toggle/${bookId}`, { method: "POST", agent: one, headers });

  expect(await statuses()).toEqual([200, 200]);
  await toggle();
  expect(await statuses()).toEqual([410, 410]);

  const importing = {
    kind: "edit",
    status: "importing",
    // By a command beside the shop.
    holder: "command",
    held_until: "2999-01-01T00:00:00.000Z",
    actor: "Asha",
    file_name: "Prices",
    format: "kitab",
    columns: "[]",
    created_at: "2026-11-23T00:00:00.000Z",
  } as const;
  await shop.db.write.insertInto("bulk_changes").values(importing).execute();
  await toggle();
  expect(await statuses()).toEqual([200, 200]);
  await toggle();
  expect(await statuses()).toEqual([410, 410]);
  await shop.db.write.deleteFrom("bulk_changes").execute();
  for (const agent of [one, other]) agent.destroy();
});

test("the page of metrics is of all processes, for those with the token", async () => {
  expect((await send("/metrics")).status).toBe(401);
  expect((await send("/metrics", { headers: { Authorization: "Bearer wrong" } })).status).toBe(401);
  for (let asked = 0; asked < 4; asked += 1) await send("/terms");
  const text = await metrics();
  for (const name of ["worker 1", "worker 2"])
    expect(text).toContain(`kitab_memory_bytes{process="${name}"}`);
  expect(text).toContain('kitab_primary_memory_bytes{process="primary"}');
  // The orders of the other test, of both workers.
  expect(text).toMatch(/kitab_requests_total\{route="\/checkout",method="POST",status="3xx"\} 200/);
  expect(text).toMatch(/kitab_request_seconds_bucket\{le="\+Inf",route="\/checkout"\} 200/);
  expect(text).toMatch(/kitab_queue_length\{queue="mails"\} \d+/);
  expect(text).toMatch(/kitab_cached_pages_hits_total [1-9]/);
  expect((await send("/healthz")).text).toBe("ok\n");
});

test("a hundred who write at once over both workers all succeed: additions, orders, changes by staff", async () => {
  const bookId = await createBook(shop.db.write, { stock: 100 });
  const bookIds = await Promise.all(Array.from({ length: 30 }, () => createBook(shop.db.write)));
  const staff = cookieOf(await staffBrowser(shop));
  const customers = await Promise.all(
    Array.from({ length: 70 }, async (_, at) => {
      const accountId = await createAccount(shop.db.write);
      const addressId = await createAddress(shop.db.write, accountId);
      // The last thirty place an order.
      if (at >= 40) await addToCart(shop.db.write, { accountId }, { bookId, quantity: 1 });
      const headers = { ...cookieOf(await signedIn(shop, accountId)), "X-Forwarded-For": `10.2.${at}.1` };
      return { accountId, addressId, headers };
    }),
  );
  const agents = await agentsOfBoth(50);
  const answers = await Promise.all([
    ...customers.map(({ addressId, headers }, at) =>
      at < 40
        ? post("/cart", { intent: "add", bookId, redirectTo: "/books" }, { headers, agent: agents[at]! })
        : post("/checkout", { intent: "place-order", addressId }, { headers, agent: agents[at]! }),
    ),
    ...bookIds.map((id, at) => {
      const sending = { method: "POST", headers: staff, agent: agents[70 + at]! };
      return send(`/api/v1/books/admin/book/toggle/${id}`, sending);
    }),
  ]);
  for (const agent of agents) agent.destroy();
  expect(answers.filter(({ status }) => status >= 400).map(({ status }) => status)).toEqual([]);
  expect(answers.slice(40, 70).map(({ headers }) => headers.location)).toEqual(
    Array(30).fill(expect.stringMatching(/^\/checkout\/pay\//)),
  );
  const count = (table: "cart_items" | "order_lines") =>
    shop.db.read
      .selectFrom(table)
      .select((eb) => eb.fn.sum<number>("quantity").as("copies"))
      .where("book_id", "=", bookId)
      .executeTakeFirstOrThrow();
  const hidden = await shop.db.read.selectFrom("books").select("hidden").where("id", "in", bookIds).execute();
  expect(hidden.map((book) => book.hidden)).toEqual(Array(30).fill(1));
  expect([await count("cart_items"), await count("order_lines")]).toEqual([{ copies: 70 }, { copies: 30 }]);
});

test("a worker that is killed is replaced; what it was writing is whole or not there", async () => {
  const accountId = await createAccount(shop.db.write);
  const bookId = await createBook(shop.db.write, { stock: 10_000 });
  const headers = cookieOf(await signedIn(shop, accountId));
  await setSettings(shop.db.write, { mostCopies: 30 });
  const before = childrenOf(shop.pid);
  const over = new AbortController();
  let ended = 0;
  const sending = Array.from({ length: 28 }, () =>
    post("/cart", { intent: "add", bookId, redirectTo: "/books" }, { headers, signal: over.signal })
      .then(
        ({ status }) => status,
        () => null,
      )
      .finally(() => (ended += 1)),
  );
  await Promise.race(sending);
  process.kill(before[0]!, "SIGKILL");
  // The one connection that was on its way to the worker gets no answer (docs/decisions/0032).
  await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(27), { timeout: 20_000 });
  over.abort();
  const answered = (await Promise.all(sending)).filter((status) => status === 303).length;
  const { quantity } = await shop.db.read
    .selectFrom("cart_items")
    .select("quantity")
    .where("book_id", "=", bookId)
    .executeTakeFirstOrThrow();
  expect(quantity).toBeGreaterThanOrEqual(answered);
  await vi.waitFor(() => expect(childrenOf(shop.pid)).not.toContain(before[0]), { timeout: 20_000 });
  // Both serve again.
  for (const agent of await agentsOfBoth()) agent.destroy();
});

test("while a worker hangs, the other answers all but the one connection that it was just given", async () => {
  const [hanging] = childrenOf(shop.pid) as [number];
  process.kill(hanging, "SIGSTOP");
  let answered = 0;
  const over = new AbortController();
  const asking = Array.from({ length: 16 }, async () => {
    const asked = request(`${shop.origin}/cart`, { agent: false, signal: over.signal }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    answered += 1;
  });
  await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(15), { timeout: 20_000 });
  over.abort();
  await Promise.allSettled(asking);
  process.kill(hanging, "SIGKILL");
  await vi.waitFor(() => expect(childrenOf(shop.pid)).not.toContain(hanging), { timeout: 20_000 });
  // Both serve again.
  for (const agent of await agentsOfBoth()) agent.destroy();
});

test("SIGHUP replaces the workers without a refused connection", { timeout: 60_000 }, async () => {
  const before = childrenOf(shop.pid);
  const over = new AbortController();
  const statuses: number[] = [];
  const asking = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      statuses.push((await send("/cart")).status);
      await sleep(10);
    }
  });
  process.kill(shop.pid, "SIGHUP");
  await vi.waitFor(() => expect(shop.output()).toContain("restarted\n"), { timeout: 40_000 });
  over.abort();
  await Promise.all(asking);
  expect(new Set(statuses)).toEqual(new Set([303]));
  const after = childrenOf(shop.pid);
  expect(after).toHaveLength(2);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
});

test("a worker that dies while SIGHUP replaces it is replaced once", { timeout: 60_000 }, async () => {
  const before = childrenOf(shop.pid);
  const since = shop.output().length;
  process.kill(shop.pid, "SIGHUP");
  // Its successor is starting when the first one dies.
  await vi.waitFor(() => expect(childrenOf(shop.pid)).toHaveLength(3), { timeout: 10_000, interval: 5 });
  process.kill(before[0]!, "SIGKILL");
  await vi.waitFor(() => expect(shop.output().slice(since)).toContain("restarted\n"), { timeout: 40_000 });
  // A second one of a number would be listening by then.
  for (const agent of await agentsOfBoth()) agent.destroy();
  const after = childrenOf(shop.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

// The last test, because it stops the shop.
test("SIGTERM lets all workers answer what they have begun, and ends with 0", async () => {
  const agents = await agentsOfBoth();
  const pids = childrenOf(shop.pid);
  const body = "email=reader%40example.com";
  const slow = agents.map((agent) => {
    const asked = request(`${shop.origin}/newsletter`, {
      agent,
      method: "POST",
      headers: {
        Origin: shop.origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": body.length,
      },
    });
    asked.write(body.slice(0, 5));
    return asked;
  });
  await Promise.all(slow.map((asked) => once(asked, "socket")));
  await vi.waitFor(async () => expect((await send("/healthz")).status).toBe(200));
  const ended = shop.stop();
  // A connection that a closing worker hands back when no other is left waits until the primary ends: another one is tried.
  const probe = () =>
    send("/healthz", { signal: AbortSignal.timeout(1000) }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
  await vi.waitFor(async () => expect(await probe()).toBe("ECONNREFUSED"), { timeout: 8000 });
  const answers = slow.map((asked) => once(asked, "response") as Promise<[IncomingMessage]>);
  slow.forEach((asked) => asked.end(body.slice(5)));
  for (const [answer] of await Promise.all(answers)) {
    expect(answer.statusCode).toBeLessThan(500);
    answer.resume();
  }
  expect(await ended).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});

test("the script of npm start opens and ends a shop of three workers", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-workers-"));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, SAMPLE_CATALOGUE: "off", WORKERS: "3", PORT: "0" };
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
    env: { ...env, HOST: "127.0.0.1", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => child.exitCode ?? said).toMatch(/^The shop is open at http\S+$/m);
    const origin = /open at (http\S+)/.exec(said)![1]!;
    // Each on a connection of its own.
    const status = async (asked: string) => {
      const [answer] = (await once(
        request(origin + asked, { agent: false, signal: AbortSignal.timeout(20_000) }).end(),
        "response",
      )) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await status("/healthz")).toBe(200);
    expect(await status("/terms")).toBe(200);
    child.kill();
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
