import { useSyncExternalStore } from "react";
import type { DataStrategyResult, UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { failureMessage, type FailureWords } from "./failure-message";
import { loadAgainAfter } from "./revalidation";
import { showToast } from "../toasts/show-toast";

// When a request gets no answer from the shop (no connection, a proxy's error page, the shop too busy), the page stays with
// everything typed and chosen; a toast says so, and the same form or link can be used again.

type PageRouter = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];
type IdleNavigation = Extract<PageRouter["state"]["navigation"], { state: "idle" }>;

/** Thrown in place of an answer; the message is the shop's own, if it sent one. */
export class ConnectionError extends Error {}

/** By their abort signals: the router uses the same signal for a page and its request. */
const requests = new WeakMap<AbortSignal, Promise<unknown>>();
let failedRequestId: string | null = null;

/** The log's id of the last request that failed in the shop. null: none of this document's requests did. */
export const lastFailedRequest = () => failedRequestId;

/** Settles when the last form that was sent is answered. */
let lastForm: Promise<unknown> = Promise.resolve();
let underway = 0;

export const isFormUnderway = () => underway > 0;

/** How long another request waits for it. */
const PATIENCE_MS = 2000;

/**
 * Wraps `fetch` for the router's requests: an answer that is incomplete, or not from React Router, becomes a
 * `ConnectionError`. A form is sent to its end although another page is asked for meanwhile, and that page's data are read
 * after it. One with files is not: who leaves it ends the upload.
 * @param isExpectedToFail paths that show a failure of the shop themselves (the list of books)
 */
export function guardFetch(fetch: typeof window.fetch, isExpectedToFail: (path: string) => boolean) {
  async function fetchAfterForm(input: URL, init?: RequestInit): Promise<Response> {
    const isForm = init?.body instanceof URLSearchParams;
    await Promise.race([lastForm, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    const answer = fetch(input, isForm ? { ...init, signal: null } : init);
    if (isForm) {
      underway += 1;
      lastForm = answer.catch(() => null).finally(() => (underway -= 1));
    }
    return answer;
  }
  async function fetchData(path: string, input: URL, init?: RequestInit): Promise<Response> {
    let sentence = "";
    try {
      const answer = await fetchAfterForm(input, init);
      // The connection can still break while the body arrives.
      const copy = await answer.clone().text();
      const requestId = answer.headers.get("X-Request-Id");
      failedRequestId = answer.status >= 500 ? requestId : null;
      const isFailedList = answer.status >= 500 && isExpectedToFail(path);
      if (answer.headers.has("X-Remix-Response") && !isFailedList) return answer;
      if (requestId && answer.headers.get("Content-Type")?.startsWith("text/plain")) sentence = copy.trim();
    } catch (error) {
      if (init?.signal?.aborted) throw error;
    }
    throw new ConnectionError(sentence);
  }
  return (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const path = input instanceof URL && /^(.*)\.data$/.exec(input.pathname)?.[1];
    if (typeof path !== "string") return fetch(input, init);
    const pending = fetchData(path, input as URL, init);
    if (init?.signal) requests.set(init.signal, pending);
    return pending;
  };
}

let router: PageRouter | undefined;

/** Must be called once with the page's router. */
export function connectRouter(it: PageRouter) {
  router = it;
}

/**
 * Client middleware of the root route. When a request fails, its kind decides what happens: a link or form of the page is
 * cancelled; a form that is answered in place (`stay`) gets `{ ok: false, failed: true }`; a revalidation keeps the data
 * it has. The page after a form that did arrive, and Back, have no page to stay on: there the error page says that there
 * is no connection.
 */
export async function keepPage(
  { request, pattern }: { request: Request; pattern: string },
  next: () => Promise<unknown>,
) {
  const sent = request.method === "GET" ? null : request.clone();
  // A page of the store has no list of the back office's routes (app/entry.server.tsx).
  if (BACK_OFFICE.test(new URL(request.url).pathname) && !BACK_OFFICE.test(pattern) && !sent)
    return leaveFor(request.url);
  const results = (await next()) as Record<string, DataStrategyResult>;
  // The page's script can fail before its data.
  const failure = await requests.get(request.signal)?.then(
    () => null,
    (error: unknown) => (error instanceof ConnectionError ? error : null),
  );
  if (!router) return results;
  if (!failure && isScriptMissing(results)) return leaveFor(sent ? location.href : request.url);
  if (!failure) return sent ? loadAgainAfter(results) : results;

  const { navigation, location: shown, loaderData, matches } = router.state;
  const { pathname, search } = new URL(request.url);
  const isRequested = (it: { pathname: string; search: string } | undefined) =>
    it?.pathname === pathname && it.search === search;
  const answer = (data: (routeId: string) => unknown) =>
    Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: data(id) }]));

  if (sent) {
    const form = await sent.formData();
    const own = pathname === shown.pathname ? (matches.at(-1)!.route.handle as FailureWords) : null;
    showToast("error", failureMessage(pathname, form, own, failure.message));
    // A new object each time, so that a waiting component notices the answer.
    if (form.has("stay")) return answer(() => ({ ok: false, failed: true }));
    // Another page was asked for meanwhile.
    return request.signal.aborted ? results : callOff(null);
  }
  if (navigation.state === "loading" && isRequested(navigation.location)) {
    if (navigation.formMethod === "POST") return errors(results, new ConnectionError(ARRIVED));
    if (navigation.historyAction === "POP") return errors(results, failure);
    showToast("error", failureMessage(pathname, null, null, failure.message));
    return callOff(pathname + search);
  }
  if (isRequested(shown)) return answer((id) => loaderData[id]);
  return answer(() => ({ failed: true }));
}

/** Its paths, and the routes' patterns, which have no slash before. */
const BACK_OFFICE = /^\/?admin(?:\/|$)/;

const ARRIVED = "What you sent has arrived, but the page after it could not be loaded.";

/** For the error page, whatever else went wrong. */
const errors = (results: Record<string, DataStrategyResult>, result: ConnectionError) =>
  Object.fromEntries(Object.keys(results).map((id) => [id, { type: "error", result }]));

/** Cancels the navigation, so that the page stays; the navigation's promise never resolves. */
function callOff(visit: string | null): Promise<never> {
  // The router has no public way to cancel a navigation. Its version is pinned, and connection.test.ts tests this.
  // oxlint-disable-next-line no-underscore-dangle
  router!._internalSetStateDoNotUseOrYouWillBreakYourApp({ navigation: { state: "idle" } as IdleNavigation });
  setFailedVisit(visit);
  return new Promise(() => {});
}

/** The server answers, but a script of the page is missing: the page is older than an update (scripts/vite/keep-page.ts). */
const isScriptMissing = (results: Record<string, DataStrategyResult>) =>
  // An action's error is wrapped.
  Object.values(results).some(({ result }) => {
    const error = result as { isScriptMissing?: true; data?: { isScriptMissing?: true } } | null | undefined;
    return error?.isScriptMissing || error?.data?.isScriptMissing;
  });

function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

let failedVisit: string | null = null;
const listeners = new Set<() => void>();

function setFailedVisit(visit: string | null) {
  failedVisit = visit;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Path and query of the page that could not be loaded, while this one is still shown. */
export function useFailedVisit(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => failedVisit,
    () => null,
  );
}

/** For when another page is shown. */
export function forgetFailedVisit() {
  if (failedVisit) setFailedVisit(null);
}
