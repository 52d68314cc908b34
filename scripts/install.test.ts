import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("npm start runs the install script of every package that has one", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean; os?: string[] }>;
  };
  const withScripts = Object.entries(lock.packages)
    .filter(
      ([, { hasInstallScript, os = [] }]) => hasInstallScript && (os.length === 0 || os.includes("linux")),
    )
    .map(([name]) => name.replace("node_modules/", ""));
  const named = /WITH_SCRIPTS = \[([^\]]*)\]/.exec(readFileSync("scripts/prepare.mjs", "utf8"))![1]!;
  expect([...named.matchAll(/"([^"]+)"/g)].map((found) => found[1])).toEqual(withScripts.sort());
});
