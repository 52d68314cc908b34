import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { readParam } from "~/domain/kit/search-params";
import { pageAnswer } from "~/http/answers/page-answer.server";
import { requestInfoContext } from "~/http/request/request-info.server";
import { contentSecurityPolicy, PREVIEW_PATH } from "~/http/listeners/security-headers.server";
import { isDatabaseAway } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { DISK_FULL } from "~/domain/kit/failures";
import { plainRefusal } from "~/http/listeners/plain-refusal.server";
import { logger } from "~/platform/logger.server";
import { NonceContext } from "~/ui/frame/nonce";
import { OwnPlaces } from "~/ui/frame/own";
import { ThemeContext } from "~/ui/frame/theme-context";
import { PRIVATE_PAGE, sessionOf } from "~/http/request/request-session.server";
import { readTheme } from "~/http/request/session-cookies.server";
import { RequestIdContext } from "~/ui/frame/request-id";
import { SaveDataContext } from "~/ui/frame/save-data";

/** Renders a page, with the nonce of this answer in its scripts and its Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, saveData, standIn } = context.get(requestInfoContext);
  const url = new URL(request.url);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy({ nonce, path: url.pathname }));
  // Beside its editor the draft is only looked at.
  const hasNoScript =
    saveData || (url.pathname === PREVIEW_PATH && readParam(url.searchParams, "within") === "editor");
  if (url.pathname === PREVIEW_PATH) headers.set("X-Frame-Options", "SAMEORIGIN");
  headers.append("Vary", "Save-Data");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", PRIVATE_PAGE);
  if (isFullForStaff(context))
    return plainRefusal(request, { status: tryLater(headers), msg: DISK_FULL, headers: TRY_LATER });
  if (status === 503 || context.get(requestInfoContext).isDatabaseAway) status = tryLater(headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // Nothing in a page waits, so it is rendered in one go: React's streams, and the hooks on every promise that they need,
  // take more time than the rendering itself.
  const rendered = renderToString(
    <NonceContext value={nonce}>
      <SaveDataContext value={saveData}>
        <RequestIdContext value={requestId}>
          <ThemeContext value={readTheme(request)}>
            <OwnPlaces value={standIn?.places ?? null}>
              <ServerRouter
                context={onlyMatched(routerContext, isOfStaff(context))}
                url={url}
                nonce={nonce}
              />
            </OwnPlaces>
          </ThemeContext>
        </RequestIdContext>
      </SaveDataContext>
    </NonceContext>,
  );
  if (hasNoScript) return pageAnswer([DOCTYPE, withoutScripts(rendered)], { status, headers });
  const scripts = await handoffScripts(routerContext, nonce);
  const [page, preloads] = preloadByScript(rendered.slice(0, -END.length), nonce);
  return pageAnswer([DOCTYPE, page, preloads, scripts, END], { status, headers });
}

const DOCTYPE = "<!DOCTYPE html>";
/** How each page ends. */
const END = "</body></html>";

/**
 * Lets a script at the end of the page ask for its modules. Browsers follow links with `modulepreload` even when scripts are
 * off, and would load a hundred kilobytes for nothing; and in the head they share a slow line with what the first paint needs.
 * @returns the page without these links, and the script
 */
function preloadByScript(html: string, nonce: string): [html: string, script: string] {
  // React writes the links into the head: the rest of a long page is not looked through.
  const end = html.indexOf("</head>");
  const head = html.slice(0, end);
  const modules = [...head.matchAll(MODULE_PRELOAD)].map(([, address]) => address!);
  const script = `<script nonce="${nonce}">${JSON.stringify(modules)}.forEach(${PRELOAD})</script>`;
  return [head.replace(MODULE_PRELOAD, "") + html.slice(end), script];
}

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const PRELOAD =
  'function(a){var l=document.createElement("link");l.rel="modulepreload";l.href=a;document.head.append(l)}';

/**
 * The router's context with the routes of this page only: it makes an object of each, for each page, and the shop has more
 * than 150. Without the stream of data: `renderToString` cannot wait for it (`handoffScripts`). Only staff load the list of
 * all routes; others that of the store (scripts/precompress.mjs), and a link from there to the back office loads a document
 * (ui/frame/navigation/connection.ts).
 */
function onlyMatched(context: EntryContext, forStaff: boolean): EntryContext {
  const routes: EntryContext["manifest"]["routes"] = {};
  for (const { route } of context.staticHandlerContext.matches)
    routes[route.id] = context.manifest.routes[route.id];
  const { url } = context.manifest;
  return {
    ...context,
    manifest: {
      ...context.manifest,
      routes,
      url: forStaff ? url : url.replace("/manifest-", "/store-manifest-"),
    },
    serverHandoffStream: undefined,
  };
}

/** The scripts that give the router in the browser the loaders' data, as `ServerRouter` would write them. */
async function handoffScripts(
  { renderMeta, serverHandoffStream }: EntryContext,
  nonce: string,
): Promise<string> {
  if (!serverHandoffStream || !renderMeta?.didRenderScripts) return "";
  let encoded = "";
  const decoder = new TextDecoder();
  for await (const chunk of serverHandoffStream) encoded += decoder.decode(chunk, { stream: true });
  const controller = "window.__reactRouterContext.streamController";
  const text = JSON.stringify(encoded).replace(NOT_IN_A_SCRIPT, inUnicode);
  const scripts = [`${controller}.enqueue(${text});`, `${controller}.close();`];
  return scripts.map((script) => `<script nonce="${nonce}">${script}</script>`).join("");
}

/** A string with these characters could end the script that it is written into. */
const NOT_IN_A_SCRIPT = /[&<>\u2028\u2029]/g;
const inUnicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Removes the scripts that root.tsx does not control: structured data, which is for search engines. */
const withoutScripts = (page: string) =>
  page.replace(/<script\b[^>]*>[^]*?<\/script>/g, "").replace(MODULE_PRELOAD, "");

/** The same for data of a client navigation: answers with a message, and the page stays (ui/frame/navigation/connection.ts). */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const isDown = context.get(requestInfoContext).isDatabaseAway;
  // As of the page itself: it has what the page shows of its visitor.
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  if (response.status !== 503 && !isDown) return response;
  const sentence = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const headers = new Headers(isDown ? sentence : response.headers);
  const words = isFullForStaff(context) ? DISK_FULL : SHOP_BUSY;
  return new Response(isDown ? words : response.body, { status: tryLater(headers), headers });
};

/** Whether staff have to hear that the disk is full. The session may not have been read yet. */
function isFullForStaff(context: Readonly<RouterContextProvider>): boolean {
  return Boolean(context.get(requestInfoContext).isDiskFull) && isOfStaff(context);
}

const isOfStaff = (context: Readonly<RouterContextProvider>): boolean =>
  Boolean(context.get(requestInfoContext).isOfStaff) || sessionOf(context)?.account?.role === "admin";

const SHOP_BUSY = "The shop is busy for the moment. What you typed is still here. Please try again.";

const TRY_LATER = { "Retry-After": "5" };

function tryLater(headers: Headers): number {
  if (!headers.has("Retry-After")) headers.set("Retry-After", TRY_LATER["Retry-After"]);
  return 503;
}

/** Logs unexpected errors, except after the client has closed the connection. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error)) return;
  const info = context.get(requestInfoContext);
  const { requestId } = info;
  info.isDatabaseAway ||= isDatabaseAway(error);
  info.isDiskFull ||= isDiskFull(error);
  logger.error(
    { err: error, requestId, method: request.method, path: new URL(request.url).pathname },
    "request failed",
  );
};
