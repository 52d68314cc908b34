import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listen } from "~/test/servers/loopback";

// A checkout that wants Node 99, and a registry that has it: this Node, which says that it is 99.

const VERSION = "99.1.0";
const PACKAGE = `node-linux-${process.arch}`;
const UNFIT = `Kitab needs Node 99.0 or later, and this is ${process.versions.node}.`;

const folder = mkdtempSync(path.join(tmpdir(), "kitab-node-"));
const checkout = path.join(folder, "checkout");
const cache = path.join(checkout, ".cache/node");
const npmCache = path.join(folder, "npm");
const inCache = () => (existsSync(cache) ? readdirSync(cache) : []);
let registry: Server;
let address: string;
let fetched = 0;
/** What becomes of the package on its way. */
let trouble: "none" | "cut" | "other bytes";

beforeAll(async () => {
  const tarball = packNode();
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  writeCheckout(integrity);
  registry = createServer((req, res) => {
    if (!req.url!.endsWith(".tgz")) {
      const dist = { tarball: `${address}/${PACKAGE}.tgz`, integrity };
      const versions = { [VERSION]: { name: PACKAGE, version: VERSION, dist } };
      return res.end(JSON.stringify({ name: PACKAGE, "dist-tags": { latest: VERSION }, versions }));
    }
    fetched += 1;
    if (trouble === "none") return res.end(tarball);
    if (trouble === "other bytes") return res.end(tarball.subarray(0, -9));
    res.writeHead(200, { "Content-Length": tarball.length });
    res.write(tarball.subarray(0, 200), () => res.destroy());
  });
  address = await listen(registry);
});

beforeEach(() => {
  for (const one of [cache, npmCache]) rmSync(one, { recursive: true, force: true });
  fetched = 0;
  trouble = "none";
});

afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The package: its program pretends to be another version of this Node; beside it lies what is not kept. */
function packNode(): Buffer {
  const source = path.join(folder, "package");
  mkdirSync(path.join(source, "bin"), { recursive: true });
  mkdirSync(path.join(source, "include"));
  const pretend = path.join(folder, "pretend.mjs");
  writeFileSync(
    pretend,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${VERSION}" } });
     process.execPath = process.env.PRETENDED;`,
  );
  writeFileSync(
    path.join(source, "bin/node"),
    `#!/bin/sh\n[ "$1" = --version ] && echo v${VERSION} && exit\nPRETENDED="$0" exec ${process.execPath} --import ${pretend} "$@"\n`,
    { mode: 0o755 },
  );
  writeFileSync(path.join(source, "include/node.h"), "// not kept");
  writeFileSync(path.join(source, "package.json"), JSON.stringify({ name: PACKAGE, version: VERSION }));
  const { stdout } = spawnSync("tar", ["-cz", "-C", folder, "package"], { maxBuffer: 1e6 });
  return stdout;
}

function writeCheckout(integrity: string) {
  cpSync("scripts/node", path.join(checkout, "scripts/node"), { recursive: true });
  for (const file of ["run.mjs", "prepare.mjs"])
    cpSync(path.join("scripts", file), path.join(checkout, "scripts", file));
  const write = (file: string, content: unknown) =>
    writeFileSync(path.join(checkout, file), JSON.stringify(content));
  write("package.json", { type: "module", engines: { node: ">=99.0" } });
  const locked = { version: VERSION, integrity, optional: true };
  write("scripts/node/package-lock.json", { packages: { [`node_modules/${PACKAGE}`]: locked } });
  // What a script and its children run on, the flags that it got, and its arguments.
  writeFileSync(
    path.join(checkout, "scripts/tell.mjs"),
    `import { execFileSync } from "node:child_process";
     const child = execFileSync("node", ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
     const [, , ...args] = process.argv;
     console.log(JSON.stringify({ own: process.versions.node, child, flags: process.execArgv.at(-1), args }));
     process.exit(7);`,
  );
  // Says that it runs, and on which signal it ends.
  writeFileSync(
    path.join(checkout, "scripts/wait.mjs"),
    `process.on("SIGTERM", () => { console.log("ends"); process.exit(3); });
     setInterval(() => {}, 1000);
     console.log("runs");`,
  );
}

