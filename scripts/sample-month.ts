// npm run sample:month -- --data DIR: a new shop with the month of docs/a-month.md, to look at. It writes into no folder that
// is there already.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { makeMonth } from "../app/test/made-up-month";

const { data } = parseArgs({ options: { data: { type: "string" } } }).values;
if (!data || existsSync(data)) {
  process.stderr.write("Usage: npm run sample:month -- --data DIR\n\nDIR must not be there yet.\n");
  process.exit(2);
}
mkdirSync(data, { recursive: true });
const db = openDatabase(path.join(data, "kitab.db"));
await updateDatabase(db, path.resolve("migrations"));
await makeMonth(db.write);
await db.close();
process.stdout.write(
  `The month is in ${data}. Look at it with SAMPLE_CATALOGUE=off DATA_DIR=${data} npm start\n`,
);
