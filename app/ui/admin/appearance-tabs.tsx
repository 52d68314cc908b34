import { NavLink } from "react-router";

/** The pages on which staff change the shop's words and look, in the order of their tabs. */
const TABS: { to: string; label: string; end?: boolean }[] = [
  { to: "/admin/appearance/announcement", label: "Announcement" },
  { to: "/admin/appearance/menus", label: "Menus and footer" },
  { to: "/admin/appearance/featured", label: "Featured books" },
];

/** The tabs below the heading of each of these pages. They are links, since each tab is a page. */
export function AppearanceTabs() {
  return (
    <nav aria-label="Appearance" className="tabs mb-6!">
      {TABS.map(({ to, label, end }) => (
        <NavLink key={to} to={to} end={end} aria-current="true">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
