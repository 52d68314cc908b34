import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageOf } from "./node/fetch.mjs";
import { isFit } from "./node/fit.mjs";
import { asCommand } from "./prepare.mjs";

interface Lock {
  packages: Record<
    string,
    {
      version: string;
      integrity?: string;
      resolved?: string;
      inBundle?: boolean;
      hasInstallScript?: boolean;
      os?: string[];
    }
  >;
}

const readLock = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as Lock).packages;

/** Of esbuild the script only saves starting Node once more: the binary is a package of its own. */
const NEEDLESS = ["node_modules/esbuild"];

test("no package needs its install script, since none is run: no compiler, and nothing fetched past the lock", () => {
  const withScripts = Object.entries(readLock("package-lock.json"))
    .filter(([, one]) => one.hasInstallScript && (!one.os || one.os.includes("linux")))
    .map(([name]) => name);
  expect(withScripts).toEqual(NEEDLESS);
});

test("the locks name no addresses, and check what is fetched", () => {
  for (const file of ["package-lock.json", "scripts/node/package-lock.json"]) {
    const packages = Object.entries(readLock(file)).filter(([name, { inBundle }]) => name && !inBundle);
    expect(packages.filter(([, { resolved }]) => resolved)).toEqual([]);
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  }
});

test("the Node that is fetched fits, on every platform", () => {
  const { optionalDependencies } = JSON.parse(readFileSync("scripts/node/package.json", "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(isFit(version), name).toBe(true);
    expect(readLock("scripts/node/package-lock.json")[`node_modules/${name}`]!.version).toBe(version);
  }
});

test("there is a Node to fetch for each platform", () => {
  expect(
    ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win-x64", "win-arm64"].filter(
      (platform) => !readLock("scripts/node/package-lock.json")[`node_modules/${packageOf(platform)}`],
    ),
  ).toEqual([]);
});

test("a program and its arguments keep their spaces in a shell", () => {
  const args = ["-t", "part of the title"];
  expect(asCommand("C:\\My Shop\\vitest", args, true)).toEqual([
    '"C:\\My Shop\\vitest" "-t" "part of the title"',
    [],
  ]);
  expect(asCommand("/my shop/vitest", args, false)).toEqual(["/my shop/vitest", args]);
});
