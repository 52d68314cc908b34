import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const TABLE = "docs/decisions/0039-writes-beside-each-other.md";

/** Files whose transactions run beside others, without what writes to the database itself. */
const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("app", file.split(path.sep).join("/")))
  .filter((file) => file.endsWith(".server.ts") && !file.startsWith("app/db/"))
  .filter((file) => /\bbeside\(/.test(readFileSync(file, "utf8")))
  .map((file) => path.basename(file, ".server.ts"));

/** The names in the first column. */
const named = readFileSync(TABLE, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) =>
    [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => path.posix.basename(name!)),
  );

test(`what each transaction beside others guards stands in ${TABLE}`, () => {
  expect(named.toSorted()).toEqual(files.toSorted());
});
