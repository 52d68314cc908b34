// node bench/distance.mjs SOCKET MS: a way to a server that listens to a socket of Unix, as long as a network's of so many
// milliseconds there and back. Prints its port; ends with its input.
import { connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

// Node's timers know whole milliseconds only. So a thread sleeps until the next bytes are due, and says that they are: as
// much earlier as that came too late so far, at most by this.
const MOST_LATE_NS = 500_000;
const [WHAT, ASLEEP, DUE] = [0, 0, 1];
const now = () => process.hrtime.bigint();

if (isMainThread) openWay(process.argv[2], Number(process.argv[3]));
else wakeWhenDue(new Int32Array(workerData, 0, 2), new BigInt64Array(workerData, 8, 1));

function openWay(socket, roundTripMs) {
  const delay = BigInt(Math.round((roundTripMs / 2) * 1e6));
  const memory = new SharedArrayBuffer(16);
  const [state, due] = [new Int32Array(memory, 0, 2), new BigInt64Array(memory, 8, 1)];
  // All bytes are late by the same time, so they are due in the order in which they came.
  const underWay = [];
  let lateNs = 0;
  const clock = new Worker(fileURLToPath(import.meta.url), { workerData: memory });
  clock.on("message", deliver);

  function deliver() {
    const late = Number(now() - underWay[0].due);
    lateNs = within(0, lateNs + within(-MOST_LATE_NS, late, MOST_LATE_NS) / 64, MOST_LATE_NS);
    const end = now() + BigInt(Math.round(lateNs));
    let at = 0;
    for (; at < underWay.length && underWay[at].due <= end; at += 1) underWay[at].arrive();
    underWay.splice(0, at);
    if (underWay.length > 0) sleep();
  }

  function sleep() {
    due[0] = underWay[0].due - BigInt(Math.round(lateNs));
    Atomics.store(state, WHAT, DUE);
    Atomics.notify(state, WHAT);
  }

  function send(arrive) {
    if (delay === 0n) return arrive();
    underWay.push({ due: now() + delay, arrive });
    if (underWay.length === 1) sleep();
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(socket);
    const pass = (from, to) => {
      from.on("data", (bytes) => send(() => to.write(bytes)));
      from.on("end", () => send(() => to.end()));
      from.on("error", () => to.destroy());
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`port ${server.address().port}\n`));
  process.stdin.resume();
  process.stdin.once("end", () => process.exit(0));
}

function within(least, value, most) {
  return Math.min(Math.max(least, value), most);
}

function wakeWhenDue(state, due) {
  for (;;) {
    Atomics.wait(state, WHAT, ASLEEP);
    Atomics.store(state, WHAT, ASLEEP);
    const left = Number(due[0] - now()) / 1e6;
    if (left > 0) Atomics.wait(state, 1, 0, left);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    parentPort.postMessage(null);
  }
}
