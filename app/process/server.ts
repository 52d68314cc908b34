import "~/platform/private-files.server";
import "~/domain/kit/plain-issues";
import cluster from "node:cluster";
import path from "node:path";
import { backgroundTasks } from "./background.server";
import { checkLiveData, config, refuseStart, ROOT } from "./config.server";
import { checkDataFolder } from "./data-folder.server";
import { TooOld } from "~/db/migrating/before-1.0.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { database } from "~/db/shop-database.server";
import { isUnfinishedMove, UNFINISHED_MOVE } from "~/db/copying/unfinished-move.server";
import { setLoopbackOrigin } from "~/domain/sales/gateways/shop-gateway.server";
import { clearLimits } from "~/http/request/limits/rate-limit.server";
import { clearSampleShop as clearSampleOf, prepareShop } from "./bootstrap.server";
import { inspectLiveDatabase } from "./live-data.server";
import { ownOrigin } from "./own-origin.server";
import { logger } from "~/platform/logger.server";
import { importCommand, type ImportCommand, type ImportOutput } from "./commands/import-command.server";
import type { ExportFormat } from "~/domain/book-files/exports/exports";
import { exportCommand, type WriteExport } from "./commands/export-command.server";
import {
  backupCommand,
  keepAsideCommand,
  moveCommand,
  requireStopped,
  restoreCommand,
  restoreTarget,
} from "./commands/move-command.server";
import { startWorkers } from "./primary.server";
import { staffCommand, type StaffCommand, type StaffCommandOutcome } from "./commands/staff-command.server";
import { orderAmongMachines } from "~/platform/pictures/image-files.server";
import { shopSecret } from "~/platform/secrets/shop-secret.server";
import { startWorker } from "~/platform/worker.server";
import { serveAsWorker } from "./worker.server";

orderAmongMachines(database);

export { ConfigError } from "./config.server";

/** Longer than it takes to prepare a shop that is up to date. */
const PATIENT_MS = 3000;

/**
 * Migrates the database, and fills an empty demo shop. Of several processes that start at the same moment, one does this
 * after the other: the later ones find nothing left to do.
 * @returns messages to the person who started it
 * @throws {ConfigError} when the shop cannot start on this database
 */
export async function prepare(): Promise<string[]> {
  const problem = await database.whyUnusable();
  refuseStart(problem === null ? [] : [problem]);
  if (await isUnfinishedMove(database.read)) refuseStart([UNFINISHED_MOVE]);
  // A start that cannot sign cookies is no start.
  shopSecret();
  const waiting = setTimeout(
    () => logger.warn("another process of the shop prepares the database: this one waits for it"),
    PATIENT_MS,
  );
  const begin = async () => {
    clearTimeout(waiting);
    if (config.DATABASE_URL && !config.isDemo)
      checkLiveData(config, await inspectLiveDatabase(database.read));
    await updateDatabase(database, path.join(ROOT, "migrations")).catch((error: unknown) => {
      if (error instanceof TooOld) refuseStart([error.message]);
      throw error;
    });
    if (config.DATABASE_URL) await checkDataFolder(database, config.dataDir);
    return prepareShop(database);
  };
  return database.afterOthers("start", begin).finally(() => clearTimeout(waiting));
}

/** Migrates the database, removes the sample, and closes the database. @returns messages about what was removed */
export async function clearSampleShop(): Promise<string[]> {
  try {
    await updateDatabase(database, path.join(ROOT, "migrations"));
    return await clearSampleOf(database);
  } finally {
    await database.close();
  }
}

/** For `npm run staff`, beside a running shop or without one; closes the database. */
export async function runStaffCommand(given: StaffCommand): Promise<StaffCommandOutcome> {
  try {
    return await staffCommand(database, given);
  } finally {
    await database.close();
  }
}

/** For `npm run import`, beside a running shop or without one; closes the database. @returns the exit code */
export async function runImportCommand(given: ImportCommand, output: ImportOutput): Promise<number> {
  try {
    return await importCommand(database, given, output);
  } finally {
    await database.close();
  }
}

/** For `npm run export`, beside a running shop or without one; closes the database. */
export async function runExportCommand(format: ExportFormat, write: WriteExport) {
  try {
    return await exportCommand(database, format, write);
  } finally {
    await database.close();
  }
}

/** For `npm run move`: see move-command.server.ts. */
export const runMoveCommand: typeof moveCommand = (...given) => closing(() => moveCommand(...given));

/** For `npm run backup` and `npm run restore` of a shop on PostgreSQL: see move-command.server.ts. */
export const onPostgres = { backupCommand, keepAsideCommand, requireStopped, restoreCommand, restoreTarget };

async function closing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await database.close();
  }
}

/** Changes settings of a running shop, and forgets all counts of limits: for tests, which share shops (app/test/serve.mjs). */
export async function changeSettings(
  settings: Partial<Pick<typeof config, "formTiming" | "rateLimit" | "trustProxy">>,
): Promise<void> {
  Object.assign(config, settings);
  await clearLimits();
}

/**
 * Starts the background work of a shop in one process.
 * @param port the shop's port, at which the sandbox gateway is reached
 * @returns a function that stops it
 */
export function startWork(port: number): () => Promise<void> {
  setLoopbackOrigin(ownOrigin(port));
  return startWorker(backgroundTasks(database), database);
}

export interface RunningShop {
  address: string;
  /** For the console. */
  notes: string[];
  /** Ends everything in order. */
  close(): Promise<void>;
  /** Replaces the workers of a shop that has several, one after the other. */
  restart?(): Promise<void>;
}

/**
 * Prepares the shop, listens, and starts the background work; with several workers, in as many processes and the primary.
 * @param given.warm whether to render the main pages before anybody asks for them
 * @param given.workerFile the script that workers run, if it is not the one that was started
 * @returns null in a worker of several: the primary tells it when to end
 */
export async function startShop({
  warm = true,
  workerFile,
}: { warm?: boolean; workerFile?: string } = {}): Promise<RunningShop | null> {
  if (cluster.isWorker) {
    await serveAsWorker({ warm });
    return null;
  }
  const notes = await prepare();
  const { port, stop, restart } =
    config.workers > 1 ? await startWorkers(workerFile) : await serveAlone(warm);
  const stopWork = startWork(port);
  const address = config.baseUrl ?? `http://${shownHost()}:${port}`;
  logger.info({ address, mode: config.SHOP_MODE, payments: config.payments }, "the shop is open");
  const close = async () => {
    await Promise.all([stopWork(), stop()]);
    await database.close();
    logger.flush();
  };
  return { address, notes, close, ...(restart && { restart }) };
}

async function serveAlone(warm: boolean) {
  const { serve } = await import("./serving.server");
  const { port, close } = await serve({ warm });
  return { port, stop: close, restart: undefined };
}

/** As written in a URL. */
function shownHost(): string {
  if (config.HOST === "0.0.0.0" || config.HOST === "::") return "localhost";
  return config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST;
}
