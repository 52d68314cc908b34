import { createHash, type Hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CopiedTable, CopiedDatabase, CopyTarget, Part } from "./databases";

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
  /** Of the lines of these rows: by it the source is recognised when the copy is gone on with. */
  digest: string;
  isDone: boolean;
}

/** Characters that are written in one transaction. */
const WRITTEN_AT_ONCE = 8_000_000;

const tableKey = ({ name }: CopiedTable) => `table ${name}`;
const BEGUN = "begun";

/** Whether the target has a copy that can be gone on with. */
export const isBegun = async (target: CopyTarget): Promise<boolean> =>
  (await target.note(BEGUN)) !== undefined;

/**
 * Copies all rows of a shop, which are read once, and checks that both sides have the same. A copy that ended early is gone
 * on with if what it has is still the same in the source.
 * @param source nobody may change it meanwhile, or it is as it was at one moment
 * @throws {CopyChanged} if what was copied is not the same
 * @throws {CopyRefused} if the copy is not equal; it stays marked as unfinished
 */
export async function copyShop(
  source: CopiedDatabase,
  target: CopyTarget,
  progress: CopyProgress,
): Promise<CopiedShop> {
  const tables = await source.tables();
  if (JSON.stringify(tables) !== JSON.stringify(await target.tables()))
    throw new CopyRefused("The database has other tables than this program makes: it is of another version.");
  const isContinued = await isBegun(target);
  const nothing: TableNote = { rows: 0, digest: createHash("sha256").digest("hex"), isDone: false };
  if (!isContinued)
    await target.begin([
      ...tables.map((table): [string, string] => [tableKey(table), JSON.stringify(nothing)]),
      [BEGUN, "1"],
    ]);
  const digests = new Map<string, string>();
  for (const table of tables) digests.set(table.name, await copyTable(source, target, table, progress));
  await target.setLastIds(await source.lastIds());
  await target.recreate((left) => progress("indexed", `${left} indexes and references left`, 0));
  const figures = await check(source, target, { tables, digests, progress });
  await target.finish();
  return { figures, isContinued };
}

/** Copies the rows of a table that the target does not have. @returns the digest of all */
async function copyTable(
  source: CopiedDatabase,
  target: CopyTarget,
  table: CopiedTable,
  progress: CopyProgress,
): Promise<string> {
  const before = JSON.parse((await target.note(tableKey(table)))!) as TableNote;
  const hash = createHash("sha256");
  let copied = before.rows;
  // The next rows are read while these are written.
  let writing = Promise.resolve();
  let parts: Part[] = [];
  let length = 0;
  const write = async (isDone: boolean) => {
    await writing;
    const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
    copied += rows;
    const note: TableNote = { rows: copied, digest: digestSoFar(hash), isDone };
    writing = target.write(table, parts, [tableKey(table), JSON.stringify(note)]).then(() => {
      progress("copied", table.name, rows);
    });
    // Whoever awaits it hears of an error.
    writing.catch(() => {});
    [parts, length] = [[], 0];
  };
  for await (const part of unwritten(source, table, before, { hash, progress })) {
    hash.update(part.lines);
    parts.push(part);
    length += part.lines.length;
    if (length >= WRITTEN_AT_ONCE) await write(false);
    // What is written meanwhile gets its turn.
    else await setImmediate();
  }
  if (!before.isDone) await write(true);
  await writing;
  return digestSoFar(hash);
}

const digestSoFar = (hash: Hash) => hash.copy().digest("hex");

/**
 * The rows of a table behind those that the target has. @param given.hash gets what comes before them
 * @throws {CopyChanged} if that is not the same any more
 */
async function* unwritten(
  source: CopiedDatabase,
  table: CopiedTable,
  { rows: had, digest, isDone }: TableNote,
  { hash, progress }: { hash: Hash; progress: CopyProgress },
): AsyncGenerator<Part> {
  let read = 0;
  const changed = () => new CopyChanged("The shop has changed since the copy was begun.");
  const compare = () => {
    if (digestSoFar(hash) !== digest) throw changed();
  };
  for await (const part of source.rows(table)) {
    const left = had - read;
    read += part.rows.length;
    if (left <= 0) {
      if (isDone) throw changed();
      yield part;
      continue;
    }
    progress("read", table.name, Math.min(left, part.rows.length));
    const ends = lineEnds(part, left);
    hash.update(part.lines.slice(0, ends));
    if (part.rows.length < left) continue;
    compare();
    const rest = { rows: part.rows.slice(left), lines: part.lines.slice(ends) };
    if (rest.rows.length > 0) {
      if (isDone) throw changed();
      yield rest;
    }
  }
  if (read < had) throw changed();
}

/** Where the first lines of a part end. */
function lineEnds({ rows, lines }: Part, count: number): number {
  if (count >= rows.length) return lines.length;
  let at = 0;
  for (let line = 0; line < count; line += 1) at = lines.indexOf("\n", at) + 1;
  return at;
}

async function check(
  source: CopiedDatabase,
  target: CopyTarget,
  given: { tables: CopiedTable[]; digests: Map<string, string>; progress: CopyProgress },
) {
  const { tables, digests, progress } = given;
  const figures = new Map<string, Record<string, string>>();
  const problems = await target.missingReferences();
  for (const table of tables) {
    const { name } = table;
    const onRows = (rows: number) => progress("checked", name, rows);
    const [theirs, ours] = [await source.figures(table), await target.figures(table)];
    for (const [of, figure] of Object.entries(theirs))
      if (ours[of] !== figure) problems.push(`${name}: ${of} is ${ours[of]} instead of ${figure}`);
    if ((await target.digest(table, onRows)) !== digests.get(name))
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
