// Runs the built shop for tests: prints its address, closes on SIGTERM, and simulates a full disk after SIGUSR2.
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import argon2 from "@node-rs/argon2";
import SQLite from "better-sqlite3";

// Tests kill the shop, but not the machine, so it does not wait for the disk. app/db/database.test.ts tests the real
// setting.
const { pragma } = SQLite.prototype;
SQLite.prototype.pragma = function (source, options) {
  return pragma.call(this, source === "synchronous = FULL" ? "synchronous = OFF" : source, options);
};

// Hundreds of logins and two sample accounts per shop: passwords take little work here. The one hash with the real work is
// that of nobody, which the shop checks for unknown accounts. app/platform/passwords.server.test.ts tests the real work.
const { hash, verify } = argon2;
const LITTLE = { memoryCost: 8, timeCost: 1 };
const ofNobody = await hash(crypto.randomUUID(), LITTLE);
argon2.hash = (password, options) => hash(password, { ...options, ...LITTLE });
argon2.verify = (stored, password) => verify(stored.includes("m=8,") ? stored : ofNobody, password);

// The shop answers 408 on a connection that has sent nothing for 20 s. The tests' fetch opens such connections, and may
// use one at that moment.
const { createServer } = http;
http.createServer = (...args) =>
  Object.defineProperty(createServer(...args), "headersTimeout", { get: () => 0, set() {} });
syncBuiltinESMExports();

const { startShop } = await import("../../build/server/index.js");
const shop = await startShop();
process.stdout.write(`listening ${shop.address}\n`);
// A shop of the tests ends when their process does, which closes its input.
if (process.argv.includes("--until-input-ends")) process.stdin.on("end", () => process.exit()).resume();
process.on("SIGTERM", () => void shop.close().then(() => process.exit(0)));
process.on("SIGUSR2", () => {
  const { kitabDatabase: database } = globalThis;
  // SQLite then answers SQLITE_FULL when it needs another page, as on a full disk.
  database.executeScript("create table filler (bytes blob) strict; pragma max_page_count = 1;");
  untilFull(() => database.executeScript("insert into filler values (zeroblob(1000))"));
  // A row needs two pages, so one page may be left; a table needs one.
  const code = untilFull((made) => database.executeScript(`create table filler_${made} (bytes blob) strict`));
  process.stdout.write(`full ${code}\n`);
});

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
