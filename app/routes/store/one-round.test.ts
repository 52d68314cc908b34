import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ASSETS = "build/client/assets";

interface Manifest {
  entry: { module: string };
  routes: Record<string, { module: string }>;
}

function readManifest(): Manifest {
  const file = readdirSync(ASSETS).find((name) => /^manifest-\w+\.js$/.test(name))!;
  return JSON.parse(/\{.*\}/s.exec(readFileSync(path.join(ASSETS, file), "utf8"))![0]) as Manifest;
}

/** A module with all that it imports, directly or through others. */
function withImports(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen;
  seen.add(address);
  const text = readFileSync(path.join("build/client", address), "utf8");
  for (const [, name] of text.matchAll(/\bimport(?:[\w$*{}, ]+from)?"\.\/([\w.-]+\.js)"/g))
    withImports(`/assets/${name}`, seen);
  return seen;
}

test("from a list to a book one module is loaded, together with the data: it imports none that is not there", () => {
  const { entry, routes } = readManifest();
  const frame = [entry, routes.root!, routes["routes/store/_layout"]!].map(({ module }) => module);
  const there = new Set(frame.flatMap((module) => [...withImports(module)]));
  expect(there.size).toBeGreaterThan(4);
  const { module } = routes["routes/store/book"]!;
  expect([...withImports(module)].filter((one) => one !== module && !there.has(one))).toEqual([]);
});
