import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { LOOPBACK } from "~/test/servers/loopback";
import { rotation } from "./rotation";

/** Requests of clients with these addresses, whose names are noted when they begin. */
function asking(arrived?: () => number) {
  const beginInRotation = rotation(arrived);
  const begun: string[] = [];
  const ask = (name: string, address: string) => {
    const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
    const req = new IncomingMessage(socket);
    const res = new ServerResponse(req);
    beginInRotation(() => void begun.push(name), req, res);
    return res;
  };
  return { begun, ask };
}

test("one request begins in each turn of the event loop, in the order in which they came", async () => {
  const { begun, ask } = asking();
  for (const name of ["one", "two", "three"]) ask(name, "203.0.113.7");
  expect(begun).toEqual([]);
  for (const count of [1, 2, 3, 3]) {
    await nextTurn();
    expect(begun).toHaveLength(count);
  }
  expect(begun).toEqual(["one", "two", "three"]);
  ask("four", "203.0.113.7");
  await nextTurn();
  expect(begun.at(-1)).toBe("four");
});

test("the addresses of those who ask go round, so that nobody waits for all that another has sent", async () => {
  const { begun, ask } = asking();
  for (let at = 0; at < 50; at += 1) ask(`many ${at}`, "203.0.113.7");
  ask("one", "203.0.113.8");
  ask("two", "203.0.113.9");
  ask("three", "203.0.113.8");
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
  expect(begun.slice(0, 6)).toEqual(["many 0", "one", "two", "many 1", "three", "many 2"]);
  expect(begun).toHaveLength(53);
});

test("what a client has asked who has gone is forgotten at once, not when it comes round", async () => {
  const { begun, ask } = asking();
  const [first, second] = [ask("first", "203.0.113.7"), ask("second", "203.0.113.8")];
  ask("third", "203.0.113.7");
  first.emit("close");
  second.emit("close");
  await nextTurn();
  expect(begun).toEqual(["third"]);
  await nextTurn();
  expect(begun).toEqual(["third"]);
});

test("connections that wait are taken before the next requests begin, however many those are", async () => {
  let arrived = 0;
  const server = createServer((socket) => {
    arrived += 1;
    socket.on("error", () => {}).resume();
  }).listen(0, LOOPBACK);
  await once(server, "listening");
  const { begun, ask } = asking(() => arrived);
  for (let at = 0; at < 200; at += 1) ask(`many ${at}`, "203.0.113.7");
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 64 }, () => connect(port, LOOPBACK));
  while (arrived < sockets.length) await nextTurn();
  // One was taken for each request that began.
  expect(begun.length).toBeLessThan(sockets.length / 2);
  while (begun.length < 200) await nextTurn();
  for (const socket of sockets) socket.destroy();
  server.close();
});
