import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// The import rules between the folders of app/ are in .oxlintrc.json. This test checks the order inside app/domain, and
// that only app/db knows a database engine.

/** A file may import only its own subject and those before it in this list, types too. */
const SUBJECTS = [
  "addresses",
  "listing",
  "rights",
  "images",
  "audit",
  "settings",
  "pictures",
  "look",
  "mail-words",
  "notices",
  "webhooks",
  "search-terms",
  "master-data",
  "catalogue",
  "editions",
  "imports",
  "home",
  "name-pages",
  "suggestions",
  "merging",
  "pages",
  "old-addresses",
  "coupons",
  "gateways",
  "orders",
  "documents",
  "cart",
  "test-purchases",
  "payments",
  "checkout",
  "exports",
  "accounts",
  "staff",
  "factors",
  "api-keys",
  "reviews",
  "wishlist",
  "stock-alerts",
  "wanted-titles",
  "newsletter",
  "opening",
  "mail-examples",
];

const DOMAIN = "app/domain";

/** Product files only. Tests may import later subjects: e.g. the test of a return needs a paid order. */
const files = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join(DOMAIN, file.split(path.sep).join("/")))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/** The specifiers after `from` and in `import()`, of types too. A scan takes a third of the time of parsing. */
const importsIn = (text: string): string[] =>
  ts.preProcessFile(text, true).importedFiles.map(({ fileName }) => fileName);

/** @returns null for a file directly in app/domain; undefined for one outside */
function subjectOf(file: string): string | null | undefined {
  if (!file.startsWith(`${DOMAIN}/`)) return undefined;
  const [first, ...rest] = file.slice(DOMAIN.length + 1).split("/");
  return rest.length > 0 ? first! : null;
}

function problemsIn(file: string, text: string): string[] {
  const own = subjectOf(file) ?? null;
  return importsIn(text).flatMap((from) => {
    if (!/^[.~]/.test(from)) return [];
    const target = from.startsWith("~/")
      ? from.replace("~", "app")
      : path.posix.join(path.posix.dirname(file), from);
    const other = subjectOf(target);
    if (!other || other === own) return [];
    if (own === null) return [`${file} imports ${from}: files directly in ${DOMAIN} import no subject`];
    if (SUBJECTS.indexOf(other) < SUBJECTS.indexOf(own)) return [];
    return [`${file} imports ${from}: ${other} comes after ${own} in the order of subjects`];
  });
}

test("the order contains every subject", () => {
  expect([...new Set(files.map(subjectOf))].filter((subject) => subject !== null).sort()).toEqual(
    [...SUBJECTS].sort(),
  );
});

test("a subject imports only those before it", () => {
  expect(files.flatMap((file) => problemsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("finds an import of a later subject in every form", () => {
  const text = `
    import { lapse } from "../payments/payments.server";
    import type { PaymentOutcome } from "~/domain/payments/payments";
    export { addToCart } from "../cart/cart.server";
    export type * from "../checkout/checkout.schema";
    const erase = () => import("../accounts/erasure.server");
    type Alert = import("../stock-alerts/stock-alerts").AlertBook;
    import "../gateways/shop-gateway.server";
    import { formatRupees } from "../money";
    import { z } from "zod";`;
  expect(problemsIn("app/domain/orders/orders.server.ts", text)).toEqual([
    "app/domain/orders/orders.server.ts imports ../payments/payments.server: payments comes after orders in the order of subjects",
    "app/domain/orders/orders.server.ts imports ~/domain/payments/payments: payments comes after orders in the order of subjects",
    "app/domain/orders/orders.server.ts imports ../cart/cart.server: cart comes after orders in the order of subjects",
    "app/domain/orders/orders.server.ts imports ../checkout/checkout.schema: checkout comes after orders in the order of subjects",
    "app/domain/orders/orders.server.ts imports ../accounts/erasure.server: accounts comes after orders in the order of subjects",
    "app/domain/orders/orders.server.ts imports ../stock-alerts/stock-alerts: stock-alerts comes after orders in the order of subjects",
  ]);
  expect(problemsIn("app/domain/money.ts", 'import { parsePin } from "./addresses/indian-states";')).toEqual([
    "app/domain/money.ts imports ./addresses/indian-states: files directly in app/domain import no subject",
  ]);
});

test("docs/architecture.md lists the subjects in this order", () => {
  const [, section = ""] = readFileSync("docs/architecture.md", "utf8").split("### The subjects\n");
  const [table = ""] = section.split("\n#");
  expect([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, subject]) => subject)).toEqual(SUBJECTS);
});

/** Files that know an engine outside of app/db: what a shop's configuration needs to know before it is opened. */
const KNOWING = ["app/live-data.server.ts"];

test("only app/db knows a database engine", () => {
  const outside = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join("app", file.split(path.sep).join("/")))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !/^app\/(?:db|test)\//.test(file) && !KNOWING.includes(file));
  const engine = /["'](?:better-sqlite3|pg|[^"']*\/db\/(?:sqlite|postgres)\/[^"']*)["']/;
  expect(outside.filter((file) => engine.test(readFileSync(file, "utf8")))).toEqual([]);
});
