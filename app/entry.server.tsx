import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { readParam } from "~/domain/search-params";
import { requestInfoContext } from "~/http/request/request-info.server";
import { contentSecurityPolicy, PREVIEW_PATH } from "~/http/listeners/security-headers.server";
import { isDatabaseAway } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { NonceContext } from "~/ui/frame/nonce";
import { ThemeContext } from "~/ui/frame/theme-context";
import { readTheme } from "~/http/request/request-session.server";
import { RequestIdContext } from "~/ui/frame/request-id";
import { SaveDataContext } from "~/ui/frame/save-data";

const RENDER_LIMIT_MS = 10_000;

/** Renders a page, with the nonce of this answer in its scripts and its Content-Security-Policy. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  const { nonce, requestId, saveData } = context.get(requestInfoContext);
  const url = new URL(request.url);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy({ nonce, path: url.pathname }));
  // Beside its editor the draft is only looked at.
  const hasNoScript =
    saveData || (url.pathname === PREVIEW_PATH && readParam(url.searchParams, "within") === "editor");
  if (url.pathname === PREVIEW_PATH) headers.set("X-Frame-Options", "SAMEORIGIN");
  headers.append("Vary", "Save-Data");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  if (status === 503 || context.get(requestInfoContext).isDatabaseAway) status = tryLater(headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });

  routerContext.serverHandoffString = withoutBuildFlags(routerContext.serverHandoffString);
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <SaveDataContext value={saveData}>
          <RequestIdContext value={requestId}>
            <ThemeContext value={readTheme(request)}>
              <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
            </ThemeContext>
          </RequestIdContext>
        </SaveDataContext>
      </NonceContext>,
      {
        nonce,
        // No loader of the shop defers: the whole page is ready at once, and one write is cheaper than a stream.
        onAllReady() {
          clearTimeout(timer);
          const chunks: Buffer[] = [];
          const sink = new Writable({
            write(chunk: Buffer, _, done) {
              // React passes views of a buffer that it reuses.
              chunks.push(Buffer.from(chunk));
              done();
            },
          });
          sink.on("finish", () => {
            const page = Buffer.concat(chunks);
            const body = hasNoScript ? withoutScripts(page.toString()) : page;
            resolve(new Response(body, { status, headers }));
          });
          pipe(sink);
        },
        onShellError: reject,
        onError: (error) => logger.error({ err: error, path: url.pathname }, "rendering failed"),
      },
    );
    const timer = setTimeout(abort, RENDER_LIMIT_MS);
    timer.unref();
  });
}

/** Flags of React Router that only its build reads. */
const BUILD_FLAGS = new Set([
  "unstable_optimizeDeps",
  "unstable_previewServerPrerendering",
  "v8_splitRouteModules",
  "v8_viteEnvironmentApi",
]);

/** What a page tells its router, without these flags: on a first visit each byte counts. */
const withoutBuildFlags = (handoff: string | undefined) =>
  handoff &&
  JSON.stringify(JSON.parse(handoff), (name, value: unknown) => (BUILD_FLAGS.has(name) ? undefined : value));

/** Removes the scripts that root.tsx does not control: structured data, which is for search engines. */
const withoutScripts = (page: string) =>
  page.replace(/<script\b[^>]*>[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g, "");

/** The same for data of a client navigation: answers with a message, and the page stays (ui/frame/connection.ts). */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const isDown = context.get(requestInfoContext).isDatabaseAway;
  if (response.status !== 503 && !isDown) return response;
  const sentence = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const headers = new Headers(isDown ? sentence : response.headers);
  return new Response(isDown ? SHOP_BUSY : response.body, { status: tryLater(headers), headers });
};

const SHOP_BUSY = "The shop is busy for the moment. What you typed is still here. Please try again.";

function tryLater(headers: Headers): number {
  if (!headers.has("Retry-After")) headers.set("Retry-After", "5");
  return 503;
}

/** Logs unexpected errors, except after the client has closed the connection. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error)) return;
  const info = context.get(requestInfoContext);
  const { requestId } = info;
  info.isDatabaseAway ||= isDatabaseAway(error);
  logger.error(
    { err: error, requestId, method: request.method, path: new URL(request.url).pathname },
    "request failed",
  );
};
