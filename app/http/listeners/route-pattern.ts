import { matchPath } from "react-router";

interface DeclaredRoute {
  id: string;
  path?: string | undefined;
  parentId?: string | undefined;
}

/** Names the declared route of a path, e.g. /orders/:orderId, so that logs hold no ids and nothing that people typed. */
export function routePatterns(routes: Record<string, DeclaredRoute | undefined>): (path: string) => string {
  const whole = ({ path = "", parentId }: DeclaredRoute): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return [parent ? whole(parent) : "", path].filter(Boolean).join("/");
  };
  const all = Object.values(routes).flatMap((route) => (route?.path ? [`/${whole(route)}`] : []));
  // Fixed paths before parameters, parameters before wildcards.
  const rank = (pattern: string) => (pattern.includes("*") ? 2 : pattern.includes(":") ? 1 : 0);
  const patterns = [...new Set(all)].sort((a, b) => rank(a) - rank(b) || b.length - a.length);
  return (path) => {
    const page = path.replace(/\/?_?\.data$/, "") || "/";
    if (page === "/") return page;
    const found = patterns.find((pattern) => matchPath(pattern, page)) ?? "*";
    return found === "/api/v1/*" ? `/api/v1${callOf(page)}` : found;
  };
}

/** The pattern of a JSON API call; ids and unexpected words are replaced. */
function callOf(path: string): string {
  const rest = path.slice("/api/v1".length).replace(/\/\d+(?=\/|$)/g, "/:id");
  return /^(?:\/(?:[a-z-]{1,30}|:id)){1,7}\/?$/i.test(rest) ? rest : "/*";
}
