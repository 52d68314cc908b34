// Fetches the Node that is named in package.json beside this file, as a package for this platform.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { asCommand, fail, installEnvironment, NEEDS_SHELL, ROOT, say } from "../prepare.mjs";
import { OLDEST } from "./fit.mjs";

const LOCK = path.join(path.dirname(fileURLToPath(import.meta.url)), "package-lock.json");
const CACHE = path.join(ROOT, ".cache/node");
const UNFINISHED = "unfinished-";
const HOUR_MS = 3_600_000;

/** The package of a platform, such as linux-x64. */
export const packageOf = (platform) => (platform === "darwin-arm64" ? "node-bin-" : "node-") + platform;

/**
 * The path of the named Node, which is fetched once: into .cache/node, of the package only the program. Nothing else on the
 * machine changes, and a fetch that was broken off leaves nothing that a later one would use.
 * Exits with a sentence when there is no package for this platform, or it cannot be fetched.
 */
export function fetchedNode() {
  const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const name = packageOf(platform);
  const locked = JSON.parse(readFileSync(LOCK, "utf8")).packages[`node_modules/${name}`];
  const needed = `Kitab needs Node ${OLDEST} or later, and this is ${process.versions.node}.`;
  if (!locked) return fail(`${needed} There is none to fetch for ${platform}: please install it.`);
  const { version, integrity } = locked;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const folder = path.join(CACHE, `${version}-${platform}`);
  const node = path.join(folder, program);
  if (existsSync(node)) return node;

  say(`Fetching Node ${version}, since this is ${process.versions.node} …`);
  removeUnfinished();
  const unfinished = mkdtempSync(path.join(CACHE, UNFINISHED));
  const problem = unpack(unfinished, { name, version, integrity, program });
  if (!problem) moveInto(folder, unfinished, program);
  rmSync(unfinished, { recursive: true, force: true });
  // Another process may have been quicker.
  if (existsSync(node)) return node;
  return fail(
    `${needed} Node ${version} could not be fetched (${problem}): connect to the network, or install it.`,
  );
}

/** Puts the package's program directly into the folder. @returns what is wrong, or undefined */
function unpack(folder, { name, version, integrity, program }) {
  const dependencies = { [name]: version };
  const write = (file, content) => writeFileSync(path.join(folder, file), JSON.stringify(content));
  write("package.json", { dependencies });
  // npm compares what it fetches with the lock. It is no optional package here: those npm leaves out if they cannot be fetched.
  write("package-lock.json", {
    lockfileVersion: 3,
    packages: { "": { dependencies }, [`node_modules/${name}`]: { version, integrity } },
  });
  const options = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
  ];
  const { error, status, stderr } = spawnSync(...asCommand("npm", ["ci", ...options]), {
    cwd: folder,
    env: installEnvironment(),
    encoding: "utf8",
    shell: NEEDS_SHELL,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (error) return error.message;
  if (status !== 0) return /\bcode (\w+)/.exec(stderr)?.[1] ?? "npm failed";
  const file = path.join(folder, program);
  renameSync(path.join(folder, "node_modules", name, "bin", program), file);
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  if (stdout?.trim() !== `v${version}`) return "it does not run on this system";
  // It is whole after a power cut, too.
  const opened = openSync(file, "r+");
  fsyncSync(opened);
  closeSync(opened);
}

/** Makes the folder appear at once, with the program in it. */
function moveInto(folder, unfinished, program) {
  const whole = path.join(unfinished, "whole");
  mkdirSync(whole);
  renameSync(path.join(unfinished, program), path.join(whole, program));
  try {
    renameSync(whole, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** What a fetch left that ended before it could tidy up. */
function removeUnfinished() {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    if (name.startsWith(UNFINISHED) && Date.now() - statSync(folder).mtimeMs > HOUR_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}
