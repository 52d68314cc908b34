// How long the first `npm start` of a fresh clone takes, and where the time goes. Run it with nothing else at work.
//   npm run bench:fresh               packages are installed first, and not counted
//   BENCH_PACKAGES=no npm run bench:fresh   npm start installs them too, from npm's cache or the network
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../scripts/prepare.mjs";
import { firstLine, writeSection } from "./shop.mjs";

const hasPackages = process.env.BENCH_PACKAGES !== "no";
const folder = path.join(mkdtempSync(path.join(tmpdir(), "kitab-fresh-")), "kitab");
execFileSync("git", ["clone", "--quiet", ROOT, folder]);
if (hasPackages)
  execFileSync("node", ["-e", "import('./scripts/prepare.mjs').then((p) => p.install())"], { cwd: folder });

const load = loadavg()[0].toFixed(1);
const began = Date.now();
const child = spawn("npm", ["start"], {
  cwd: folder,
  env: { ...process.env, PORT: "0", HOST: "127.0.0.1" },
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
});
// npm and what it started.
const stop = () => process.kill(-child.pid);
process.once("exit", stop);
let buildBegan = began;
child.stdout.on("data", (text) => {
  if (String(text).includes("Building")) buildBegan = Date.now();
});
const origin = await firstLine(child, /^The shop is open at (\S+)/m);
const opened = Date.now();
await (await fetch(`${origin}/`)).text();
const answered = Date.now();
process.off("exit", stop);
stop();
await new Promise((resolve) => child.once("exit", resolve));

const bundled = statSync(path.join(folder, "build/server/index.js")).mtimeMs;
const copies = readdirSync(path.join(folder, "build/client"), { recursive: true }).filter((name) =>
  name.endsWith(".gz"),
);
const compressed = Math.max(
  ...copies.map((name) => statSync(path.join(folder, "build/client", name)).mtimeMs),
);
rmSync(path.dirname(folder), { recursive: true });

const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
writeSection("Last results of `npm run bench:fresh`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, load before ${load}. \`npm start\` in a fresh clone${hasPackages ? " with its packages" : ""}, until the home page is answered: ${seconds(began, answered)} s.`,
  "",
  "| of which | seconds |",
  "|---|---|",
  `| ${hasPackages ? "until the build begins" : "packages"} | ${seconds(began, buildBegan)} |`,
  `| React Router's build, of browser and server | ${seconds(buildBegan, bundled)} |`,
  `| compressed copies of its files | ${seconds(bundled, compressed)} |`,
  `| migrations, sample shop, start | ${seconds(compressed, opened)} |`,
  `| the first page | ${seconds(opened, answered)} |`,
]);
