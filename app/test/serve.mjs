// Runs the built shop for tests: prints its address, closes on SIGTERM, and simulates a full disk after SIGUSR2.
import { open } from "node:fs/promises";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import "./little-work.mjs";

// The shop answers 408 on a connection that has sent nothing for 20 s. The tests' fetch opens such connections, and may
// use one at that moment.
const { createServer } = http;
http.createServer = (...args) =>
  Object.defineProperty(createServer(...args), "headersTimeout", { get: () => 0, set() {} });
syncBuiltinESMExports();

const { changeSettings, startShop } = await import("../../build/server/index.js");
if (process.env.COUNT_ROUND_TRIPS) await printRoundTrips();
const shop = await startShop({ warm: process.argv.includes("--warm") });
// A worker of several hears from the primary when to end.
if (shop) run(shop);

function run(shop) {
  process.stdout.write(`listening ${shop.address}\n`);
  if (process.argv.includes("--until-input-ends")) {
    process.stdin.on("data", async (settings) => {
      await changeSettings(JSON.parse(settings));
      process.stdout.write("settings changed\n");
    });
    // A shop of the tests ends when their process does, which closes its input.
    process.stdin.on("end", () => process.exit());
  }
  process.on("SIGTERM", () => void shop.close().then(() => process.exit(0)));
  if (shop.restart)
    process.on("SIGHUP", () => void shop.restart().then(() => process.stdout.write("restarted\n")));
}
process.on("SIGUSR2", async () => {
  // Nor is there room for files.
  const handle = await open(process.execPath);
  Object.getPrototypeOf(handle).writeFile = async () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  await handle.close();
  const { kitabDatabase: database } = globalThis;
  // SQLite then answers SQLITE_FULL when it needs another page, as on a full disk.
  database.executeScript("create table filler (bytes blob) strict; pragma max_page_count = 1;");
  untilFull(() => database.executeScript("insert into filler values (zeroblob(1000))"));
  // A row needs two pages, so one page may be left; a table needs one.
  const code = untilFull((made) => database.executeScript(`create table filler_${made} (bytes blob) strict`));
  process.stdout.write(`full ${code}\n`);
});

/** Prints for each request how many questions to the database waited for each other. */
async function printRoundTrips() {
  const { countRoundTrips, RoundTrips } = await import("./databases/round-trips.ts");
  countRoundTrips(globalThis.kitabDatabase.read);
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, ...given) {
    if (event !== "request") return emit.call(this, event, ...given);
    const [request, answer] = given;
    const trips = new RoundTrips();
    answer.once("close", () => process.stdout.write(`round trips ${request.url} ${trips.count}\n`));
    return trips.within(() => emit.call(this, event, ...given));
  };
}

/** Writes until an error. @returns the error's code */
function untilFull(write) {
  for (let made = 0; ; made += 1) {
    try {
      write(made);
    } catch (error) {
      return error.code;
    }
  }
}