function start(script: string, args: string[] = [], registryAddress = address): ChildProcess {
  return spawn(process.execPath, ["--max-semi-space-size=8", "scripts/run.mjs", script, ...args], {
    cwd: checkout,
    env: { ...process.env, npm_config_registry: registryAddress, npm_config_cache: npmCache },
  });
}

async function run(script: string, args: string[] = [], registryAddress = address) {
  const child = start(script, args, registryAddress);
  let [stdout, stderr] = ["", ""];
  child.stdout!.on("data", (chunk) => (stdout += chunk));
  child.stderr!.on("data", (chunk) => (stderr += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, stdout, stderr };
}

describe("on a Node that does not fit, a script", () => {
  test("fetches the named one once, and goes on with it, its children too", async () => {
    const first = await run("scripts/tell.mjs", ["--to", "a b"]);
    const told = { own: VERSION, child: VERSION, flags: "--max-semi-space-size=8", args: ["--to", "a b"] };
    expect(first.stderr).toBe("");
    expect(first.stdout.split("\n")[0]).toBe(
      `Fetching Node ${VERSION}, since this is ${process.versions.node} …`,
    );
    expect(JSON.parse(first.stdout.split("\n")[1]!)).toEqual(told);
    expect(first.code).toBe(7);
    const again = await run("scripts/tell.mjs", ["--to", "a b"], "http://127.0.0.1:9");
    expect(JSON.parse(again.stdout)).toEqual(told);
    expect(fetched).toBe(1);
  });

  test("keeps only the program", async () => {
    await run("scripts/tell.mjs");
    expect(inCache()).toEqual([`${VERSION}-linux-${process.arch}`]);
    expect(readdirSync(path.join(cache, inCache()[0]!))).toEqual(["node"]);
  });

  test("says so in a sentence without a network", async () => {
    const { code, stderr } = await run("scripts/tell.mjs", [], "http://127.0.0.1:9");
    expect(stderr).toBe(
      `${UNFIT} Node ${VERSION} could not be fetched (ECONNREFUSED): connect to the network, or install it.\n`,
    );
    expect(code).toBe(1);
    expect(inCache()).toEqual([]);
  });

  test.each(["cut", "other bytes"] as const)("leaves nothing of a package that arrives %s", async (how) => {
    trouble = how;
    const { code, stderr } = await run("scripts/tell.mjs");
    expect(stderr).toContain(`${UNFIT} Node ${VERSION} could not be fetched (`);
    expect(code).toBe(1);
    expect(inCache()).toEqual([]);
    trouble = "none";
    expect(await run("scripts/tell.mjs")).toMatchObject({ code: 7, stderr: "" });
  });

  test("is not disturbed by another that fetches at the same time", async () => {
    const both = await Promise.all([run("scripts/tell.mjs"), run("scripts/tell.mjs")]);
    expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 7, stderr: "" },
      { code: 7, stderr: "" },
    ]);
    expect(inCache()).toHaveLength(1);
  });

  test("passes signals on", async () => {
    const child = start("scripts/wait.mjs");
    let output = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.endsWith("runs\n")) child.kill("SIGTERM");
    });
    expect(await once(child, "close")).toEqual([3, null]);
    expect(output).toMatch(/runs\nends\n$/);
  });

  test("says where there is none to fetch", async () => {
    const file = path.join(checkout, "scripts/node/package-lock.json");
    const before = readFileSync(file);
    writeFileSync(file, JSON.stringify({ packages: {} }));
    const { code, stderr } = await run("scripts/tell.mjs");
    writeFileSync(file, before);
    const none = `There is none to fetch for linux-${process.arch}: please install it.`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${UNFIT} ${none}\n` });
  });
});

test("scripts that are started without npm say where there is another Node", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/node/required.mjs"], {
    cwd: checkout,
    encoding: "utf8",
  });
  expect(stderr).toBe(`${UNFIT} Kitab's npm scripts, such as npm start, fetch one.\n`);
  expect(status).toBe(1);
});

test("all scripts of package.json go through it", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(" && "));
  expect(commands.filter((one) => !/^node (?:--\S+ )*scripts\/run\.mjs /.test(one))).toEqual([]);
});
