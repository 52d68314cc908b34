import { MASTER_DATA, usedBy } from "~/domain/kit/master-data";
import type { Right } from "~/domain/kit/rights/rights";
import { hasRight, LISTS, SCREENS } from "~/domain/kit/rights/screens";
import type { AdminIconName } from "./admin-icon";
import type { SidebarGroup } from "./sidebar-state";

export interface Entry {
  to: string;
  label: string;
  /** Shown on hover; distinguishes entries with the same label. */
  hint?: string;
  icon: AdminIconName;
  /** Current on exactly this page, not on pages below it. */
  end?: boolean;
}

const names = (user: "books" | "orders"): Entry[] =>
  Object.values(MASTER_DATA)
    .filter((entity) => usedBy(entity) === user)
    .map(({ path, link }) => ({ to: `/admin/${path}`, ...link }));

/** The groups and links of docs/specification.md §2.15. */
const GROUPS: { key: SidebarGroup | null; title: string | null; entries: Entry[] }[] = [
  { key: null, title: null, entries: [{ to: "/admin", label: "Dashboard", icon: "dashboard", end: true }] },
  {
    key: "masters",
    title: "Masters",
    entries: [
      { to: "/admin/products", label: "Books", icon: "book" },
      { to: "/admin/imports", label: "Imports", hint: "Books from a file", icon: "tray" },
      ...names("books"),
      {
        to: "/admin/search",
        label: "Shoppers’ searches",
        hint: "Searches that found nothing, titles asked for, synonyms",
        icon: "search",
      },
      ...names("orders"),
    ],
  },
  {
    key: "sales",
    title: "Sales",
    entries: Object.entries(LISTS).map(([path, { link }]) => ({ to: `/admin/${path}`, ...link })),
  },
  {
    key: "shop",
    title: "Shop",
    entries: [
      {
        to: "/admin/delivery",
        label: "Delivery",
        hint: "What delivery costs, and when it comes",
        icon: "truck",
      },
      { to: "/admin/appearance", label: "Appearance", hint: "Home page, menus, look", icon: "palette" },
      { to: "/admin/pages", label: "Pages", hint: "Pages, news, messages", icon: "pen" },
      { to: "/admin/mails", label: "Mails", hint: "Words of the mails to customers", icon: "envelope" },
    ],
  },
  {
    key: "team",
    title: "Team",
    entries: [
      { to: "/admin/staff", label: "Staff", icon: "people" },
      { to: "/admin/audit", label: "Audit log", icon: "history" },
      { to: "/admin/programs", label: "Programs", hint: "API keys and webhooks", icon: "key" },
    ],
  },
];

/** The group of docs/specification.md §2.15 that is always in view, below the others. */
export const NAVIGATION: Entry[] = [
  { to: "/?preview=on", label: "Go to Store", icon: "shop" },
  { to: "/admin/settings", label: "Settings", icon: "gear" },
  { to: "/admin/opening", label: "Opening", hint: "Opening the shop", icon: "checks" },
];

const mayUse =
  (rights: readonly Right[]) =>
  ({ to }: Entry) => {
    const screen = SCREENS[to];
    return to.startsWith("/admin") ? screen !== undefined && hasRight(rights, screen.see) : true;
  };

/** The links of a list that somebody may use. */
export const linksFor = (entries: Entry[], rights: readonly Right[]) => entries.filter(mayUse(rights));

/** The groups with the links that somebody may use; a group without any is left out. */
export const groupsFor = (rights: readonly Right[]) =>
  GROUPS.map((group) => ({ ...group, entries: linksFor(group.entries, rights) })).filter(
    ({ entries }) => entries.length > 0,
  );
