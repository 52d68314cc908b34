import { useSyncExternalStore } from "react";
import type { DataStrategyResult, UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { failureMessage, type FailureWords } from "./failure-message";
import { showToast } from "./show-toast";

// A request that gets no answer from the shop (no connection, a proxy's own page, the shop too busy) never takes the
// page away: it stays with all that was typed and chosen, a toast says so, and the same form or link works again.

type PageRouter = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];
type IdleNavigation = Extract<PageRouter["state"]["navigation"], { state: "idle" }>;

/** Thrown in place of an answer; the message is the shop's own sentence, where it gave one. */
export class ConnectionError extends Error {}

/** By what they can be called off with: the router has the same for the page and its request. */
const requests = new WeakMap<AbortSignal, Promise<unknown>>();
let failedRequestId: string | null = null;

/** The id under which the log has the last request that failed in the shop. Null: none of this document's own did. */
export const lastFailedRequest = () => failedRequestId;

/**
 * Wraps `fetch` for the router's requests: an answer that is not whole, or not React Router's, becomes a
 * `ConnectionError`.
 * @param isExpectedToFail paths that show a failure of the shop themselves (the list of books)
 */
export function guardFetch(fetch: typeof window.fetch, isExpectedToFail: (path: string) => boolean) {
  async function ask(path: string, input: URL, init?: RequestInit): Promise<Response> {
    let sentence = "";
    try {
      const answer = await fetch(input, init);
      // The end of it may still be on its way.
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
    const asked = ask(path, input as URL, init);
    if (init?.signal) requests.set(init.signal, asked);
    return asked;
  };
}

let router: PageRouter | undefined;

/** To be called once with the page's router. */
export function connectRouter(it: PageRouter) {
  router = it;
}

/**
 * Client middleware of the root route. What is under way when a request fails decides what becomes of it:
 * a link or form of the page is called off; a form that is answered in place (`stay`) is told `{ ok: false, failed: true }`;
 * what was only to be brought up to date stays as it is. The page after a form that did arrive, and Back, have no page to
 * stay on: there the error screen says that there is no connection.
 */
export async function keepPage({ request }: { request: Request }, next: () => Promise<unknown>) {
  const sent = request.method === "GET" ? null : request.clone();
  const results = (await next()) as Record<string, DataStrategyResult>;
  // The page's script can fail before its data does.
  const failure = await requests.get(request.signal)?.then(
    () => null,
    (error: unknown) => (error instanceof ConnectionError ? error : null),
  );
  if (!router) return results;
  if (!failure) return isScriptMissing(results) ? leaveFor(sent ? location.href : request.url) : results;

  const { navigation, location: shown, loaderData, matches } = router.state;
  const { pathname, search } = new URL(request.url);
  const isAsked = (it: { pathname: string; search: string } | undefined) =>
    it?.pathname === pathname && it.search === search;
  const answer = (data: (routeId: string) => unknown) =>
    Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: data(id) }]));

  if (sent) {
    const form = await sent.formData();
    const own = pathname === shown.pathname ? (matches.at(-1)!.route.handle as FailureWords) : null;
    showToast("error", failureMessage(pathname, form, own, failure.message));
    // A new object each time: whoever waits for the answer must see that it came.
    return form.has("stay") ? answer(() => ({ ok: false, failed: true })) : callOff(null);
  }
  if (navigation.state === "loading" && isAsked(navigation.location)) {
    if (navigation.formMethod === "POST") return errors(results, new ConnectionError(ARRIVED));
    if (navigation.historyAction === "POP") return errors(results, failure);
    showToast("error", failureMessage(pathname, null, null, failure.message));
    return callOff(pathname + search);
  }
  if (isAsked(shown)) return answer((id) => loaderData[id]);
  return answer(() => ({ failed: true }));
}

const ARRIVED = "What you sent has arrived, but the page after it could not be loaded.";

/** For the error screen, whatever else went wrong. */
const errors = (results: Record<string, DataStrategyResult>, result: ConnectionError) =>
  Object.fromEntries(Object.keys(results).map((id) => [id, { type: "error", result }]));

/** The page stays, as if nothing had been pressed; the promise of the navigation is never kept. */
function callOff(visit: string | null): Promise<never> {
  // The router has no other way to call a navigation off; its version is pinned, and connection.test.ts tries it.
  // oxlint-disable-next-line no-underscore-dangle
  router!._internalSetStateDoNotUseOrYouWillBreakYourApp({ navigation: { state: "idle" } as IdleNavigation });
  setFailedVisit(visit);
  return new Promise(() => {});
}

/** The server answers, but a script of the page is gone: it is from before an update (scripts/vite/keep-page.ts). */
const isScriptMissing = (results: Record<string, DataStrategyResult>) =>
  // An action's error comes wrapped.
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

/** Path and query of the page that could not be loaded and that this one stayed for; forgotten as the next one comes. */
export function useFailedVisit(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => failedVisit,
    () => null,
  );
}

/** Another page came. */
export function forgetFailedVisit() {
  if (failedVisit) setFailedVisit(null);
}
