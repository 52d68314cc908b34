import { expect, test } from "vitest";
import { BoundedCache } from "./bounded-cache";

test("what is kept never weighs more than it may, keys included; the longest unused go first", () => {
  const cache = new BoundedCache<string>(10_000);
  for (let n = 0; n < 500; n++) {
    cache.set(`key ${n}`, "value", 400);
    expect(cache.get("key 0"), "used all the time").toBe("value");
    expect(cache.weight).toBeLessThanOrEqual(10_000);
  }
  expect(cache.size).toBeGreaterThan(10);
  expect(cache.get("key 499")).toBe("value");
  expect(cache.get("key 1")).toBeUndefined();
  cache.clear();
  for (let n = 0; n < 50; n++) cache.set(`${n}${"k".repeat(1000)}`, "", 0);
  expect(cache.size).toBe(4);
  cache.clear();
  expect([cache.size, cache.weight]).toEqual([0, 0]);
});

test("one that is too large is not kept and puts nothing out; the same key counts once", () => {
  const cache = new BoundedCache<number>(10_000, 1000);
  expect(cache.set("small", 1, 500)).toBe(true);
  expect(cache.set("large", 2, 5000)).toBe(false);
  expect([cache.get("small"), cache.get("large")]).toEqual([1, undefined]);
  const { weight } = cache;
  cache.set("small", 3, 500);
  expect([cache.weight, cache.get("small")]).toEqual([weight, 3]);
  cache.set("small", 4, 5000);
  expect([cache.weight, cache.get("small")]).toEqual([0, undefined]);
});
