import { closeSync, existsSync, openSync } from "node:fs";
import { TooOld } from "~/db/migrating/before-1.0.server";
import { openDatabase } from "../database.server";
import { isUpToDate, updateDatabase } from "~/db/migrating/migrate.server";
import {
  DatabaseInUse,
  markDatabase,
  openDatabaseForCopy,
  openDatabaseToCopy,
  requireNobody,
  stateOfDatabase,
} from "../postgres/copying.server";
import {
  FileInUse,
  markFile,
  openFileForCopy,
  openFileToCopy,
  requireUnused,
  stateOfFile,
} from "../sqlite/copying.server";
import {
  type CopiedShop,
  CopyChanged,
  type CopyProgress,
  CopyRefused,
  copyShop,
  isBegun,
} from "./copy-shop.server";
import type { CopiedDatabase, CopyTarget } from "./databases";
import { holdable, type Replaced } from "./holdable.server";

export interface Move {
  /** The shop's file, or the address of its database; nobody may use it. */
  from: string;
  /** The same of where it goes: empty, or a move that was not finished. */
  to: string;
  /** The folder migrations/. */
  migrations: string;
  /** If a move was not finished and the shop is another now: begin anew instead of refusing. */
  again: boolean;
  /** Whether a whole shop may be there, whose rows are removed. */
  replace?: boolean;
  progress: CopyProgress;
}

export interface Moved extends CopiedShop {
  /** Values for which others stand in the copy, since PostgreSQL could not hold them. */
  replaced: Replaced[];
}

/**
 * Moves a whole shop from one database to another; the first stays as it is, apart from migrations. Both get the newest schema.
 * @throws {CopyRefused} with the reason as a sentence
 */
export async function moveShop(move: Move): Promise<Moved> {
  const { from, to, migrations, replace = false, progress } = move;
  await requireShop(from);
  const state = await stateOf(to);
  if (state === "other") throw new CopyRefused(`The database has tables of something else: ${shown(to)}`);
  if (state === "shop" && !replace)
    throw new CopyRefused(`There is a shop already in ${shown(to)}. Nothing was changed.`);
  await requireQuiet(from);
  await requireQuiet(to);
  await migrateTo(from, migrations);

  const source = await openToCopy(from);
  try {
    const missingReferences = (await source.missingReferences?.()) ?? [];
    if (missingReferences.length > 0)
      throw new CopyRefused(
        `The shop refers to rows that do not exist: ${missingReferences.slice(0, 5).join("; ")}.`,
      );
    const replaced = new Map<string, Replaced>();
    const readable = isAddress(to)
      ? holdable(source, (one) => replaced.set(JSON.stringify(one), one))
      : source;
    await prepareTarget(move, state);
    const target = await openForCopy(to);
    const copied = await copyShop(readable, target, progress).finally(() => target.close());
    progress("indexed", "the words of books and names", 0);
    await migrateTo(to, migrations);
    return { ...copied, replaced: [...replaced.values()] };
  } finally {
    await source.close();
  }
}

/**
 * Copies a shop on PostgreSQL, which may be running, into a new file of SQLite: the shop as it is at one moment.
 * @param url as in DATABASE_URL @throws {CopyRefused}
 */
export async function copyToFile(
  url: string,
  file: string,
  { migrations, progress }: Pick<Move, "migrations" | "progress">,
): Promise<void> {
  await requireShop(url);
  if (!(await isCurrent(url, migrations))) throw new CopyRefused(OTHER_VERSION);
  await mark(file);
  await migrateTo(file, migrations);
  const source = await openDatabaseToCopy(url, { alone: false });
  try {
    const target = openFileForCopy(file);
    try {
      await copyShop(source, target, progress);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const OTHER_VERSION =
  "The shop's database is of another version than this program: start the shop once with this version, then try again.";

/** Brings a shop to the newest schema, while nobody uses it. @param at its file or address @throws {CopyRefused} */
export async function migrateShop(at: string, migrations: string): Promise<void> {
  await requireShop(at);
  await requireQuiet(at);
  await migrateTo(at, migrations);
}

const isAddress = (at: string) => /^postgres(?:ql)?:/.test(at);

/** For messages: an address without its password. */
function shown(at: string): string {
  if (!isAddress(at)) return at;
  const { hostname, pathname } = new URL(at);
  return `the database ${pathname.slice(1)} on ${hostname}`;
}

/** What is at a file or address: nothing, a copy that is not complete, a shop, or something else. */
export async function stateOf(at: string): Promise<"empty" | "unfinished" | "shop" | "other"> {
  return sayingWho(at, async () => {
    if (isAddress(at)) return stateOfDatabase(at);
    return existsSync(at) ? stateOfFile(at) : "empty";
  });
}

async function requireShop(at: string): Promise<void> {
  const state = await stateOf(at);
  if (state === "unfinished")
    throw new CopyRefused(`What is in ${shown(at)} is itself a copy that is not complete.`);
  if (state !== "shop") throw new CopyRefused(`There is no shop in ${shown(at)}.`);
}

/** Refuses while somebody uses a shop's file or database. @throws {CopyRefused} */
export async function requireQuiet(at: string): Promise<void> {
  await sayingWho(at, async () => {
    if (isAddress(at)) await requireNobody(at);
    else if (existsSync(at)) requireUnused(at);
  });
}

const openToCopy = (at: string): Promise<CopiedDatabase & { missingReferences?(): Promise<string[]> }> =>
  sayingWho(at, async () => (isAddress(at) ? openDatabaseToCopy(at, { alone: true }) : openFileToCopy(at)));

const openForCopy = (at: string): Promise<CopyTarget> =>
  sayingWho(at, async () => (isAddress(at) ? openDatabaseForCopy(at) : openFileForCopy(at)));

async function sayingWho<T>(at: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseInUse)
      throw new CopyRefused(`A shop is running on ${shown(at)}, or another move is. Stop it first.`);
    if (error instanceof FileInUse)
      throw new CopyRefused(
        `The shop in ${at} is running, or something else has its database open (Litestream, a backup). Stop it first.`,
      );
    throw error;
  }
}

async function isCurrent(at: string, migrations: string): Promise<boolean> {
  const shop = openDatabase(at);
  return isUpToDate(shop, migrations).finally(() => shop.close());
}

async function migrateTo(at: string, migrations: string): Promise<void> {
  const shop = openDatabase(at);
  await updateDatabase(shop, migrations)
    .catch((error: unknown) => {
      throw error instanceof TooOld ? new CopyRefused(error.message) : error;
    })
    .finally(() => shop.close());
}

/** Marks the target, and brings it to the newest schema if nothing has been copied yet. */
async function prepareTarget({ to, migrations, again }: Move, state: string): Promise<void> {
  if (state === "unfinished") {
    const target = await openForCopy(to);
    const isOver = await isBegun(target)
      .then(async (begun) => {
        if (begun && again) await target.discard();
        return !begun || again;
      })
      .finally(() => target.close());
    if (!isOver) {
      if (await isCurrent(to, migrations)) return;
      throw new CopyChanged("This program has another schema than the one that began the copy.");
    }
  }
  await mark(to);
  await migrateTo(to, migrations);
}

async function mark(at: string): Promise<void> {
  if (isAddress(at)) return markDatabase(at);
  // SQLite gives its other files the mode of the first.
  closeSync(openSync(at, "a", 0o600));
  markFile(at);
}
