import "./platform/private-files.server";
import { createServer, type RequestListener } from "node:http";
import path from "node:path";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as serverBuild from "virtual:react-router/server-build";
import { backgroundTasks } from "./background.server";
import { config, ROOT } from "./config.server";
import { updateDatabase } from "./db/migrate.server";
import { database } from "./db/shop-database.server";
import { setLoopbackOrigin } from "./domain/gateways/shop-gateway.server";
import { limitBodies } from "./http/listeners/body-limit.server";
import { gracefulClose } from "./http/listeners/closing.server";
import { fairTurns } from "./http/listeners/fair-turns";
import { serveFiles } from "./http/listeners/files.server";
import { handlerByPath } from "./http/listeners/handler-by-path.server";
import { turnSales } from "./domain/catalogue/turn-sales.server";
import { onceADay } from "./http/listeners/once-a-day.server";
import { ownPathsOnly } from "./http/listeners/own-paths.server";
import { keepPages } from "./http/listeners/page-cache.server";
import { clearLimits } from "./http/request/rate-limit.server";
import { readRequestInfo, requestInfoContext } from "./http/request/request-info.server";
import { requestListener } from "./http/listeners/request-listener.server";
import { logRequests } from "./http/listeners/request-log.server";
import { routePatterns } from "./http/listeners/route-pattern";
import { watchTurns } from "./http/listeners/watchdog.server";
import { clearSampleShop as clearSampleOf, prepareShop } from "./bootstrap.server";
import { logger } from "./platform/logger.server";
import { importCommand, type ImportCommand, type ImportOutput } from "./import-command.server";
import type { ExportFormat } from "./domain/exports/exports";
import { exportCommand, type WriteExport } from "./export-command.server";
import { staffCommand, type StaffCommand, type StaffCommandOutcome } from "./staff-command.server";
import { startWorker } from "./platform/worker.server";

export { ConfigError } from "./config.server";

const GRACE_MS = 10_000;
const isEverywhere = config.HOST === "0.0.0.0" || config.HOST === "::";
/** The host as written in a URL. */
const host = config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST;
/** The host under which this process reaches itself. */
const ownHost = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[config.HOST] ?? host;
const build = serverBuild as unknown as ServerBuild;
const mode = config.NODE_ENV;

const handle = handlerByPath(build, mode);

/** React Router on node:http, without compression. */
const answer = requestListener(async (request, client) => {
  const context = new RouterContextProvider();
  const info = readRequestInfo(request, client.address);
  context.set(requestInfoContext, info);
  const response = await handle(request, context);
  return { response, isDatabaseAway: info.isDatabaseAway ?? false };
});

const turns = fairTurns();
const dynamic = logRequests(ownPathsOnly(limitBodies(serveFiles(turns.listener(answer)))));

/** Serves kept pages first, then files, then React Router; each day's first request waits for the day's sale prices. */
export const listener: RequestListener = onceADay(
  (now) => turnSales(database.write, now),
  config.pageCache ? keepPages(handle, database, turns, dynamic) : dynamic,
);

/**
 * Migrates the database, and fills an empty demo shop.
 * @returns messages to the person who started it
 */
export async function prepare(): Promise<string[]> {
  await updateDatabase(database, path.join(ROOT, "migrations"));
  return prepareShop(database);
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

/** Changes settings of a running shop, and forgets all counts of limits: for tests, which share shops (app/test/serve.mjs). */
export function changeSettings(
  settings: Partial<Pick<typeof config, "formTiming" | "rateLimit" | "trustProxy">>,
): void {
  Object.assign(config, settings);
  clearLimits();
}

/**
 * Starts the background work.
 * @param port the shop's port, at which the sandbox gateway is reached
 * @returns a function that stops it
 */
export function startWork(port: number): () => Promise<void> {
  setLoopbackOrigin(`http://${ownHost}:${port}`);
  return startWorker(backgroundTasks(database));
}

/**
 * Prepares the shop, listens, and starts the background work.
 * @returns the shop's address, notes for the console, and a function that closes everything in order
 */
export async function startShop(): Promise<{ address: string; notes: string[]; close: () => Promise<void> }> {
  const notes = await prepare();
  const server = createServer(listener).on("connection", turns.noteConnection);
  const closeServer = gracefulClose(server, GRACE_MS);
  // Allows slow phones, but frees the sockets of stalled connections (body-limit.server.ts has a shorter limit for
  // ordinary forms).
  server.requestTimeout = 600_000;
  server.headersTimeout = 20_000;
  // Longer than proxies and clients keep idle connections (nginx: 60 s). Otherwise one could send a request into a
  // connection that is being closed, and its visitor would get an error.
  server.keepAliveTimeout = 65_000;
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.PORT, config.HOST, () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound ? bound.port : config.PORT);
    });
  });
  const stop = startWork(port);
  const stopWatching = watchTurns(routePatterns(build.routes));
  const address = config.baseUrl ?? `http://${isEverywhere ? "localhost" : host}:${port}`;
  logger.info({ address, mode: config.SHOP_MODE, payments: config.payments }, "the shop is open");

  const close = async () => {
    await Promise.all([stop(), closeServer()]);
    stopWatching();
    await database.close();
    logger.flush();
  };
  return { address, notes, close };
}
