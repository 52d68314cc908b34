import { createWriteStream } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { stringify } from "csv-stringify";
import { config } from "./config.server";
import type { ShopDatabase } from "./db/database.server";
import { formatCount } from "./domain/counts";
import { NO_MAPPING } from "./domain/imports/mapping";
import type { ImportMode } from "./domain/imports/plan/plan";
import { type ImportRun, isRunning } from "./domain/imports/runs/import-run";
import { importById, importRows, mappingFor } from "./domain/imports/runs/import-runs.server";
import {
  type Actor,
  cancelImport,
  createImport,
  deleteImport,
  planRun,
  requestImport,
} from "./domain/imports/runs/import-steps.server";
import { refusedRows } from "./domain/imports/runs/refused-rows.server";
import { runImports } from "./domain/imports/runs/run-imports.server";
import { ON_THE_SERVER } from "./domain/staff/owner-rescue.server";
import { randomToken } from "./platform/tokens.server";
import { whyNotReady } from "./staff-command.server";

export interface ImportCommand {
  file: string;
  mode: ImportMode;
  dryRun: boolean;
  /** Whether the running shop fetches pictures whose addresses the file has. */
  pictures: boolean;
  /** Where the refused rows are written as CSV. */
  refused?: string;
}

export interface ImportOutput {
  say(line: string): void;
  complain(line: string): void;
  /** Aborted when the person stops the command. */
  stopping: AbortSignal;
}

const STAFF: Actor = { id: null, name: ON_THE_SERVER };
const REFUSED_SHOWN = 20;
const WAIT_MS = 200;

/**
 * For `npm run import`, beside a running shop or without one: the same steps as in the back office, done by this process
 * or, if it came first, by the shop.
 * @returns the exit code
 */
export async function importCommand(shop: ShopDatabase, given: ImportCommand, output: ImportOutput) {
  const { complain, say } = output;
  const refuse = (message: string) => (complain(message), 1);
  const notReady = await whyNotReady(shop);
  if (notReady) return refuse(notReady);
  await mkdir(config.importsDir, { recursive: true });
  const copy = path.join(config.importsDir, `${process.pid}.upload`);
  await copyFile(given.file, copy);
  const fileName = path.basename(given.file);
  const created = await createImport(shop.write, { path: copy, fileName, staff: STAFF });
  if (!created.ok) return refuse(created.message);
  const { id } = created;
  const { columns } = (await importById(shop.read, id))!;
  const kept = (await mappingFor(shop.read, columns)) ?? NO_MAPPING;
  const mapping = { ...kept, fetchPictures: given.pictures };
  const asked = await planRun(shop.write, id, { mode: given.mode, mapping });
  if (!asked.ok) return refuse(asked.message);
  const planned = await finished(shop, id, output);
  if (planned.status !== "planned") return refuse(planned.problem ?? "The import was cancelled.");

  let isImported = false;
  if (!given.dryRun && planned.can.import) {
    await requestImport(shop.write, id, STAFF);
    const done = await finished(shop, id, output);
    report(done, say, "imported");
    if (done.status !== "imported") return refuse(done.problem ?? "The import was cancelled.");
    isImported = true;
  } else report(planned, say, given.dryRun ? "dry run" : "nothing to import");
  const { refused } = (await importById(shop.read, id))!.counts;
  if (refused > 0) await showRefused(shop, id, given.refused, output);
  if (given.dryRun) await deleteImport(shop.write, id);
  if (refused === 0) return 0;
  return isImported ? 3 : 1;
}

/** Works at it until the step is done, or waits for the process that does. */
async function finished(shop: ShopDatabase, id: number, { stopping }: ImportOutput): Promise<ImportRun> {
  const holder = `command ${randomToken(9)}`;
  for (;;) {
    const found = (await importById(shop.read, id))!;
    if (!isRunning(found.status)) return found;
    if (stopping.aborted) await cancelImport(shop.write, id, STAFF);
    else if ((await runImports(shop, { dir: config.importsDir, holder, stopping, only: id })) === 0)
      await setTimeout(WAIT_MS);
  }
}

function report({ kind, counts, written, namesCreated }: ImportRun, say: ImportOutput["say"], what: string) {
  const { rows, added, changed, unchanged, refused } = counts;
  say(
    `${formatCount(rows)} ${kind === "pictures" ? "files" : "rows"}: ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged, ${formatCount(refused)} refused (${what}).`,
  );
  if (written > 0 && kind === "pictures") say(`${formatCount(written)} pictures added.`);
  else if (written > 0)
    say(`${formatCount(written)} books written, ${formatCount(namesCreated)} names created.`);
}

async function showRefused(
  { read }: ShopDatabase,
  id: number,
  file: string | undefined,
  { say, complain }: ImportOutput,
) {
  const { rows, count } = await importRows(read, id, { page: 1, outcome: "refused" });
  for (const { row, title, problems } of rows.slice(0, REFUSED_SHOWN)) {
    const reasons = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message));
    complain(`Row ${row}${title && `, "${title}"`}: ${reasons.join("; ")}`);
  }
  if (count > REFUSED_SHOWN) complain(`… and ${formatCount(count - REFUSED_SHOWN)} more.`);
  const refused = file === undefined ? null : await refusedRows(read, id);
  if (!refused) return;
  const { columns } = refused;
  const csv = stringify({ header: true, columns, bom: true, escape_formulas: true });
  await pipeline(Readable.from(refused.rows), csv, createWriteStream(file!));
  say(`The refused rows are in ${file}.`);
}
