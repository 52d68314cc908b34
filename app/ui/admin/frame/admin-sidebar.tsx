import { type MouseEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { useMenusThatClose } from "~/ui/frame/menus";
import { ThemeToggle } from "~/ui/frame/theme-toggle";
import { Icon } from "~/ui/kit/icons";
import { AdminIcon } from "./admin-icon";
import { AdminSearch, FIND, useSearchKeys } from "./admin-search";
import { RightsContext } from "./rights";
import { type Entry, groupsFor, linksFor, NAVIGATION } from "./sidebar-links";
import {
  FOLDS_COOKIE,
  foldsText,
  SIDEBAR_COOKIE,
  SIDEBAR_COOKIE_AGE_S,
  type SidebarGroup,
  type SidebarState,
} from "./sidebar-state";

interface SidebarProps {
  shopName: string;
  firstName: string;
  /** The state stored in the cookie. */
  state: SidebarState;
  /** The groups that are open, as stored in the cookie. */
  open: readonly SidebarGroup[];
}

/**
 * The back office's navigation. Beside the page it is 16 rem wide, or collapsed to icons: Ctrl+B or ⌘B changes that, and a
 * cookie stores it (docs/specification.md §2.15). On narrow screens the same links are a menu above the page, which the
 * details before them opens.
 */
export function AdminSidebar({ shopName, firstName, state, open }: SidebarProps) {
  const { key } = useLocation();
  const [current, toggle] = useSidebar(state);
  const sidebar = useRef<HTMLElement>(null);
  useMenusThatClose(sidebar);
  useSearchKeys();
  return (
    <aside ref={sidebar} data-state={current} className="sidebar">
      <Link to={FIND} aria-label="Find anything" className="sidebar-find lg:hidden">
        <AdminIcon name="search" className="size-6" />
      </Link>
      <details key={key} className="group lg:hidden" data-menu>
        <summary
          aria-controls="sidebar-menu"
          className="flex min-h-14 list-none items-center justify-between gap-16 px-4 py-2"
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
        <AdminSearch id="find" />
        <Link to={FIND} title="Find anything ( / or Ctrl+K )" className="sidebar-link sidebar-find-narrow">
          <AdminIcon name="search" className="size-5 shrink-0" />
          <span className="sr-only">Find anything</span>
        </Link>
        <Links open={open} />
        <Navigation />
        <Foot firstName={firstName} />
      </div>
    </aside>
  );
}

function setCookie(name: string, value: string) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${SIDEBAR_COOKIE_AGE_S}; SameSite=Lax${secure}`;
}

/** @returns the current state, and a function that toggles it */
function useSidebar(initial: SidebarState): [SidebarState, () => void] {
  const [chosen, setChosen] = useState<SidebarState | null>(null);
  const state = chosen ?? initial;
  const toggle = () => {
    const next = state === "open" ? "collapsed" : "open";
    setChosen(next);
    setCookie(SIDEBAR_COOKIE, next);
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

function Links({ open }: { open: readonly SidebarGroup[] }) {
  const groups = groupsFor(useContext(RightsContext));
  const nav = useRef<HTMLElement>(null);
  const pathname = useLocation().pathname.toLowerCase();
  const shown = useRef("");
  const fold = useFolds(open);
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
    <nav ref={nav} aria-label="Back office" className="sidebar-groups">
      {groups.map(({ key, title, entries }) =>
        key === null ? (
          <LinkList key="first" entries={entries} />
        ) : (
          <details
            key={key}
            className="sidebar-group"
            open={open.includes(key) || entries.some((entry) => isCurrent(entry, pathname))}
          >
            <summary
              className="sidebar-title"
              title={title ?? undefined}
              onClick={(event) => fold(key, event)}
            >
              <Icon name="chevron" className="sidebar-chevron" />
              <span className="sidebar-label">{title}</span>
            </summary>
            <LinkList entries={entries} />
          </details>
        ),
      )}
    </nav>
  );
}

/**
 * Remembers in a cookie which groups are open. The browser opens and folds them, also without scripts; the group of the
 * current page is open whatever was chosen.
 */
function useFolds(initial: readonly SidebarGroup[]) {
  const open = useRef<Set<SidebarGroup>>(null);
  return (group: SidebarGroup, { currentTarget }: MouseEvent) => {
    const chosen = (open.current ??= new Set(initial));
    // This runs before the browser changes it.
    if ((currentTarget.parentElement as HTMLDetailsElement).open) chosen.delete(group);
    else chosen.add(group);
    setCookie(FOLDS_COOKIE, foldsText(chosen));
  };
}

function LinkList({ entries }: { entries: Entry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          <SidebarLink {...entry} />
        </li>
      ))}
    </ul>
  );
}

/** What is always in view, whatever is folded and however low the window is. */
function Navigation() {
  const entries = linksFor(NAVIGATION, useContext(RightsContext));
  return (
    <nav aria-labelledby="sidebar-navigation" className="sidebar-navigation">
      <p id="sidebar-navigation" className="sidebar-label sidebar-title">
        Navigation
      </p>
      <LinkList entries={entries} />
    </nav>
  );
}

const isCurrent = ({ to, end }: Pick<Entry, "to" | "end">, pathname: string) =>
  pathname === to || (!end && pathname.startsWith(`${to}/`));

/** In place of React Router's NavLink, of which fifty took 9 % of a page's time. */
function SidebarLink({ to, label, hint, icon, end }: Entry) {
  const pathname = useLocation().pathname.toLowerCase();
  return (
    <Link
      to={to}
      title={hint ?? label}
      aria-current={isCurrent({ to, end }, pathname) ? "page" : undefined}
      className="sidebar-link"
    >
      <AdminIcon name={icon} className="size-5 shrink-0" />
      <span className="sidebar-label truncate">{label}</span>
    </Link>
  );
}

/** Who is logged in, with a menu of the own account. */
function Foot({ firstName }: { firstName: string }) {
  const { key } = useLocation();
  return (
    <div className="sidebar-foot">
      <details key={key} className="sidebar-account" data-menu>
        <summary className="sidebar-link" title="Your account, password, logout">
          <AdminIcon name="user" className="size-5 shrink-0" />
          <span className="sidebar-label min-w-0 flex-1 truncate">
            Hi, <bdi>{firstName}</bdi>
          </span>
          <Icon
            name="chevron"
            className="sidebar-chevron max-lg:hidden lg:in-data-[state=collapsed]:hidden"
          />
        </summary>
        <div className="sidebar-account-menu">
          <SidebarLink to="/admin/account" label="Your account" icon="user" end />
          <SidebarLink to="/admin/change-password" label="Change password" icon="key" />
          <Form method="post" action="/logout">
            <button type="submit" className="sidebar-link w-full">
              <AdminIcon name="logout" className="size-5 shrink-0" />
              <span className="sidebar-label">Logout</span>
            </button>
          </Form>
        </div>
      </details>
      <ThemeToggle />
    </div>
  );
}
