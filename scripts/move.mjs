// npm run move: moves a whole shop from SQLite to PostgreSQL, or back. Plain JavaScript, because the container has no
// compiler.
import "./node/required.mjs";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand, say } from "./backup/command.mjs";
import { Refusal } from "./backup/files.mjs";
import { anySecret, loadShop, placeOf } from "./backup/place.mjs";

const USAGE = `Usage: npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE [--again] [--data DIR]
       npm run move -- --to sqlite [--again] [--data DIR]

Moves a stopped shop from kitab.db of its data folder to an empty database of PostgreSQL, or from the database of DATABASE_URL
to a new kitab.db. (Use --to postgres for the database of DATABASE_URL.) What it was moved from stays as it is, and the files
in the data folder serve both. All rows are compared afterwards. A move that was interrupted goes on when it is run again.

  --to WHERE   an address that begins with postgres://, postgres or sqlite
  --again      begin anew, if a move was interrupted and the shop has changed since
  --data DIR   the shop's data folder; default: DATA_DIR, or data

Exits with 0 when the shop was moved; 1 when not; 2 for wrong arguments.
`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      again: { type: "boolean", default: false },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (!values.help && !/^(?:postgres|sqlite|postgres(?:ql)?:\/\/.+)$/.test(values.to ?? ""))
    throw new Error("Please give --to, an address of PostgreSQL or sqlite.");
  return values;
}

async function work({ to, again, data }) {
  if (to.includes(":")) process.env.DATABASE_URL = to;
  if (!process.env.DATABASE_URL)
    throw new Refusal("DATABASE_URL is not set: it is the address of the database on PostgreSQL.");
  const { dataDir } = placeOf(data);
  if (to !== "sqlite" && !existsSync(path.join(dataDir, "kitab.db")))
    throw new Refusal(`There is no shop in ${dataDir}: it has no kitab.db.`);
  const { runMoveCommand } = await loadShop(data, anySecret());
  const outcome = await runMoveCommand({ to: to === "sqlite" ? "sqlite" : "postgres", again }, say);
  if (!outcome.ok) throw new Refusal(outcome.message);
  outcome.lines.forEach(say);
}

await runCommand({ usage: USAGE, readArguments, work, failed: "The shop was not moved" });
