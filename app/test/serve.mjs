// The built shop for the tests: announces its address, closes on SIGTERM.
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
