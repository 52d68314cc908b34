// npm run export: all books as a file, for those who script. Plain JavaScript, because the container has no compiler.
import "./node/required.mjs";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { runCommand, say } from "./backup/command.mjs";
import { Refusal } from "./backup/files.mjs";
import { findShop, loadShop } from "./backup/place.mjs";

const FORMATS = ["csv", "xlsx", "onix"];

const USAGE = `Usage: npm run export -- --format csv|xlsx|onix [--out FILE] [--data DIR]

Writes all books of the catalogue, hidden ones too. The shop may be running or stopped.

  --format    csv and xlsx have the columns of an import; onix is ONIX 3.0
  --out FILE  where to write; default: standard output
  --data DIR  the shop's data folder; default: DATA_DIR, or data

Exits with 0 when all books were written; 1 when not; 2 for wrong arguments.
`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      format: { type: "string" },
      out: { type: "string" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (!values.help && !FORMATS.includes(values.format))
    throw new Error(`Please give --format, one of ${FORMATS.join(", ")}.`);
  return values;
}

async function work({ data, format, out }) {
  const target = out && path.resolve(out);
  const { dataDir } = findShop(data);
  // Logs must not mix with the file.
  const { runExportCommand } = await loadShop(dataDir, { LOG_LEVEL: "silent" });
  const outcome = await runExportCommand(format, (content) => write(content, target));
  if (!outcome.ok) throw new Refusal(outcome.message);
}

/** A file gets its name when it is complete. */
async function write(content, target) {
  const part = target && `${target}.part`;
  const stream = target ? createWriteStream(part) : process.stdout;
  const opened = finished(stream, { readable: false });
  // A reader that stops (`| head`) or a full disk ends the loop below.
  opened.catch(() => undefined);
  try {
    for await (const piece of content)
      if (!stream.write(piece))
        await Promise.race([new Promise((next) => stream.once("drain", next)), opened]);
    if (!target) return;
    stream.end();
    await opened;
    renameSync(part, target);
    say(`All books are in ${target}.`);
  } catch (error) {
    if (target) rmSync(part, { force: true });
    throw new Refusal(`The books could not be written: ${error.message}`, { cause: error });
  }
}

await runCommand({ usage: USAGE, readArguments, work, failed: "Nothing was written" });
