import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "~/test/loopback";
import { fairTurns } from "./fair-turns";

/** Turns with a clock that only work moves. */
function turnsByHand() {
  let now = 0;
  return { turns: fairTurns(() => now), spend: (ms: number) => void (now += ms) };
}

test("begins work in the order in which it came, for at most 5 ms in one turn of the event loop", async () => {
  const { turns, spend } = turnsByHand();
  const begun: number[][] = [[]];
  const work = [2, 2, 2, 30, 4, 4, 1, 1].map((ms, at) =>
    turns.begin(async () => {
      spend(ms);
      begun.at(-1)!.push(at);
    }),
  );
  for (let turn = 0; turn < 30; turn++) {
    await nextTurn();
    begun.push([]);
  }
  await Promise.all(work);
  expect(begun.filter((turn) => turn.length > 0)).toEqual([[0, 1, 2], [3], [4, 5], [6, 7]]);
});

test("what has begun goes on before anything else begins", async () => {
  const { turns, spend } = turnsByHand();
  const done: string[] = [];
  const part = (name: string) => {
    spend(6);
    done.push(name);
  };
  const goingOn = (name: string) =>
    new Promise<void>((resolve) => turns.goOn(() => resolve(part(`${name}, further`))));
  const page = (name: string) =>
    turns.begin(async () => {
      part(name);
      await Promise.all([goingOn(name), goingOn(name)]);
    });
  await Promise.all(["one", "two"].map(page));
  expect(done).toEqual(["one", "one, further", "one, further", "two", "two, further", "two, further"]);
});

test("says when a turn has taken long", async () => {
  const { turns, spend } = turnsByHand();
  const said: boolean[] = [turns.isLong()];
  await turns.begin(async () => {
    for (const ms of [0, 9, 1]) {
      spend(ms);
      said.push(turns.isLong());
    }
  });
  await nextTurn();
  await nextTurn();
  said.push(turns.isLong());
  expect(said).toEqual([false, false, false, true, false]);
});

test("gives back what the work returns or throws, and goes on", async () => {
  const { turns } = turnsByHand();
  await expect(turns.begin(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await turns.begin(() => Promise.resolve("yes"))).toBe("yes");
});

test("what need not be rendered overtakes a burst, on new connections too", async () => {
  const { turns, spend } = turnsByHand();
  const answered: string[] = [];
  const rendered = turns.listener((req, res) => {
    spend(50);
    answered.push(req.url!);
    res.end();
  });
  const server = createServer((req, res) => {
    if (req.url !== "/kept") return rendered(req, res);
    answered.push("/kept");
    res.end();
  }).on("connection", turns.noteConnection);
  const origin = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const paths = [...Array.from({ length: 20 }, (_, at) => `/${at}`), "/kept"];
  await Promise.all(paths.map((path) => fetch(origin + path)));
  expect(answered).toHaveLength(21);
  expect(answered.indexOf("/kept")).toBeLessThan(5);
});

test("a request whose client has gone does not begin", async () => {
  const { turns } = turnsByHand();
  const begun: string[] = [];
  const ask = (url: string) => {
    const req = Object.assign(new IncomingMessage(new Socket()), { url });
    const res = new ServerResponse(req);
    turns.listener(() => void begun.push(url))(req, res);
    return res;
  };
  ask("/gone").destroy();
  ask("/here");
  await turns.begin(() => Promise.resolve());
  expect(begun).toEqual(["/here"]);
});
