import { useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import type { Right } from "~/domain/rights/rights";
import { hasRight, SCREENS } from "~/domain/rights/screens";
import { AdminIcon, type AdminIconName } from "./admin-icon";
import { RightsContext } from "./rights";
import { SIDEBAR_COOKIE, SIDEBAR_COOKIE_AGE_S, type SidebarState } from "./sidebar-state";
import { useMenusThatClose } from "~/ui/frame/menus";
import { ThemeToggle } from "~/ui/frame/theme-toggle";

interface Entry {
  to: string;
  label: string;
  /** Shown on hover; distinguishes entries with the same label. */
  hint?: string;
  icon: AdminIconName;
  /** Current on exactly this page, not on pages below it. */
  end?: boolean;
}

/** The groups and links of docs/specification.md §2.15. */
const GROUPS: { title: string | null; entries: Entry[] }[] = [
  { title: null, entries: [{ to: "/admin", label: "Dashboard", icon: "dashboard", end: true }] },
  {
    title: "Masters",
    entries: [
      { to: "/admin/products", label: "Books", icon: "book" },
      { to: "/admin/imports", label: "Imports", hint: "Books from a file", icon: "tray" },
      { to: "/admin/publishers", label: "Publishers", icon: "building" },
      { to: "/admin/authors", label: "Authors", icon: "pen" },
      { to: "/admin/series", label: "Series", icon: "books" },
      { to: "/admin/booktags", label: "Book Tags", icon: "tag" },
      { to: "/admin/languages", label: "Languages", icon: "globe" },
      { to: "/admin/search", label: "Search", hint: "Searches that found nothing, synonyms", icon: "search" },
      { to: "/admin/logistics/providers", label: "Logistics", hint: "Logistics: carriers", icon: "truck" },
    ],
  },
  {
    title: "Sales",
    entries: [
      { to: "/admin/orders", label: "Orders", icon: "receipt" },
      { to: "/admin/logistics", label: "Logistics", hint: "Logistics: shipments", icon: "route", end: true },
      { to: "/admin/customers", label: "Customers", icon: "people" },
      { to: "/admin/categories", label: "Categories", icon: "shapes" },
      { to: "/admin/reviews", label: "Reviews", icon: "speech" },
      { to: "/admin/newsletter", label: "Newsletter", icon: "envelope" },
      { to: "/admin/coupons", label: "Coupons", icon: "ticket" },
    ],
  },
  {
    title: "Shop",
    entries: [
      { to: "/admin/appearance", label: "Appearance", hint: "Home page, menus, look", icon: "palette" },
      { to: "/admin/pages", label: "Pages", hint: "Pages, news, messages", icon: "pen" },
      { to: "/admin/mails", label: "Mails", hint: "Words of the mails to customers", icon: "envelope" },
    ],
  },
  {
    title: "Team",
    entries: [
      { to: "/admin/staff", label: "Staff", icon: "people" },
      { to: "/admin/audit", label: "Audit log", icon: "history" },
      { to: "/admin/programs", label: "Programs", hint: "API keys and webhooks", icon: "key" },
    ],
  },
  {
    title: "Navigation",
    entries: [
      { to: "/?preview=on", label: "Go to Store", icon: "shop" },
      { to: "/admin/settings", label: "Settings", icon: "gear" },
      { to: "/admin/opening", label: "Opening", hint: "Opening the shop", icon: "checks" },
    ],
  },
];

interface SidebarProps {
  shopName: string;
  firstName: string;
  /** The state stored in the cookie. */
  state: SidebarState;
}

/**
 * The back office's navigation. Beside the page it is 16 rem wide, or collapsed to icons: Ctrl+B or ⌘B changes that, and a
 * cookie stores it (docs/specification.md §2.15). On narrow screens the same links are a menu above the page, which the
 * details before them opens.
 */
export function AdminSidebar({ shopName, firstName, state }: SidebarProps) {
  const { key } = useLocation();
  const [current, toggle] = useSidebar(state);
  const sidebar = useRef<HTMLElement>(null);
  useMenusThatClose(sidebar);
  return (
    <aside ref={sidebar} data-state={current} className="sidebar">
      <details key={key} className="group lg:hidden" data-menu>
        <summary
          aria-controls="sidebar-menu"
          className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-2"
        >
          <span className="font-display line-clamp-2 min-w-0 text-lg leading-tight wrap-anywhere" dir="auto">
            {shopName}
          </span>
          <span className="flex items-center gap-2 text-sm font-semibold">
            Menu
            <AdminIcon name="menu" className="size-6 group-open:hidden" />
            <AdminIcon name="close" className="hidden size-6 group-open:block" />
          </span>
        </summary>
      </details>
      <div id="sidebar-menu" className="sidebar-menu">
        <div className="sidebar-head">
          <p
            className="sidebar-label font-display line-clamp-3 min-w-0 flex-1 text-lg leading-tight wrap-anywhere"
            dir="auto"
          >
            {shopName}
          </p>
          <SidebarToggle state={current} onToggle={toggle} />
        </div>
        <Links />
        <Foot firstName={firstName} />
      </div>
    </aside>
  );
}

/** @returns the current state, and a function that toggles it */
function useSidebar(initial: SidebarState): [SidebarState, () => void] {
  const [chosen, setChosen] = useState<SidebarState | null>(null);
  const state = chosen ?? initial;
  const toggle = () => {
    const next = state === "open" ? "collapsed" : "open";
    setChosen(next);
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${SIDEBAR_COOKIE}=${next}; Path=/; Max-Age=${SIDEBAR_COOKIE_AGE_S}; SameSite=Lax${secure}`;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "b") return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return [state, toggle];
}

function SidebarToggle({ state, onToggle }: { state: SidebarState; onToggle: () => void }) {
  const { pathname, search } = useLocation();
  const label = state === "open" ? "Collapse sidebar" : "Expand sidebar";
  return (
    <Form
      method="post"
      action="/admin/sidebar"
      onSubmit={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <button
        type="submit"
        name="state"
        value={state === "open" ? "collapsed" : "open"}
        aria-label={label}
        aria-expanded={state === "open"}
        title={`${label} (Ctrl+B)`}
        className="btn btn-plain px-2.5"
      >
        <AdminIcon name="sidebar" className="size-5" />
      </button>
    </Form>
  );
}

/** The groups with what somebody may use; a group without any is left out. */
function groupsFor(rights: readonly Right[]) {
  const mayUse = ({ to }: Entry) => {
    const screen = SCREENS[to];
    return to.startsWith("/admin") ? screen !== undefined && hasRight(rights, screen.see) : true;
  };
  return GROUPS.map((group) => ({ ...group, entries: group.entries.filter(mayUse) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

function Links() {
  const groups = groupsFor(useContext(RightsContext));
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef("");
  // In a low window the links scroll; this brings the current one into view. If the user scrolled them before hydration,
  // they may be about to click one, so they stay where they are.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    const isScrolledAlready = shown.current === "" && nav.current!.scrollTop > 0;
    shown.current = pathname;
    if (isScrolledAlready) return;
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label="Back office" className="grid flex-1 content-start">
      {groups.map(({ title, entries }) => (
        <div key={title} className="sidebar-group">
          {title ? <p className="sidebar-label sidebar-title">{title}</p> : null}
          <ul>
            {entries.map(({ to, label, hint, icon, end }) => (
              <li key={to}>
                <SidebarLink to={to} end={end} title={hint ?? label} label={label} icon={icon} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type SidebarLinkProps = Pick<Entry, "to" | "label" | "icon" | "end"> & { title: string };

/** In place of React Router's NavLink, of which fifty took 9 % of a page's time. */
function SidebarLink({ to, label, icon, end, title }: SidebarLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return (
    <Link to={to} title={title} aria-current={isCurrent ? "page" : undefined} className="sidebar-link">
      <AdminIcon name={icon} className="size-5 shrink-0" />
      <span className="sidebar-label truncate">{label}</span>
    </Link>
  );
}

function Foot({ firstName }: { firstName: string }) {
  return (
    <div className="sidebar-foot">
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <p className="sidebar-label text-muted min-w-0 flex-1 truncate pl-3 text-sm">
          Hi, <bdi>{firstName}</bdi>
        </p>
        <ThemeToggle />
      </div>
      <SidebarLink to="/admin/account" title="Your account" label="Your account" icon="user" />
      <SidebarLink to="/admin/change-password" title="Change password" label="Change password" icon="key" />
      <Form method="post" action="/logout">
        <button type="submit" title="Logout" className="sidebar-link w-full">
          <AdminIcon name="logout" className="size-5 shrink-0" />
          <span className="sidebar-label">Logout</span>
        </button>
      </Form>
    </div>
  );
}
