export type SidebarState = "open" | "collapsed";

/** Kept for 7 days (docs/specification.md §2.15). */
export const SIDEBAR_COOKIE = "sidebar";
export const SIDEBAR_COOKIE_AGE_S = 7 * 24 * 3600;

export function parseSidebar(value: unknown): SidebarState {
  return value === "collapsed" ? "collapsed" : "open";
}
