import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "~/api/operation.server";
import { requestFor, tokenFor, withBody } from "~/test/checks/api-calls";
import { createWorld, type World } from "~/test/checks/api-world";
import { checkedFetch } from "~/test/checks/api-contract";
import { testShop } from "~/test/shop";
import { operations } from "./operations.server";
import { anyCharacter } from "~/test/checks/any-character";

/** Generated anew at each run. */
const BODIES = 400;
const withBodies = operations.filter(({ body }) => body);

const shop = testShop();
let world: World;
beforeAll(async () => {
  world = await createWorld(shop);
});

/** Placeholders for values that JSON.stringify cannot write. */
const HUGE = "@a number above the largest one@";
const DEEP = "@ten thousand nested lists@";

/** Values known for breaking programs. */
const troublesome = fc.constantFrom<unknown>(
  null,
  true,
  "",
  " ",
  0,
  -1,
  0.1,
  1e308,
  -1e21,
  5e-324,
  2 ** 53,
  2 ** 63,
  "1",
  "NaN",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "'; drop table books; --",
  '"*" OR NEAR(',
  "../../etc/passwd",
  "9".repeat(400),
  "x".repeat(20_000),
  "𝕏".repeat(300),
  "\u202e\u0000\uffff",
  "2026-02-30",
  "a@b.c",
  [],
  {},
  [[]],
  [null],
  { id: {} },
  { toString: 1, valueOf: 2 },
  Array.from({ length: 2_000 }, () => 1),
  HUGE,
  DEEP,
);

const nasty = fc.oneof(
  { weight: 5, arbitrary: troublesome },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 4 }) },
  fc.integer(),
  fc.double(),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const foreign = fc.constantFrom(
  ..."role price accountId account_id total status hidden stock rating id userId".split(" "),
  ..."__proto__ constructor prototype toString hasOwnProperty then length".split(" "),
  "",
);

/** A change to a valid body: to one of its fields, or to a nested one. */
const change = fc.record({
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap"),
  at: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  name: foreign,
  value: nasty,
});

const hostileBody = fc.oneof(
  { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: nasty.map((value) => ({ instead: value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "",
        "{",
        '{"a":1,}',
        '{"a":1}{"b":2}',
        "\u0000",
        "[1",
        "undefined",
        '"',
        "\ufeff{}",
        "<a/>",
      )
      .map((text) => ({ text })),
  },
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
type Hostile = typeof hostileBody extends fc.Arbitrary<infer Value> ? Value : never;

function textOf(good: Record<string, unknown>, hostile: Hostile): string {
  if (!Array.isArray(hostile) && "text" in hostile) return hostile.text;
  const body = Array.isArray(hostile) ? changed(good, hostile) : hostile.instead;
  return (JSON.stringify(body) ?? "null")
    .replaceAll(JSON.stringify(HUGE), "1e999")
    .replaceAll(JSON.stringify(DEEP), "[".repeat(10_000) + "]".repeat(10_000));
}

function changed(good: Record<string, unknown>, changes: Change[]): unknown {
  const body = structuredClone(good);
  for (const { kind, at, name, value } of changes) {
    let holder: object = body;
    for (const step of at.slice(1)) {
      const inner = Object.values(holder)[step % Math.max(1, Object.keys(holder).length)] as unknown;
      if (typeof inner === "object" && inner !== null && !(inner instanceof Blob)) holder = inner;
    }
    const keys = Object.keys(holder);
    const key = keys[at[0]! % Math.max(1, keys.length)];
    if (kind === "add" || key === undefined) own(holder, name, value);
    else if (kind === "remove") Reflect.deleteProperty(holder, key);
    else if (kind === "wrap") own(holder, key, [Reflect.get(holder, key)]);
    else own(holder, key, value);
  }
  return body;
}

/** Sets a copy, since later changes may go into it. `__proto__` becomes an own field, as JSON.parse makes it. */
function own(holder: object, name: string, value: unknown) {
  const copy = JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  if (Array.isArray(holder) && !Object.hasOwn(holder, name)) holder.push(copy);
  else if (Array.isArray(holder) && name === "length") holder.length = 0;
  else
    Object.defineProperty(holder, name, {
      value: copy,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

describe(`${BODIES} random bodies for every call that takes one: never a 5xx, always an answer of the document`, () => {
  const runs = Math.ceil(BODIES / withBodies.length);

  test.each(withBodies.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s",
    async (_, operation) => {
      const { path, init, body } = await requestFor(world, operation);
      const url = new URL(path, shop.origin);
      const headers = { Authorization: `Bearer ${tokenFor(world, operation)}` };
      await fc.assert(
        fc.asyncProperty(hostileBody, async (hostile) => {
          const request = operation.multipart
            ? withBody(changed(body!, Array.isArray(hostile) ? hostile : []) as Record<string, unknown>)
            : { headers: { "Content-Type": "application/json" }, body: textOf(body!, hostile) };
          const response = await checkedFetch(url, {
            ...init,
            ...request,
            headers: { ...headers, ...(request.headers as Record<string, string>) },
          });
          expect(response.status).toBeLessThan(500);
        }),
        { numRuns: runs },
      );
    },
    180_000,
  );
});

test("random ids and queries are never a 5xx", async () => {
  const reads = operations.filter(({ method }) => method === "GET");
  const odd = fc.oneof(
    fc.constantFrom("0", "-1", "1.5", "1e3", "９", "\0", "a b", "'", "..;", "9".repeat(30), "null", "%", "٣"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reads), odd, odd, async (operation: Operation, id, value) => {
      const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(id));
      const url = new URL(`/api/v1${path}`, shop.origin);
      for (const name of ["page", "pageSize", "q", "__proto__"]) url.searchParams.append(name, value);
      const response = await checkedFetch(url, {
        headers: { Authorization: `Bearer ${tokenFor(world, operation)}` },
      });
      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: 120 },
  );
});

test("refuses bodies without a type, of another type, too large, or nested too deeply", async () => {
  const url = new URL("/api/v1/browsebooks/paged", shop.origin);
  const post = (body: BodyInit, type?: string) =>
    checkedFetch(url, { method: "POST", body, headers: type ? { "Content-Type": type } : {} });
  expect((await post("{}", "application/json; charset=utf-8")).status).toBe(200);
  expect((await post("{}")).status).toBe(400);
  expect((await post("{}", "text/plain")).status).toBe(400);
  expect((await post(new URLSearchParams({ page: "0" }))).status).toBe(400);
  expect((await post(new Uint8Array([0x22, 0xff, 0xfe, 0x22]), "application/json")).status).toBe(400);
  expect((await post(`{"q":"${"x".repeat(1_200_000)}"}`, "application/json")).status).toBe(413);
  // A value whose length is compared with a limit, and which calls itself for each list when it is.
  const nested = "[".repeat(10_000) + "]".repeat(10_000);
  expect((await post(`{"q":{"length":${nested}}}`, "application/json")).status).toBe(400);
});

test("the shop still runs and logged no error", async () => {
  expect((await fetch(new URL("/healthz", shop.origin))).status).toBe(200);
  expect(shop.output()).not.toContain("an API call failed");
});
