export type SidebarState = "open" | "collapsed";

/** Stored for 7 days (docs/specification.md §2.15). */
export const SIDEBAR_COOKIE = "sidebar";
export const SIDEBAR_COOKIE_AGE_S = 7 * 24 * 3600;

export function parseSidebar(value: unknown): SidebarState {
  return value === "collapsed" ? "collapsed" : "open";
}

/** The groups whose links can be folded away, in their order. */
const SIDEBAR_GROUPS = ["masters", "sales", "shop", "team"] as const;
export type SidebarGroup = (typeof SIDEBAR_GROUPS)[number];

/** The open groups, e.g. "masters.team"; stored as long as the sidebar's state. */
export const FOLDS_COOKIE = "sidebar-groups";

/** Open until somebody chooses otherwise: those of the daily work. */
const USUALLY_OPEN: SidebarGroup[] = ["masters", "sales"];

/** @param value of the cookie; undefined: none */
export function parseFolds(value: string | undefined): SidebarGroup[] {
  if (value === undefined) return USUALLY_OPEN;
  const open = value.split(".");
  return SIDEBAR_GROUPS.filter((group) => open.includes(group));
}

/** The cookie's text; a dot alone: all are folded. */
export const foldsText = (open: ReadonlySet<SidebarGroup>): string =>
  SIDEBAR_GROUPS.filter((group) => open.has(group)).join(".") || ".";
