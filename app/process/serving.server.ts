import "~/platform/private-files.server";
import { createServer, type RequestListener } from "node:http";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import * as serverBuild from "virtual:react-router/server-build";
import { config } from "./config.server";
import { database } from "~/db/shop-database.server";
import { applySaleDates } from "~/domain/catalogue/books/apply-sale-dates.server";
import { setLoopbackOrigin } from "~/domain/sales/gateways/shop-gateway.server";
import { flushSearches } from "~/domain/catalogue/finding/search-terms/note-searches.server";
import { boundConnections } from "~/http/listeners/connections/connections.server";
import { limitBodies } from "~/http/listeners/connections/body-limit.server";
import { gracefulClose } from "~/http/listeners/connections/closing.server";
import { rotation, rotated } from "~/http/listeners/connections/rotation";
import { serveFiles } from "~/http/listeners/files.server";
import { serveMetrics } from "~/http/listeners/metrics.server";
import { onceADay } from "~/http/listeners/once-a-day.server";
import { oneSpelling } from "~/http/listeners/one-spelling.server";
import { ownPathsOnly } from "~/http/listeners/own-paths.server";
import { isShown, cachePages } from "~/http/listeners/page-cache/page-cache.server";
import { requestListener } from "~/http/listeners/request-listener.server";
import { logRequests } from "~/http/listeners/request-log.server";
import { routePatterns } from "~/http/listeners/route-pattern";
import { warmUp } from "~/http/listeners/page-cache/warm-up.server";
import { answerUnread } from "~/http/listeners/connections/unread-requests.server";
import { FACE_FILES } from "~/ui/fonts/face-files";
import { readRequestInfo, requestInfoContext } from "~/http/request/request-info.server";
import { ownOrigin } from "./own-origin.server";
import { metricsPage, startMetrics } from "./metrics.server";

const GRACE_MS = 10_000;
const YOUNG_MS = 1000;
const build = serverBuild as unknown as ServerBuild;
const patternOf = routePatterns(build.routes);

const handle = createRequestHandler(build, config.NODE_ENV);

/** React Router on node:http, without compression. */
const answer = requestListener(async (request, client) => {
  const context = new RouterContextProvider();
  const info = readRequestInfo(request, client.address);
  context.set(requestInfoContext, info);
  const response = await handle(request, context);
  return { response, isDatabaseAway: info.isDatabaseAway ?? false };
});

let arrived = 0;
const beginInRotation = rotation(() => arrived);
const rendered = limitBodies(serveFiles(rotated(beginInRotation, answer)));
const dynamic = logRequests(
  ownPathsOnly(oneSpelling((path) => isShown(database, path), rendered)),
  patternOf,
);

/** Serves cached pages first, then files, then React Router; each day's first request waits for the day's sale prices. */
export const listener: RequestListener = serveMetrics(
  config.metricsToken,
  metricsPage,
  onceADay(
    (now) => applySaleDates(database.write, now),
    config.pageCache ? cachePages(handle, database, beginInRotation, dynamic, FACE_FILES) : dynamic,
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
  const server = createServer();
  server.on("connection", () => (arrived += 1));
  boundConnections(server, listener);
  answerUnread(server);
  const closeServer = gracefulClose(server, GRACE_MS, config.workers > 1 ? YOUNG_MS : 0);
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
  warming?.warmRest();
  const close = async () => {
    warming?.stop();
    await closeServer();
    await flushSearches(database.write);
  };
  return { port, close };
}
