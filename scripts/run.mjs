// Every script of package.json starts here, so that all of them, and what they start, run on a Node that fits: this one, or
// the one that scripts/node names, which is fetched once. What is run is a file of the project or a program of
// node_modules/.bin. Parses on Node 20.
//   node [flags] scripts/run.mjs scripts/start.mjs [arguments]
//   node scripts/run.mjs vitest run
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isFit } from "./node/fit.mjs";
import { fetchedNode } from "./node/fetch.mjs";
import { asCommand, bin, fail, install, NEEDS_SHELL, ROOT } from "./prepare.mjs";

const [what, ...args] = process.argv.slice(2);

if (!isFit(process.versions.node)) {
  goOnWith(fetchedNode(), [...process.execArgv, ...process.argv.slice(1)]);
} else {
  offerToOthers(process.execPath);
  if (what.endsWith(".mjs")) {
    const file = path.join(ROOT, what);
    process.argv.splice(1, 2, file);
    await import(pathToFileURL(file).href);
  } else {
    if (!existsSync(bin(what))) install();
    goOnWith(...asCommand(bin(what), args), { shell: NEEDS_SHELL });
  }
}

/** npm, and the programs of packages, take the first Node of the PATH. */
function offerToOthers(node) {
  const [folder, name] = [path.dirname(node), path.basename(node)];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  if (folders.find((one) => existsSync(path.join(one, name))) === folder) return;
  const PATH = [folder, ...folders].join(path.delimiter);
  Object.assign(process.env, { PATH, NODE: node, npm_node_execpath: node });
}

/** Runs a program in place of this process, as far as others can tell: with its streams, signals and exit code. */
function goOnWith(program, programArgs, options) {
  let child;
  // Before the program starts: a signal may come as soon as it runs.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      // A terminal sends its interrupt to both.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  child = spawn(program, programArgs, { stdio: "inherit", ...options });
  child.on("error", (error) => fail(`${program} could not be run: ${error.message}`));
  child.on("close", (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
