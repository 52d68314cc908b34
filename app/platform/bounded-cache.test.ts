import { expect, test } from "vitest";
import { boundedCache } from "./bounded-cache";

interface Weighed {
  name: string;
  bytes: number;
}

test("the size including keys stays below the limit; the least recently used are dropped first", () => {
  const evicted: string[] = [];
  const cache = boundedCache<Weighed>({
    maxBytes: 10_000,
    bytesOf: ({ bytes }) => bytes,
    onEvict: (key) => evicted.push(key),
  });
  const value = { name: "value", bytes: 400 };
  for (let n = 0; n < 500; n++) {
    cache.set(`key ${n}`, value);
    expect(cache.get("key 0"), "used in every step").toBe(value);
    expect(cache.calculatedSize).toBeLessThanOrEqual(10_000);
  }
  expect(cache.size).toBeGreaterThan(10);
  expect(cache.get("key 499")).toBe(value);
  expect(cache.get("key 1")).toBeUndefined();
  expect(evicted.length).toBe(500 - cache.size);
  expect(evicted.slice(0, 2)).toEqual(["key 1", "key 2"]);
  cache.clear();
  for (let n = 0; n < 50; n++) cache.set(`${n}${"k".repeat(1000)}`, { name: "", bytes: 0 });
  expect(cache.size).toBe(4);
  const { length } = evicted;
  cache.clear();
  expect([cache.size, cache.calculatedSize]).toEqual([0, 0]);
  expect(evicted.length, "cleared, not evicted").toBe(length);
});

test("a value that is too large is not kept and drops nothing; a replaced key counts once", () => {
  const cache = boundedCache<Weighed>({
    maxBytes: 10_000,
    maxEntryBytes: 1000,
    bytesOf: ({ bytes }) => bytes,
  });
  cache.set("small", { name: "first", bytes: 500 });
  cache.set("large", { name: "large", bytes: 5000 });
  expect([cache.get("small")?.name, cache.get("large")]).toEqual(["first", undefined]);
  const { calculatedSize } = cache;
  cache.set("small", { name: "second", bytes: 500 });
  expect([cache.calculatedSize, cache.get("small")?.name]).toEqual([calculatedSize, "second"]);
  cache.set("small", { name: "third", bytes: 5000 });
  expect([cache.calculatedSize, cache.get("small")]).toEqual([0, undefined]);
});

test("the limit may be any whole number of bytes, such as a worker's share", () => {
  const cache = boundedCache<Weighed>({ maxBytes: 10_001, bytesOf: ({ bytes }) => bytes });
  cache.set("half", { name: "half", bytes: 4000 });
  cache.set("more", { name: "more than half", bytes: 6000 });
  expect([cache.has("half"), cache.has("more")]).toEqual([true, false]);
});
