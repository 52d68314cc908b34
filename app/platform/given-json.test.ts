import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_NESTED, parseGivenJson } from "./given-json";

const nested = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);

test("JSON is read up to the depth that is allowed, and refused beyond it, also in parts", () => {
  expect(parseGivenJson(nested(MOST_NESTED))).toEqual(JSON.parse(nested(MOST_NESTED)));
  expect(() => parseGivenJson(nested(MOST_NESTED + 1))).toThrow(SyntaxError);
  expect(() => parseGivenJson(`{"a":${nested(MOST_NESTED)}}`)).toThrow(SyntaxError);
  expect(() => parseGivenJson(nested(10_000))).toThrow(SyntaxError);
  expect(() => parseGivenJson("[".repeat(100_000))).toThrow(SyntaxError);
});

test("brackets in texts are no nesting; a text that never ends is no JSON", () => {
  const text = `"${"[".repeat(100)}\\"${"{".repeat(100)}\\\\"`;
  expect(parseGivenJson(`[${text},"]"]`)).toHaveLength(2);
  for (const broken of ['"[[', '"\\', '["a', ""]) expect(() => parseGivenJson(broken)).toThrow(SyntaxError);
});

test("anything that is flat enough is read as by JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(parseGivenJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

/** What reads only what the shop itself has signed or stored. */
const OWN = [
  "app/http/request/signed-cookie.server.ts",
  "app/http/request/stashed-form-rows.server.ts",
  "app/routes/admin/counter/sale-draft.ts",
  "app/routes/admin/programs/webhooks/delivery-panel.tsx",
];

test("where requests, the gateway's events and tables are read, JSON is read by this", () => {
  const files = globSync([
    "app/{api,http,routes}/**/*.{ts,tsx}",
    "app/domain/**/*.schema.ts",
    "app/domain/sales/gateways/razorpay/*.ts",
    "app/domain/book-files/{reading,tables}/**/*.ts",
  ]).filter((file) => !/\.test\./.test(file) && !OWN.includes(file));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => readFileSync(file, "utf8").includes("JSON.parse("))).toEqual([]);
});
