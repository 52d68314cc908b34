// Shared by npm start and npm test. Uses only Node's own modules, because it runs before packages are installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const SOURCES = [
  "app",
  "migrations",
  "public",
  "scripts/vite",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** Exits with a message when this Node is too old. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Kitab needs Node 20.19 or later; this is ${process.version}.`);
  }
}

const COMMAND = { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" };

/** Runs a command in the project's folder; exits if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { ...COMMAND, ...options });
  if (result.error) fail(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A program of node_modules/.bin. */
export const bin = (name) => path.join(ROOT, "node_modules/.bin", name);

/** Runs npm ci if the installed packages differ from the lock file. */
export function install() {
  const finish = installed();
  if (!finish) return;
  npm(["ci", ...INSTALL_OPTIONS]);
  finish();
}

/**
 * Does `install` and `build`. If there is no binary for the machine, better-sqlite3 is compiled, which takes longest
 * and uses one core: the shop is built meanwhile.
 */
export async function installAndBuild() {
  const finish = installed();
  if (!finish) return build();
  npm(["ci", "--ignore-scripts", ...INSTALL_OPTIONS]);
  const scripts = spawn("npm", ["rebuild", ...WITH_SCRIPTS], { ...COMMAND, env: installEnvironment() });
  const ended = once(scripts, "close");
  process.once("exit", () => scripts.kill());
  build();
  const [status] = await ended;
  if (status !== 0) process.exit(status ?? 1);
  finish();
}

const INSTALL_OPTIONS = ["--include=dev", "--no-audit", "--no-fund"];
/** Packages with install scripts (scripts/install.test.ts). */
const WITH_SCRIPTS = ["better-sqlite3", "esbuild"];

/** @returns undefined if the installed packages match the lock file, else a function that records that they do */
function installed() {
  const lock = readFileSync(path.join(ROOT, "package-lock.json"));
  const stamp = path.join(ROOT, "node_modules/.kitab-installed");
  const wanted = `${digest(lock)} ${process.versions.modules} ${process.platform}-${process.arch}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Installing packages …");
  return () => writeFileSync(stamp, wanted);
}

const npm = (args) => run("npm", args, { env: installEnvironment() });

/** npm and node-gyp use caches in the home folder; if that is not writable, in .cache. */
function installEnvironment() {
  // Lets the compiler use every core.
  const env = { JOBS: "max", ...process.env, NODE_ENV: "development" };
  try {
    accessSync(homedir(), constants.W_OK);
    return env;
  } catch {
    const home = path.join(ROOT, ".cache/home");
    mkdirSync(home, { recursive: true });
    // npm test and npm start pass the cache of the home folder on.
    const { npm_config_cache: cache = homedir() } = env;
    const isInHome = cache.startsWith(homedir());
    return {
      npm_config_userconfig: path.join(homedir(), ".npmrc"),
      ...env,
      HOME: home,
      npm_config_cache: isInHome ? path.join(home, ".npm") : cache,
    };
  }
}

/**
 * If a source has changed since the last build: checks that the JSON API is fully documented, runs react-router build,
 * and compresses the assets.
 */
export function build() {
  const stamp = path.join(ROOT, "build/.sources");
  const wanted = digestSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Building …");
  const env = { ...process.env, NODE_ENV: "production" };
  run(bin("react-router"), ["build", "--logLevel", "warn"], { env });
  run(process.execPath, ["scripts/precompress.mjs"], { env });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function digestSources() {
  const hash = createHash("sha256");
  const add = (name) => {
    const file = path.join(ROOT, name);
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const entry of readdirSync(file).sort()) add(path.join(name, entry));
    } else if (!/\.test\.tsx?$/.test(name)) {
      hash.update(name).update("\0").update(readFileSync(file)).update("\0");
    }
  };
  SOURCES.forEach(add);
  return hash.digest("hex");
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

export function say(text) {
  process.stdout.write(`${text}\n`);
}

export function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
