import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/** How many segments at the beginning of a path are looked at. */
const SEGMENTS = 2;

/** A segment at which no pattern has a fixed word. */
const OTHER = "*";

type Routes = ServerBuild["routes"];

/**
 * React Router's handler of requests. Twice for each request the router tries the patterns of its routes one after the
 * other, and the shop has more than 150: so each beginning of a path ("cart", "admin/orders") gets a handler of its own,
 * with only the routes that can match it. Made when first needed.
 */
export function handlerByPath(build: ServerBuild, mode: string): RequestHandler {
  const whole = createRequestHandler(build, mode);
  const beginningOf = beginnings(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const segments = beginningOf(new URL(request.url).pathname);
    if (!segments) return whole(request, context);
    const key = segments.join("/");
    let handler = handlers.get(key);
    if (!handler) {
      handler = createRequestHandler({ ...build, routes: routesFor(build.routes, segments) }, mode);
      handlers.set(key, handler);
    }
    return handler(request, context);
  };
}

/**
 * @returns a function that gives the first segments of a page's path in lower case, as the router compares them, with
 *   `OTHER` for those that are no fixed word of a pattern, so that there are few beginnings; null for a path that is
 *   written in an unusual way
 */
export function beginnings(routes: Routes): (pathname: string) => string[] | null {
  const fixed = new Set<string>();
  for (const id of Object.keys(routes)) {
    const pattern = patternOf(routes, id).slice(0, SEGMENTS);
    const end = pattern.findIndex((part) => !isFixed(part));
    const words = end === -1 ? pattern : pattern.slice(0, end);
    words.forEach((_, at) => fixed.add(words.slice(0, at + 1).join("/")));
  }
  return (pathname) => {
    const path = pathname.replace(/\/_\.data$|\.data$/, "");
    if (!/^(?:\/[\w.-]+)*\/?$/.test(path)) return null;
    const segments = path.toLowerCase().split("/").filter(Boolean).slice(0, SEGMENTS);
    return segments.map((segment, at) => (fixed.has(segments.slice(0, at + 1).join("/")) ? segment : OTHER));
  };
}

/**
 * The routes that can match a path with this beginning, and the routes that they are in; in the order of the build, which
 * decides between equal patterns.
 */
export function routesFor(routes: Routes, segments: string[]): Routes {
  const found = new Set<string>();
  for (const route of Object.keys(routes)) {
    if (!canMatch(patternOf(routes, route), segments)) continue;
    for (let id: string | undefined = route; id !== undefined; id = routes[id]?.parentId) found.add(id);
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => found.has(id)));
}

/** The segments of a route's pattern, with those of the routes that it is in. */
function patternOf(routes: Routes, id: string): string[] {
  const { path = "", parentId } = routes[id]!;
  const above = parentId === undefined ? [] : patternOf(routes, parentId);
  return [...above, ...path.toLowerCase().split("/").filter(Boolean)];
}

const isOpenEnded = (part: string) => /[*?]/.test(part);
const isFixed = (part: string) => !part.startsWith(":") && !isOpenEnded(part);

/** @param segments of a beginning; fewer than `SEGMENTS` are a whole path */
function canMatch(pattern: string[], segments: string[]): boolean {
  const openAt = pattern.findIndex(isOpenEnded);
  const least = openAt === -1 ? pattern.length : openAt;
  if (least > segments.length && segments.length < SEGMENTS) return false;
  if (least < segments.length && openAt === -1) return false;
  const firstOpen = pattern.findIndex((part) => !isFixed(part));
  const words = firstOpen === -1 ? pattern : pattern.slice(0, firstOpen);
  return segments.every((segment, at) => at >= words.length || words[at] === segment);
}
