import { createServer } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { listen } from "~/test/loopback";
import { keepPages } from "./page-cache.server";

afterEach(() => vi.useRealTimers());

test("kept pages are dropped at midnight in India, since a page may name a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T18:29:00Z") });
  const database: ShopDatabase = await createTestDatabase();
  let rendered = 0;
  const render = () => Promise.resolve(new Response(`rendering ${++rendered}`));
  const server = createServer(keepPages(render, database, (_, res) => res.end("not kept")));
  const origin = await listen(server);
  const look = async () => (await fetch(`${origin}/books/1`)).text();
  try {
    expect([await look(), await look()]).toEqual(["rendering 1", "rendering 1"]);
    vi.setSystemTime(new Date("2026-11-22T18:30:00Z"));
    expect([await look(), await look()]).toEqual(["rendering 2", "rendering 2"]);
    vi.setSystemTime(new Date("2026-11-23T18:29:59Z"));
    expect(await look()).toBe("rendering 2");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
