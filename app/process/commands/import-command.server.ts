import { createWriteStream } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { stringify } from "csv-stringify";
import { config } from "../config.server";
import type { ShopDatabase } from "~/db/database.server";
import { formatCount } from "~/domain/kit/counts";
import { keyOfHeading } from "~/domain/book-files/headings";
import type { ImportMode } from "~/domain/book-files/plan/plan";
import { ROW_ANSWERS, waysOf } from "~/domain/book-files/plan/questions";
import { type ImportRun, isRunning } from "~/domain/book-files/runs/import-run";
import { importById, importRows, mappingToBegin } from "~/domain/book-files/runs/import-runs.server";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import {
  type Actor,
  cancelImport,
  chooseLayout,
  deleteImport,
  planRun,
  requestImport,
} from "~/domain/book-files/runs/import-steps.server";
import { importCheckSchema, withSent } from "~/domain/book-files/runs/import-check.schema";
import { columnWords, oldStockWords, rowWords } from "~/domain/book-files/runs/question-words";
import { refusedRows } from "~/domain/book-files/runs/refused-rows.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import { layoutInWords, wantedLayoutSchema } from "~/domain/book-files/tables/layout";
import { ON_THE_SERVER } from "~/domain/people/staff/owner-rescue.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { whyNotReady } from "./staff-command.server";

export interface ImportCommand {
  file: string;
  mode: ImportMode;
  dryRun: boolean;
  /** Whether the running shop fetches pictures whose addresses the file has. */
  pictures: boolean;
  /** Where the table lies in the file; what is not given is found. */
  sheet?: string;
  headingRow?: number;
  /** For new books that the file says nothing about, beside what was given before for such a file. */
  defaults: [column: string, value: string][];
  /** Where the refused rows are written as CSV. */
  refused?: string;
  /** How columns are read, such as "Price: decimal=comma"; what becomes of rows that are asked about, such as "twins=same". */
  readings: string[];
  answers: string[];
}

export interface ImportOutput {
  say(line: string): void;
  complain(line: string): void;
  /** Aborted when the person stops the command. */
  stopping: AbortSignal;
}

const STAFF: Actor = { id: null, name: ON_THE_SERVER };
const ROWS_SHOWN = 20;
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
  const problem = await askForCheck(shop, id, given);
  if (problem !== null) {
    await deleteImport(shop.write, id);
    return refuse(problem);
  }
  const { layout, hints } = (await importById(shop.read, id))!;
  for (const line of [...(layout ? [layoutInWords(layout)] : []), ...hints]) say(line);
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
  ask(planned, say);
  await showHints(shop, id, say);
  const { refused } = (await importById(shop.read, id))!.counts;
  if (refused > 0) await showRefused(shop, id, given.refused, output);
  if (given.dryRun) await deleteImport(shop.write, id);
  if (refused === 0) return 0;
  return isImported ? 3 : 1;
}

/** @returns why the file cannot be checked; null: it is going to be */
async function askForCheck(
  { read, write }: ShopDatabase,
  id: number,
  command: ImportCommand,
): Promise<string | null> {
  const { mode, pictures, sheet, headingRow, defaults } = command;
  const given = defaults.map(([column, value]) => ({ key: keyOfHeading(column), column, value }));
  const unknown = given.find(({ key }) => key === null);
  if (unknown) return `The template has no column called ${unknown.column}.`;
  if (sheet !== undefined || headingRow !== undefined) {
    const wanted = wantedLayoutSchema.safeParse({ sheet, headingRow });
    if (!wanted.success) return wanted.error.issues[0]!.message;
    const chosen = await chooseLayout(write, id, wanted.data);
    if (!chosen.ok) return chosen.message;
  }
  const sent = sentOf(command);
  if (!sent.success) return `--read and --answer: ${sent.error.issues[0]!.message}`;
  const run = (await importById(read, id))!;
  const other = sent.data.readings?.find(({ heading }) => !run.columns.includes(heading));
  if (other) return `The file has no column called ${other.heading}.`;
  const mapping = withSent(await mappingToBegin(read, run), {
    ...sent.data,
    defaults: Object.fromEntries(given.map(({ key, value }) => [key, value])),
    fetchPictures: pictures,
  });
  const asked = await planRun(write, id, { mode, mapping });
  return asked.ok ? null : asked.message;
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

/** What the options say, as the API takes it. */
const sentSchema = importCheckSchema.pick({ readings: true, answers: true });

function sentOf({ readings, answers }: ImportCommand) {
  const pair = (text: string) => {
    const at = text.indexOf("=");
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
  };
  return sentSchema.safeParse({
    readings: readings.map((text) => {
      const at = text.lastIndexOf(":");
      const [kind, way] = pair(text.slice(at + 1));
      return { heading: text.slice(0, at).trim(), [kind]: way };
    }),
    answers: Object.fromEntries(answers.map(pair)),
  });
}

/** What the check asks, with the options that answer it. */
function ask({ found }: ImportRun, say: ImportOutput["say"]) {
  if (found.oldStock > 0) say(oldStockWords(found.oldStock));
  for (const question of found.rows) {
    const options = ROW_ANSWERS[question.kind].map((answer) => `--answer ${question.kind}=${answer}`);
    say(`${rowWords(question).ask} (${options.join(" or ")})`);
  }
  for (const question of found.columns) {
    const { heading, kind, way, examples } = question;
    const options = waysOf(question).map((one) => `--read "${heading}: ${kind}=${one}"`);
    const shown = examples.map(({ cell, as }) => (as[way] ? `${cell} → ${as[way]}` : cell)).join("; ");
    say(`${heading}: ${shown}. ${columnWords(question).ask} (${options.join(" or ")})`);
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

/** What the check left out or was not sure of, row by row. */
async function showHints({ read }: ShopDatabase, id: number, say: ImportOutput["say"]) {
  const { rows, count } = await importRows(read, id, { page: 1, hasHints: true });
  for (const { row, title, warnings } of rows.slice(0, ROWS_SHOWN))
    say(`Row ${row}${title && `, "${title}"`}: ${warnings.join("; ")}`);
  if (count > ROWS_SHOWN) say(`… and hints on ${formatCount(count - ROWS_SHOWN)} more rows.`);
}

async function showRefused(
  { read }: ShopDatabase,
  id: number,
  file: string | undefined,
  { say, complain }: ImportOutput,
) {
  const { rows, count } = await importRows(read, id, { page: 1, outcome: "refused" });
  for (const { row, title, problems } of rows.slice(0, ROWS_SHOWN)) {
    const reasons = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message));
    complain(`Row ${row}${title && `, "${title}"`}: ${reasons.join("; ")}`);
  }
  if (count > ROWS_SHOWN) complain(`… and ${formatCount(count - ROWS_SHOWN)} more.`);
  const refused = file === undefined ? null : await refusedRows(read, id);
  if (!refused) return;
  const { columns } = refused;
  const csv = stringify({ header: true, columns, bom: true, escape_formulas: true });
  await pipeline(Readable.from(refused.rows), csv, createWriteStream(file!));
  say(`The refused rows are in ${file}.`);
}
