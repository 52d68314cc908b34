// Shared by npm start and npm test. Uses only Node's own modules, because it runs before packages are installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
  "scripts/precompress.mjs",
  "scripts/vite",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** On Windows npm and the programs of packages are .cmd files, which only its shell runs. */
export const NEEDS_SHELL = process.platform === "win32";

const COMMAND = { cwd: ROOT, stdio: "inherit", shell: NEEDS_SHELL };

/** A program and its arguments for spawn. For a shell all are one line, each in quotes, since a path may have spaces. */
export const asCommand = (program, args, needsShell = NEEDS_SHELL) =>
  needsShell ? [[program, ...args].map((word) => `"${word}"`).join(" "), []] : [program, args];

/** Runs a command in the project's folder; exits if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(...asCommand(command, args), { ...COMMAND, ...options });
  if (result.error) fail(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A program of node_modules/.bin. */
export const bin = (name) => path.join(ROOT, "node_modules/.bin", name);

/**
 * Runs npm ci if the installed packages differ from the lock file. No package needs a script to be installed
 * (scripts/install.test.ts).
 */
export function install() {
  const lock = readFileSync(path.join(ROOT, "package-lock.json"));
  const stamp = path.join(ROOT, "node_modules/.kitab-installed");
  const wanted = `${digest(lock)} ${process.platform}-${process.arch}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Installing packages …");
  const options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm", ["ci", ...options], { env: installEnvironment() });
  writeFileSync(stamp, wanted);
}

/** The environment of npm, which has its cache in the home folder; if that is not writable, in .cache. */
export function installEnvironment() {
  const env = { ...process.env, NODE_ENV: "development" };
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
