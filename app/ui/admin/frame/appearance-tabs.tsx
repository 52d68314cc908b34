import { useContext } from "react";
import { NavLink } from "react-router";
import { hasRight, SCREENS } from "~/domain/kit/rights/screens";
import { RightsContext } from "./rights";

/** The pages on which staff change the shop's words and look, in the order of their tabs. */
const TABS: { to: string; label: string; end?: boolean }[] = [
  { to: "/admin/appearance", label: "Home page", end: true },
  { to: "/admin/appearance/announcement", label: "Announcement" },
  { to: "/admin/appearance/menus", label: "Menus and footer" },
  { to: "/admin/appearance/featured", label: "Featured books" },
  { to: "/admin/appearance/look", label: "Look" },
  { to: "/admin/mails", label: "Mails" },
];

/**
 * The tabs below the heading of each of these pages, as far as one may see them. They are links, since each tab is a
 * page.
 */
export function AppearanceTabs() {
  const rights = useContext(RightsContext);
  const shown = TABS.filter(({ to }) => SCREENS[to] && hasRight(rights, SCREENS[to].see));
  return (
    <nav aria-label="Appearance" className="tabs mb-6!">
      {shown.map(({ to, label, end }) => (
        <NavLink key={to} to={to} end={end} aria-current="true">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
