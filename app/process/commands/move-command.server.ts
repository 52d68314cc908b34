import path from "node:path";
import { config, ROOT } from "../config.server";
import { CopyChanged, type CopyProgress, CopyRefused } from "~/db/copying/copy-shop.server";
import {
  copyToFile,
  migrateShop,
  type Moved,
  moveShop,
  requireQuiet,
  stateOf,
} from "~/db/copying/move-shop.server";
import { ALL_ROWS } from "~/db/copying/databases";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";

export interface MoveCommand {
  to: "postgres" | "sqlite";
  /** Begin anew if a move was not finished and the shop has changed since. */
  again: boolean;
}

export type CopyOutcome = { ok: true; lines: string[] } | { ok: false; message: string };

type Say = (line: string) => void;

const MIGRATIONS = path.join(ROOT, "migrations");

/** For `npm run move`, between the database of DATABASE_URL and the file in the data folder. */
export async function moveCommand({ to, again }: MoveCommand, say: Say): Promise<CopyOutcome> {
  const url = config.DATABASE_URL!;
  const file = config.databaseFile;
  const places = to === "postgres" ? { from: file, to: url } : { from: url, to: file };
  return explained(async () => {
    const moved = await moveShop({ ...places, again, migrations: MIGRATIONS, progress: progressOf(say) });
    return [...report(moved), "", ...WHAT_NEXT[to]];
  });
}

const WHAT_NEXT = {
  postgres: [
    "The shop is on PostgreSQL. Start it on the same data folder with DATABASE_URL, and with the SESSION_SECRET that it had",
    "(without one so far: what is in the data folder's session-secret). kitab.db stays as it was.",
  ],
  sqlite: [
    "The shop is in kitab.db. Start it without DATABASE_URL, and with the same SESSION_SECRET. The database on PostgreSQL",
    "stays as it was.",
  ],
};

/** For `npm run backup` of a shop on PostgreSQL, which may be running. @param file a new file */
export const backupCommand = (file: string, say: Say): Promise<CopyOutcome> =>
  explained(async () => {
    await copyToFile(config.DATABASE_URL!, file, { migrations: MIGRATIONS, progress: progressOf(say) });
    return [];
  });

/** Whether a shop can be restored to the database of DATABASE_URL without replacing one. @returns null: it cannot */
export async function restoreTarget(): Promise<"empty" | "shop" | null> {
  const state = await stateOf(config.DATABASE_URL!);
  if (state === "other") return null;
  return state === "shop" ? "shop" : "empty";
}

/** Copies the shop that a restore will replace, which must be stopped. @param file a new file */
export const keepAsideCommand = (file: string, say: Say): Promise<CopyOutcome> =>
  explained(async () => {
    await migrateShop(config.DATABASE_URL!, MIGRATIONS);
    await copyToFile(config.DATABASE_URL!, file, { migrations: MIGRATIONS, progress: progressOf(say) });
    return [];
  });

/** For `npm run clear-sample`: refuses while a shop runs on the database of DATABASE_URL. */
export const requireStopped = (): Promise<CopyOutcome> =>
  explained(async () => {
    await requireQuiet(config.DATABASE_URL!);
    return [];
  });

/** For `npm run restore`: replaces what is in the database of DATABASE_URL. @param file a backup's, which is migrated */
export const restoreCommand = (file: string, say: Say): Promise<CopyOutcome> =>
  explained(async () => {
    const move = { from: file, to: config.DATABASE_URL!, migrations: MIGRATIONS, replace: true };
    await moveShop({ ...move, again: true, progress: progressOf(say) });
    return [];
  });

async function explained(work: () => Promise<string[]>): Promise<CopyOutcome> {
  try {
    return { ok: true, lines: await work() };
  } catch (error) {
    if (error instanceof CopyChanged)
      return { ok: false, message: `${error.message} Use --again to begin anew.` };
    if (error instanceof CopyRefused) return { ok: false, message: error.message };
    throw error;
  }
}

/** Rows that a person asks for first, and the sum in paise beside them. */
const SHOWN: [table: string, sum?: string][] = [
  ["orders", "total"],
  ["payments", "amount"],
  ["refunds", "amount"],
  ["accounts"],
  ["books"],
  ["reviews"],
];
const REPLACED_SHOWN = 20;

function report({ figures, replaced, isContinued }: Moved): string[] {
  const rowsOf = (table: string) => Number(figures.get(table)![ALL_ROWS]);
  const all = [...figures.keys()].reduce((sum, table) => sum + rowsOf(table), 0);
  const lines = SHOWN.map(([table, sum]) => {
    const money = sum ? `, ${formatRupees(Number(figures.get(table)![sum]))}` : "";
    return `  ${table.padEnd(10)} ${formatCount(rowsOf(table)).padStart(12)} rows${money}`;
  });
  return [
    "",
    `Moved and checked${isContinued ? ", going on where the last move stopped" : ""}:`,
    ...lines,
    `  ${"all tables".padEnd(10)} ${formatCount(all).padStart(12)} rows in ${figures.size} tables`,
    ...inWords(replaced),
  ];
}

function inWords(replaced: Moved["replaced"]): string[] {
  if (replaced.length === 0) return [];
  const shown = replaced.slice(0, REPLACED_SHOWN);
  const left = replaced.length - shown.length;
  return [
    "",
    "PostgreSQL cannot hold some characters of these texts; U+FFFD stands for each in the copy:",
    ...shown.map(({ table, column, row }) => `  ${table}.${column}, row ${row}`),
    ...(left > 0 ? [`  … and ${formatCount(left)} more`] : []),
  ];
}

const EVERY_MS = 5_000;

/** Tells every five seconds what is being done, and how fast. */
function progressOf(say: Say): CopyProgress {
  let current = "";
  let rows = 0;
  let started = 0;
  let told = performance.now();
  return (what, name, more) => {
    const now = performance.now();
    if (current !== what + name) {
      current = what + name;
      rows = 0;
      started = now;
    }
    rows += more;
    if (now - told < EVERY_MS) return;
    told = now;
    const speed = Math.round((rows / Math.max(now - started, 1)) * 1000);
    say(
      rows > 0
        ? `${what} ${name}: ${formatCount(rows)} rows, ${formatCount(speed)} a second`
        : `${what} ${name}`,
    );
  };
}
