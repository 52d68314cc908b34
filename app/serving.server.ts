import "./platform/private-files.server";
import cluster from "node:cluster";
import { createServer, type RequestListener } from "node:http";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as serverBuild from "virtual:react-router/server-build";
import { config } from "./config.server";
import { database } from "./db/shop-database.server";
import { turnSales } from "./domain/catalogue/turn-sales.server";
import { setLoopbackOrigin } from "./domain/gateways/shop-gateway.server";
import { flushSearches } from "./domain/search-terms/note-searches.server";
import { limitBodies } from "./http/listeners/body-limit.server";
import { gracefulClose } from "./http/listeners/closing.server";
import { fairTurns } from "./http/listeners/fair-turns";
import { serveFiles } from "./http/listeners/files.server";
import { handlerByPath } from "./http/listeners/handler-by-path.server";
import { serveMetrics } from "./http/listeners/metrics.server";
import { onceADay } from "./http/listeners/once-a-day.server";
import { ownPathsOnly } from "./http/listeners/own-paths.server";
import { keepPages } from "./http/listeners/page-cache.server";
import { requestListener } from "./http/listeners/request-listener.server";
import { logRequests } from "./http/listeners/request-log.server";
import { routePatterns } from "./http/listeners/route-pattern";
import { warmUp } from "./http/listeners/warm-up.server";
import { answerUnread } from "./http/listeners/unread-requests.server";
import { watchTurns } from "./http/listeners/watchdog.server";
import { readRequestInfo, requestInfoContext } from "./http/request/request-info.server";
import { ownOrigin } from "./own-origin.server";
import { metricsPage, startMetrics } from "./metrics.server";
import { evenConnections } from "./worker-connections.server";

const GRACE_MS = 10_000;
const YOUNG_MS = 1000;
const build = serverBuild as unknown as ServerBuild;
const patternOf = routePatterns(build.routes);

const handle = handlerByPath(build, config.NODE_ENV);

/** React Router on node:http, without compression. */
const answer = requestListener(async (request, client) => {
  const context = new RouterContextProvider();
  const info = readRequestInfo(request, client.address);
  context.set(requestInfoContext, info);
  const response = await handle(request, context);
  return { response, isDatabaseAway: info.isDatabaseAway ?? false };
});

const turns = fairTurns();
database.goOnInTurns(turns);
const dynamic = logRequests(ownPathsOnly(limitBodies(serveFiles(turns.listener(answer)))), patternOf);

/** Serves kept pages first, then files, then React Router; each day's first request waits for the day's sale prices. */
export const listener: RequestListener = serveMetrics(
  config.metricsToken,
  metricsPage,
  onceADay(
    (now) => turnSales(database.write, now),
    config.pageCache ? keepPages(handle, database, turns, dynamic) : dynamic,
  ),
);

/**
 * Listens in this process, which is the shop's only one or a worker of several.
 * @param given.warm whether to render the main pages before anybody asks for them
 * @returns the port, and a function that stops it in order
 */
export async function serve({ warm }: { warm: boolean }): Promise<{ port: number; close(): Promise<void> }> {
  await startMetrics(database);
  const warming = warm ? warmUp(handle, database) : null;
  await warming?.first;
  const server = createServer(listener).on("connection", turns.noteConnection);
  answerUnread(server);
  const closeServer = gracefulClose(server, GRACE_MS, config.workers > 1 ? YOUNG_MS : 0);
  if (cluster.isWorker) evenConnections(server);
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
  setLoopbackOrigin(ownOrigin(port));
  const stopWatching = watchTurns(patternOf);
  warming?.goOn();
  const close = async () => {
    warming?.stop();
    await closeServer();
    stopWatching();
    await flushSearches(database.write);
  };
  return { port, close };
}
