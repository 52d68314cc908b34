// npm run import: imports books from a file on the server. Plain JavaScript, because the container has no compiler.
import "./node/required.mjs";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { complain, runCommand, say } from "./backup/command.mjs";
import { Refusal } from "./backup/files.mjs";
import { findShop, loadShop } from "./backup/place.mjs";

const MODES = ["add-and-change", "add-only", "stock-and-price"];

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--mode MODE] [--sheet NAME] [--heading-row ROW]
                              [--default COLUMN=VALUE] [--read …] [--answer …] [--pictures] [--refused FILE] [--data DIR]

Imports books from a CSV or Excel file, another shop's export or an ONIX message, or pictures from a ZIP, as /admin/imports does.
The shop may be running or stopped. A mapping that was given in the back office for a file with the same heading is used again.

  --dry-run       only show what the import would do
  --mode MODE     ${MODES.join(", ")}; default: ${MODES[0]}. Of pictures, ${MODES[1]} keeps covers
                  that are there already
  --sheet NAME    the sheet of a workbook; default: the first with known headings
  --heading-row ROW
                  the row that names the columns, as spreadsheets count; 0: there is none, and the columns are called
                  Column A, Column B; default: it is looked for
  --default COLUMN=VALUE
                  for new books that the file says nothing about, such as "Tags=Imported" or "Language=Hindi"; may be
                  given several times; saved for the next such file
  --pictures      the shop, when it runs, fetches the pictures whose addresses are in the file
  --read "HEADING: KIND=WAY"
                  how a column is read whose cells can be read in several ways, e.g. --read "Price: decimal=comma".
                  Saved for the next file with the same heading
  --answer KIND=ANSWER
                  what becomes of rows that are asked about, e.g. --answer twins=same. Unanswered, they are refused
  --refused FILE  write the refused rows there as CSV, with the reasons, to be mended and imported again
  --data DIR      the shop's data folder; default: DATA_DIR, or data

Exits with 0 on success; 1 when the file cannot be read or, in a dry run, rows are refused; 2 for wrong arguments; 3 when
books were imported and rows refused. What the check asks is printed with the options that answer it.
`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean" },
      mode: { type: "string", default: MODES[0] },
      sheet: { type: "string" },
      "heading-row": { type: "string" },
      default: { type: "string", multiple: true, default: [] },
      pictures: { type: "boolean", default: false },
      read: { type: "string", multiple: true, default: [] },
      answer: { type: "string", multiple: true, default: [] },
      refused: { type: "string" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return values;
  if (positionals.length !== 1) throw new Error("Please give one file.");
  if (!MODES.includes(values.mode)) throw new Error(`--mode must be one of ${MODES.join(", ")}.`);
  const row = values["heading-row"];
  if (row !== undefined && !/^\d{1,4}$/.test(row)) throw new Error("--heading-row must be a number.");
  const defaults = values.default.map((text) => {
    const [, column = "", value = ""] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/s.exec(text) ?? [];
    if (!column) throw new Error('--default must be like "Tags=Imported".');
    return [column, value];
  });
  return { ...values, defaults, file: positionals[0] };
}

async function work(options) {
  const { data, file, mode, sheet, pictures, refused, "dry-run": dryRun = false } = options;
  const headingRow = options["heading-row"];
  const { dataDir } = findShop(data);
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  const given = {
    file: path.resolve(file),
    mode: mode.replaceAll("-", "_"),
    dryRun,
    pictures,
    defaults: options.defaults,
    readings: options.read,
    answers: options.answer,
    ...(sheet !== undefined && { sheet }),
    ...(headingRow !== undefined && { headingRow: Number(headingRow) }),
    ...(refused !== undefined && { refused: path.resolve(refused) }),
  };
  process.env.LOG_LEVEL ||= "error";
  const { runImportCommand } = await loadShop(dataDir);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  return runImportCommand(given, { say, complain, stopping: stopping.signal });
}

await runCommand({ usage: USAGE, readArguments, work, failed: "The import failed" });
