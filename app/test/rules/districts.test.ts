import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// The import rules between the folders of app/ are in .oxlintrc.json. This test checks the order of the districts in
// app/domain, and that only app/db knows a database engine.

/** A file may import only its own district and those before it in this list, types too. */
const DISTRICTS = [
  "kit",
  "shop",
  "catalogue",
  "front",
  "sales",
  "book-files",
  "accounting",
  "people",
  "readers",
  "opening",
];

const DOMAIN = "app/domain";

/** Product files only. Tests may import later districts: e.g. the test of a return needs a paid order. */
const files = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join(DOMAIN, file.split(path.sep).join("/")))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/** The specifiers after `from` and in `import()`, of types too. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"\s]+)"/g)].map(([, specifier]) => specifier!);

/** @returns undefined for a file outside of app/domain */
const districtOf = (file: string): string | undefined =>
  file.startsWith(`${DOMAIN}/`) ? file.split("/")[2] : undefined;

function problemsIn(file: string, text: string): string[] {
  const own = districtOf(file)!;
  return importsIn(text).flatMap((from) => {
    if (!/^[.~]/.test(from)) return [];
    const target = from.startsWith("~/")
      ? from.replace("~", "app")
      : path.posix.join(path.posix.dirname(file), from);
    const other = districtOf(target);
    if (!other || DISTRICTS.indexOf(other) <= DISTRICTS.indexOf(own)) return [];
    return [`${file} imports ${from}: ${other} comes after ${own} in the order of districts`];
  });
}

test("app/domain has these districts and nothing beside them", () => {
  expect(readdirSync(DOMAIN).toSorted()).toEqual(DISTRICTS.toSorted());
});

test("a district imports only those before it", () => {
  expect(files.flatMap((file) => problemsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("finds an import of a later district in every form", () => {
  const text = `
    import { lapse } from "../../people/accounts/lapse.server";
    import type { PaymentOutcome } from "~/domain/readers/reviews/reviews";
    export { tasks } from "../../opening/day-work/day-work.server";
    export type * from "~/domain/people/staff/staff.schema";
    const erase = () => import("../../people/accounts/erasure.server");
    type Alert = import("~/domain/readers/waiting/waiting").AlertBook;
    import "../../book-files/exports/feed.server";
    import { addToCart } from "../cart/cart.server";
    import { formatRupees } from "~/domain/kit/money";
    import { z } from "zod";`;
  const found = problemsIn("app/domain/sales/orders/orders.server.ts", text);
  expect(found.map((problem) => problem.split(": ")[1]!.split(" ")[0])).toEqual([
    "people",
    "readers",
    "opening",
    "people",
    "people",
    "readers",
    "book-files",
  ]);
});

test("docs/architecture.md lists the districts in this order", () => {
  const [, section = ""] = readFileSync("docs/architecture.md", "utf8").split("### The districts\n");
  const [table = ""] = section.split("\n#");
  expect([...table.matchAll(/^\| `([a-z-]+)\/` \|/gm)].map(([, district]) => district)).toEqual(DISTRICTS);
});

/** Files that know an engine outside of app/db: what a shop's configuration needs to know before it is opened. */
const KNOWING = ["app/process/live-data.server.ts"];

test("only app/db knows a database engine", () => {
  const outside = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join("app", file.split(path.sep).join("/")))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !/^app\/(?:db|test)\//.test(file) && !KNOWING.includes(file));
  const engine = /["'](?:better-sqlite3|pg|[^"']*\/db\/(?:sqlite|postgres)\/[^"']*)["']/;
  expect(outside.filter((file) => engine.test(readFileSync(file, "utf8")))).toEqual([]);
});
