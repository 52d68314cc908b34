// npm run import: imports books from a file on the server. Plain JavaScript, because the container has no compiler.
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { complain, runCommand, say } from "./backup/command.mjs";
import { Refusal } from "./backup/files.mjs";
import { findShop, loadShop } from "./backup/place.mjs";

const MODES = ["add-and-change", "add-only", "stock-and-price"];

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--mode MODE] [--pictures] [--refused FILE] [--data DIR]

Imports books from a CSV or Excel file, another shop's export or an ONIX message, or pictures from a ZIP, as /admin/imports does.
The shop may be running or stopped. A mapping that was given in the back office for a file with the same heading is used again.

  --dry-run       only show what the import would do
  --mode MODE     ${MODES.join(", ")}; default: ${MODES[0]}. Of pictures, ${MODES[1]} keeps covers
                  that are there already
  --pictures      the shop, when it runs, fetches the pictures whose addresses are in the file
  --refused FILE  write the refused rows there as CSV, with the reasons, to be mended and imported again
  --data DIR      the shop's data folder; default: DATA_DIR, or data

Exits with 0 on success; 1 when the file cannot be read or, in a dry run, rows are refused; 2 for wrong arguments; 3 when
books were imported and rows refused.
`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean" },
      mode: { type: "string", default: MODES[0] },
      pictures: { type: "boolean", default: false },
      refused: { type: "string" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return values;
  if (positionals.length !== 1) throw new Error("Please give one file.");
  if (!MODES.includes(values.mode)) throw new Error(`--mode must be one of ${MODES.join(", ")}.`);
  return { ...values, file: positionals[0] };
}

async function work({ data, file, mode, pictures, refused, "dry-run": dryRun = false }) {
  const { dataDir } = findShop(data);
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  const given = {
    file: path.resolve(file),
    mode: mode.replaceAll("-", "_"),
    dryRun,
    pictures,
    ...(refused !== undefined && { refused: path.resolve(refused) }),
  };
  process.env.LOG_LEVEL ||= "error";
  const { runImportCommand } = await loadShop(dataDir);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  return runImportCommand(given, { say, complain, stopping: stopping.signal });
}

await runCommand({ usage: USAGE, readArguments, work, failed: "The import failed" });
