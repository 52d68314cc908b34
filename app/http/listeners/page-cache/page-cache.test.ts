import { createServer } from "node:http";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { listen } from "~/test/servers/loopback";
import { rotation } from "~/http/listeners/connections/rotation";
import { cachePages } from "./page-cache.server";
import { MOST_RENDERINGS } from "./page-store.server";

afterEach(() => vi.useRealTimers());

/** The cache over a renderer that numbers its answers, each padded to `length`. */
async function counted(length = 0) {
  const database: ShopDatabase = await createTestDatabase();
  let rendered = 0;
  const render = () => Promise.resolve(new Response(`rendering ${++rendered}`.padEnd(length)));
  const server = createServer(cachePages(render, database, rotation(), (_, res) => res.end("not kept")));
  const origin = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (path: string) => (await (await fetch(origin + path)).text()).trimEnd();
}

test("many pages at a time are rendered to be kept, further ones for their visitors alone", async () => {
  const database = await createTestDatabase();
  const begun: (() => void)[] = [];
  const render = () =>
    new Promise<Response>((resolve) => begun.push(() => resolve(new Response("to be kept"))));
  const server = createServer(cachePages(render, database, rotation(), (_, res) => res.end("not kept")));
  const origin = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const look = async (n: number) => (await fetch(`${origin}/books?q=${n}`)).text();
  const abandoned = new AbortController();
  const first = Array.from({ length: MOST_RENDERINGS }, (_, n) =>
    fetch(`${origin}/books?q=${n}`, { signal: abandoned.signal }).catch(() => "gone"),
  );
  await expect.poll(() => begun.length).toBe(MOST_RENDERINGS);
  abandoned.abort();
  await Promise.all(first);
  expect(await look(1000)).toBe("not kept");
  for (const finish of begun.splice(0)) finish();
  expect(await look(0)).toBe("to be kept");
  expect(begun).toHaveLength(0);
});

test("drops cached pages at midnight in India, since a page may name a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T18:29:00Z") });
  const look = await counted();
  const page = "/books/1";
  expect([await look(page), await look(page)]).toEqual(["rendering 1", "rendering 1"]);
  vi.setSystemTime(new Date("2026-11-22T18:30:00Z"));
  expect([await look(page), await look(page)]).toEqual(["rendering 2", "rendering 2"]);
  vi.setSystemTime(new Date("2026-11-23T18:29:59Z"));
  expect(await look(page)).toBe("rendering 2");
});

test("serves the cached page when only unread parameters differ", async () => {
  const look = await counted();
  expect(await look("/?x=1")).toBe("rendering 1");
  for (const path of ["/", "/?x=2", "/?utm_source=letter&q=gora"])
    expect(await look(path)).toBe("rendering 1");
  expect(await look("/books?tag=Epic&x=3")).toBe("rendering 2");
  expect(await look("/books?y=4&tag=Epic")).toBe("rendering 2");
});

test("searches made once push out each other, not the other cached pages", async () => {
  const look = await counted(500_000);
  expect([await look("/books/1"), await look("/books?q=gora"), await look("/books?q=gora")]).toEqual([
    "rendering 1",
    "rendering 2",
    "rendering 2",
  ]);
  const searches = 40;
  for (let n = 1; n <= searches; n++) expect(await look(`/books?q=random${n}`)).toBe(`rendering ${n + 2}`);
  // A search that was made twice stays too.
  expect([await look("/books/1"), await look("/books?q=gora")]).toEqual(["rendering 1", "rendering 2"]);
  expect(await look(`/books?q=random${searches}`)).toBe(`rendering ${searches + 2}`);
  expect(await look("/books?q=random1")).toBe(`rendering ${searches + 3}`);
});
