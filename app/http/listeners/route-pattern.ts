import { matchPath } from "react-router";

interface DeclaredRoute {
  id: string;
  path?: string | undefined;
  parentId?: string | undefined;
}

/** Tells which of the declared routes a path is for, e.g. /orders/:orderId. Ids and what people typed stay out of it. */
export function routePatterns(routes: Record<string, DeclaredRoute | undefined>): (path: string) => string {
  const whole = ({ path = "", parentId }: DeclaredRoute): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return [parent ? whole(parent) : "", path].filter(Boolean).join("/");
  };
  const all = Object.values(routes).flatMap((route) => (route?.path ? [`/${whole(route)}`] : []));
  // Fixed words before parameters, parameters before what takes everything.
  const rank = (pattern: string) => (pattern.includes("*") ? 2 : pattern.includes(":") ? 1 : 0);
  const patterns = [...new Set(all)].sort((a, b) => rank(a) - rank(b) || b.length - a.length);
  return (path) => {
    const page = path.replace(/\/?_?\.data$/, "") || "/";
    if (page === "/") return page;
    const found = patterns.find((pattern) => matchPath(pattern, page)) ?? "*";
    return found === "/api/v1/*" ? `/api/v1${callOf(page)}` : found;
  };
}

/** A call of the JSON API; only the words that its paths are made of. */
function callOf(path: string): string {
  const rest = path.slice("/api/v1".length).replace(/\/\d+(?=\/|$)/g, "/:id");
  return /^(?:\/(?:[a-z-]{1,30}|:id)){1,7}\/?$/i.test(rest) ? rest : "/*";
}
