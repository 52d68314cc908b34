import { Agent, createServer, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { gracefulClose } from "./closing.server";
import { listen, LOOPBACK, portOf } from "~/test/servers/loopback";

/** Never reached here: if it were, the test would time out. */
const GRACE_MS = 600_000;

async function start(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer!);
  const close = gracefulClose(server, GRACE_MS);
  await listen(server);
  return { port: portOf(server), close };
}

function get(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: LOOPBACK, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer));
      answer.once("error", reject);
    });
    asked.once("error", reject);
    asked.end();
  });
}

test("answers every request it has begun to handle under keep-alive load, then closes", async () => {
  let handled = 0;
  const { port, close } = await start((_, res) => {
    handled += 1;
    setTimeout(() => res.end("ok"), handled % 7);
  });
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  let reached200: () => void;
  const has200 = new Promise<void>((resolve) => (reached200 = resolve));
  const clients = Array.from({ length: 20 }, async () => {
    // Until the server has closed and the request fails.
    for (;;) {
      try {
        await get(port, agent);
        answered += 1;
        if (answered === 200) reached200();
      } catch {
        return;
      }
    }
  });
  await has200;
  await close();
  await Promise.all(clients);
  agent.destroy();
  expect(answered).toBe(handled);
});

test("says 'Connection: close' in open answers and closes connections without a request", async () => {
  let begin: (finish: () => void) => void;
  const started = new Promise<() => void>((resolve) => (begin = resolve));
  const { port, close } = await start((_, res) => begin(() => res.end("late")));
  const unused = connect(port, LOOPBACK);
  await once(unused, "connect");
  const agent = new Agent({ keepAlive: true });
  const asked = get(port, agent);
  const finish = await started;
  const closed = close();
  await once(unused.resume(), "close");
  finish();
  expect((await asked).headers.connection).toBe("close");
  await closed;
});

test("answers a request that was sent before the close and is read after it", async () => {
  const { port, close } = await start((_, res) => res.end("ok"));
  const socket = connect(port, LOOPBACK);
  let answers = "";
  socket.on("data", (chunk) => (answers += chunk.toString()));
  const ask = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
  socket.write(ask);
  await once(socket, "data");
  // Until the server reads again, it sees a connection between two requests.
  await new Promise(setImmediate);
  socket.write(ask);
  const closed = close();
  await once(socket, "close");
  await closed;
  expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);
  expect(answers).toMatch(/Connection: close\r\n[^]*ok$/);
});
