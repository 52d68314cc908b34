import { createHash } from "node:crypto";
import type { CopiedTable, CopySide, CopyTarget, Value } from "./sides";
import { summarise, Summary, type TableSummary } from "./summary.server";

/** Why a copy cannot be made, or gone on with, as a sentence. */
export class CopyRefused extends Error {}

/** It cannot be gone on with, but begun anew. */
export class CopyChanged extends CopyRefused {}

/** Told what happens, for the person who waits: a table is read, copied or checked, and `rows` more of it are done. */
export type CopyProgress = (what: string, name: string, rows: number) => void;

export interface CopiedShop {
  /** Rows, and the sum of each column of numbers, by table. */
  figures: Map<string, Record<string, string>>;
  /** Whether an earlier copy was gone on with. */
  isContinued: boolean;
}

/** How far a table is copied. */
interface TableNote {
  rows: number;
  /** The key of the last row. */
  after: Value[] | null;
  isDone: boolean;
}

const NOTHING: TableNote = { rows: 0, after: null, isDone: false };
const tableKey = ({ name }: CopiedTable) => `table ${name}`;
/** By what the source of an unfinished copy is recognised. */
const SOURCE = "source";

/** Whether the target has a copy that can be gone on with. */
export const isBegun = async (target: CopyTarget): Promise<boolean> =>
  (await target.note(SOURCE)) !== undefined;

/**
 * Copies all rows of a shop, and checks that both sides have the same. A copy that ended early is gone on with if the source
 * is still the same.
 * @param source nobody may change it meanwhile
 * @throws {CopyChanged} if the source is not the same
 * @throws {CopyRefused} if the copy is not equal; it stays marked as unfinished
 */
export async function copyShop(
  source: CopySide,
  target: CopyTarget,
  progress: CopyProgress,
): Promise<CopiedShop> {
  const tables = await sameTables(source, target);
  const summaries = new Map<string, TableSummary>();
  for (const table of tables) {
    const onRows = (rows: number) => progress("read", table.name, rows);
    summaries.set(table.name, await summarise(source, table, onRows));
  }
  const isContinued = await isBegun(target);
  await begin(target, tables, summaries);
  for (const table of tables) await copyTable(source, target, table, progress);
  await finish(source, target, progress);
  const figures = await check(source, target, { tables, summaries, progress });
  await target.finish();
  return { figures, isContinued };
}

/**
 * Copies all rows of a shop, which may be written to: they are read once. @param source as it was at one moment
 * @throws {CopyRefused} if the copy is not equal
 */
export async function copyOnce(source: CopySide, target: CopyTarget, progress: CopyProgress): Promise<void> {
  const tables = await sameTables(source, target);
  const summaries = new Map<string, TableSummary>();
  await begin(target, tables, summaries);
  for (const table of tables) {
    const summary = new Summary();
    await copyTable(source, target, table, progress, summary);
    summaries.set(table.name, summary.end());
  }
  await finish(source, target, progress);
  await check(source, target, { tables, summaries, progress });
  await target.finish();
}

async function sameTables(source: CopySide, target: CopySide): Promise<CopiedTable[]> {
  const tables = await source.tables();
  if (JSON.stringify(tables) !== JSON.stringify(await target.tables()))
    throw new CopyRefused("The database has other tables than this program makes: it is of another version.");
  return tables;
}

async function begin(target: CopyTarget, tables: CopiedTable[], summaries: Map<string, TableSummary>) {
  const mark = createHash("sha256")
    .update(JSON.stringify([tables, [...summaries]]))
    .digest("hex");
  const known = await target.note(SOURCE);
  if (known === mark) return;
  if (known !== undefined) throw new CopyChanged("The shop has changed since the copy was begun.");
  await target.begin([
    ...tables.map((table): [string, string] => [tableKey(table), JSON.stringify(NOTHING)]),
    [SOURCE, mark],
  ]);
}

async function copyTable(
  source: CopySide,
  target: CopyTarget,
  table: CopiedTable,
  progress: CopyProgress,
  summary?: Summary,
) {
  const { rows: before, after, isDone } = JSON.parse((await target.note(tableKey(table)))!) as TableNote;
  if (isDone) return;
  const keyed = table.key.map((name) => table.columns.findIndex((column) => column.name === name));
  let copied = before;
  const unwritten: Value[][] = [];
  const write = async (rows: Value[][], isDone: boolean) => {
    copied += rows.length;
    const last = rows.at(-1);
    const key = last ? keyed.map((at) => last[at]!) : after;
    const note: TableNote = { rows: copied, after: key, isDone };
    await target.write(table, rows, [tableKey(table), JSON.stringify(note)]);
    progress("copied", table.name, rows.length);
  };
  for await (const rows of source.rows(table, after ?? undefined)) {
    summary?.add(rows);
    // Without a key it could not be gone on with: all rows go into one transaction.
    if (table.key.length > 0) await write(rows, false);
    else unwritten.push(...rows);
  }
  await write(unwritten, true);
}

/** What comes after the rows: ids, indexes, references, triggers. */
async function finish(source: CopySide, target: CopyTarget, progress: CopyProgress) {
  const onStep = (left: number) => progress("indexed", `${left} indexes and references left`, 0);
  await target.setLastIds(await source.lastIds());
  await target.bringBack("tables", onStep);
  await target.bringBack("all", onStep);
}

async function check(
  source: CopySide,
  target: CopyTarget,
  given: { tables: CopiedTable[]; summaries: Map<string, TableSummary>; progress: CopyProgress },
) {
  const { tables, summaries, progress } = given;
  const figures = new Map<string, Record<string, string>>();
  const problems = await target.strays();
  for (const table of tables) {
    const { name } = table;
    const onRows = (rows: number) => progress("checked", name, rows);
    const [theirs, ours] = [await source.figures(table), await target.figures(table)];
    const summary = await summarise(target, table, onRows);
    const expected = summaries.get(name)!;
    for (const [of, figure] of Object.entries(theirs))
      if (ours[of] !== figure) problems.push(`${name}: ${of} is ${ours[of]} instead of ${figure}`);
    if (summary.rows !== expected.rows || summary.digest !== expected.digest)
      problems.push(`${name}: the rows are not the same`);
    figures.set(name, ours);
  }
  if (problems.length > 0)
    throw new CopyRefused(
      `The copy is not equal:\n${problems
        .slice(0, 20)
        .map((one) => `  - ${one}`)
        .join("\n")}`,
    );
  return figures;
}
