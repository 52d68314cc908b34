// npm run bench:workers: what a second worker adds. Pages of a signed-in customer and additions to the cart a second, with
// one process and with two workers, on the same shop; memory of each process. Needs wrk. Writes its section of
// bench/results.md.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const BOOKS = Number(process.env.BENCH_BOOKS ?? 1000);
const CONNECTIONS = 32;
const PAGES = ["/orders", "/account", "/wishlist", "/cart", "/books?q=river"];

process.chdir(ROOT);
install();
build();

const dataDir = `.cache/bench-${BOOKS}`;
fillShop(dataDir, { books: BOOKS });
const rates = {};
const memory = {};
for (const workers of [1, 2]) await measure(workers);

const rows = PAGES.map((page) => {
  const [one, two] = [rates[1][page], rates[2][page]];
  return [page, `${one.rate}/s`, one.p99, `${two.rate}/s`, two.p99, (two.rate / one.rate).toFixed(2)];
});
rows.forEach((row) => say(row.join(" | ")));
writeSection("Last results of `npm run bench:workers`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books, ${CONNECTIONS} connections, ${SECONDS} s a row, a signed-in customer. The load (wrk) runs on the same machine.`,
  "",
  "| page | one process | p99 | two workers | p99 | times as many |",
  "|---|---|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `Memory after it, pages shared by several processes divided among them (PSS): ${memory[1].join(", ")} MB with one process; with two workers ${memory[2].join(", ")} MB (the primary first).`,
]);
process.exit(0);

async function measure(workers) {
  const { origin, child, stop } = await startShop(dataDir, { WORKERS: String(workers) });
  const cookie = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
  const script = path.join(ROOT, ".cache/workers.lua");
  writeFileSync(script, `wrk.headers["Cookie"] = ${JSON.stringify(cookie)}`);
  rates[workers] = {};
  for (const page of PAGES) {
    const run = async (seconds) => {
      const args = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--latency", "-s", script, origin + page];
      return (await promisify(execFile)("wrk", args)).stdout;
    };
    await run(2);
    const text = await run(SECONDS);
    if (/Non-2xx/.test(text)) throw new Error(`${page}: ${text}`);
    rates[workers][page] = {
      rate: Math.round(Number(/Requests\/sec:\s+(\S+)/.exec(text)[1])),
      p99: /99%\s+(\S+)/.exec(text)[1],
    };
    say(`${workers} ${page} ${JSON.stringify(rates[workers][page])}`);
  }
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  const pids = [child.pid, ...(children ? children.split(" ") : [])];
  memory[workers] = pids.map(pss);
  await stop();
}

function pss(pid) {
  return Math.round(
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024,
  );
}
