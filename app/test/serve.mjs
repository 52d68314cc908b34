// The built shop for the tests: announces its address, closes on SIGTERM; from SIGUSR2 on its disk counts as full.
import SQLite from "better-sqlite3";

// Tests end the shop, never the machine: it need not wait for the disk (app/db/database.test.ts has the real setting).
const { pragma } = SQLite.prototype;
SQLite.prototype.pragma = function (source, options) {
  return pragma.call(this, source === "synchronous = FULL" ? "synchronous = OFF" : source, options);
};

const { startShop } = await import("../../build/server/index.js");
const shop = await startShop();
process.stdout.write(`listening ${shop.address}\n`);
process.on("SIGTERM", () => void shop.close().then(() => process.exit(0)));
process.on("SIGUSR2", () => {
  const { kitabDatabase: database } = globalThis;
  // SQLite answers SQLITE_FULL for the next page that it needs, as on a full disk.
  database.executeScript("create table filler (bytes blob) strict; pragma max_page_count = 1;");
  untilFull(() => database.executeScript("insert into filler values (zeroblob(1000))"));
  // A row that needs two pages leaves the last one; a table takes one.
  const code = untilFull((made) => database.executeScript(`create table filler_${made} (bytes blob) strict`));
  process.stdout.write(`full ${code}\n`);
});

/** Writes again and again. @returns the code of the error that ends it */
function untilFull(write) {
  for (let made = 0; ; made += 1) {
    try {
      write(made);
    } catch (error) {
      return error.code;
    }
  }
}
