import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { fillSampleShop } from "~/sample/fill";
import { testShop } from "~/test/shop";
import { operations } from "./operations.server";

const GUIDE = readFileSync("docs/api.md", "utf8");

const shop = testShop();
beforeAll(async () => {
  await fillSampleShop(shop.db, { coversDir: path.join(shop.dataDir, "coverpages"), demoOrders: true });
});

interface Example {
  line: number;
  script: string;
  /** The fenced block right after it, if it shows the answer. */
  shown: { kind: string; text: string } | undefined;
}

/** Every ```sh block, with the ```json or ```text block right after it. */
function examplesOf(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((found) => ({
    kind: found[1]!,
    text: found[2]!,
    start: found.index,
    end: found.index + found[0].length,
  }));
  return blocks
    .filter(({ kind }) => kind === "sh")
    .map((block) => {
      const next = blocks.find(({ start }) => start > block.end);
      const isAnswer = next && next.kind !== "sh" && markdown.slice(block.end, next.start).trim() === "";
      return {
        line: markdown.slice(0, block.start).split("\n").length,
        script: block.text,
        shown: isAnswer ? next : undefined,
      };
    });
}

/** A value's names and types, without the number of rows; numbers and texts differ between shops. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** Whether two shapes are the same; null is the same as any, since some books have no page count, say. */
function alike(shown: unknown, real: unknown): boolean {
  if (shown === "null" || real === "null") return true;
  if (typeof shown !== "object" || typeof real !== "object" || shown === null || real === null)
    return shown === real;
  if (Array.isArray(shown) && Array.isArray(real))
    return shown.length === 0 || real.length === 0 || alike(shown[0], real[0]);
  // Left out of a book without a sale price.
  const optional = ["salePrice"];
  const keys = [...new Set([...Object.keys(shown), ...Object.keys(real)])].filter(
    (key) => !optional.includes(key),
  );
  return keys.every((key) => {
    const both = [shown, real].map((one) => (one as Record<string, unknown>)[key]);
    return both.every((one) => one !== undefined) && alike(both[0], both[1]);
  });
}

const MARK = "── the next example ──";

test("the guide's examples run in order and return the answers shown", () => {
  const examples = examplesOf(GUIDE);
  expect(examples.length).toBeGreaterThan(20);
  const script = [
    "set -euo pipefail",
    ...examples.map(({ script }) => `${script}\necho\necho "${MARK}"`),
  ].join("\n");
  const run = spawnSync("bash", ["--norc", "--noprofile", "-c", script], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { PATH: process.env.PATH, SHOP: shop.origin, TMPDIR: shop.dataDir },
    timeout: 60_000,
  });
  const outputs = run.stdout.split(`${MARK}\n`).map((text) => text.trim());
  const failedAt = examples[outputs.length - 1];
  const story = `docs/api.md:${failedAt?.line}\n${outputs.at(-1)}\n${run.stderr}`;
  expect([run.status, failedAt], story).toEqual([0, undefined]);

  for (const [i, { line, shown }] of examples.entries()) {
    if (!shown) continue;
    const output = outputs[i]!;
    if (shown.kind === "text") {
      expect([line, output]).toEqual([line, shown.text.trim()]);
      continue;
    }
    const [want, real] = [JSON.parse(shown.text), JSON.parse(output)] as Record<string, unknown>[];
    const isAlike = alike(shapeOf(want), shapeOf(real));
    expect([line, isAlike ? "" : output], `docs/api.md:${line} shows\n${shown.text}`).toEqual([line, ""]);
    for (const name of ["result", "outcome", "role", "status"])
      expect([line, name, real![name]]).toEqual([line, name, want![name]]);
    // Compares messages, except those with a title or number of the sample.
    if (!/["\d]/.test(String(want!.msg))) expect([line, real!.msg]).toEqual([line, want!.msg]);
  }
}, 90_000);

test("every call that the guide names exists", () => {
  const paths = operations.map(
    ({ path }) => new RegExp(`^${path.replace(/\/$/, "").replace(/\{\w+\}/g, "[^/]+")}/?$`),
  );
  const named = [
    ...GUIDE.matchAll(/\$SHOP\/api\/v1(\/[^"?\s]*)/g),
    ...GUIDE.matchAll(/\bcall "?(\/[^"?\s]*)/g),
    ...GUIDE.matchAll(/_PATH="(\/[^"?\s]*)/g),
  ].map(([, path]) => path!.replace(/\$\(.*$/, "1").replace(/\$\w+/g, "1"));
  expect(named.length).toBeGreaterThan(20);
  for (const path of named) expect([path, paths.some((one) => one.test(path))]).toEqual([path, true]);
});
