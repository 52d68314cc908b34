import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../routes";

/** Sample values for the parameters of a path; other parameters get id 1. */
const SAMPLES: Record<string, string> = {
  ":kind": "authors",
  ":mail": "order-shipped",
  "*": "no/such/screen",
};

export interface AdminScreen {
  path: string;
  /** The same with the names of its parameters, as in domain/kit/rights/screens.ts. */
  pattern: string;
  /** The route's id, as client navigations send it in `_routes`. */
  routeId: string;
  file: string;
}

/** Every route below /admin, read from app/routes.ts, so that new routes are included. */
export const ADMIN_SCREENS: AdminScreen[] = entries()
  .filter((entry) => entry.path === "admin")
  .flatMap((entry) => screensOf(entry, "", ""));

/** Every other route: the store's pages, files, the API. */
export const OTHER_SCREENS: AdminScreen[] = entries()
  .filter((entry) => entry.path !== "admin")
  .flatMap((entry) => screensOf(entry, "", ""));

/** Files of the back office that are routes outside the guarded layout; there should be none. */
export const UNGUARDED_FILES: string[] = OTHER_SCREENS.map((screen) => screen.file).filter((file) =>
  file.startsWith("routes/admin/"),
);

function entries(): RouteConfigEntry[] {
  if (!Array.isArray(routes)) throw new Error("app/routes.ts is not a list");
  return routes.flatMap(withoutLayouts);
}

/** Replaces layouts without a path by their children. */
function withoutLayouts(entry: RouteConfigEntry): RouteConfigEntry[] {
  return entry.path === undefined && entry.children ? entry.children.flatMap(withoutLayouts) : [entry];
}

function screensOf(entry: RouteConfigEntry, above: string, patternAbove: string): AdminScreen[] {
  const parts = (entry.path ?? "").split("/");
  const sampled = parts.map((part) => SAMPLES[part] ?? (part.startsWith(":") ? "1" : part));
  const path = [above, ...sampled].filter(Boolean).join("/");
  const pattern = [patternAbove, ...parts].filter(Boolean).join("/");
  const screen = {
    path: `/${path}`,
    pattern: `/${pattern}`,
    routeId: entry.id ?? entry.file.replace(/\.\w+$/, ""),
    file: entry.file,
  };
  const children = (entry.children ?? []).flatMap((child) => screensOf(child, path, pattern));
  return entry.children ? [screen, ...children] : [screen];
}
