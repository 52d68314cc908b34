import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../routes";

/** What stands for a parameter: the first row of anything. */
const SAMPLES: Record<string, string> = { ":kind": "authors", "*": "no/such/screen" };

export interface AdminScreen {
  path: string;
  /** As a client navigation names it in `_routes`. */
  routeId: string;
  file: string;
}

/** Every route below /admin, as app/routes.ts has them: a new one is in the list by itself. */
export const ADMIN_SCREENS: AdminScreen[] = entries()
  .filter((entry) => entry.path === "admin")
  .flatMap((entry) => screensOf(entry, ""));

/** Files of the back office that answer outside the guarded layout: none. */
export const UNGUARDED_FILES: string[] = entries()
  .filter((entry) => entry.path !== "admin")
  .flatMap((entry) => screensOf(entry, ""))
  .map((screen) => screen.file)
  .filter((file) => file.startsWith("routes/admin/"));

function entries(): RouteConfigEntry[] {
  if (!Array.isArray(routes)) throw new Error("app/routes.ts is no list");
  return routes.flatMap(withoutFrames);
}

/** What stands in a layout without a path of its own answers as if it stood in its place. */
function withoutFrames(entry: RouteConfigEntry): RouteConfigEntry[] {
  return entry.path === undefined && entry.children ? entry.children.flatMap(withoutFrames) : [entry];
}

function screensOf(entry: RouteConfigEntry, above: string): AdminScreen[] {
  const own = (entry.path ?? "")
    .split("/")
    .map((part) => SAMPLES[part] ?? (part.startsWith(":") ? "1" : part));
  const path = [above, ...own].filter(Boolean).join("/");
  const screen = {
    path: `/${path}`,
    routeId: entry.id ?? entry.file.replace(/\.\w+$/, ""),
    file: entry.file,
  };
  const children = (entry.children ?? []).flatMap((child) => screensOf(child, path));
  return entry.children ? [screen, ...children] : [screen];
}
