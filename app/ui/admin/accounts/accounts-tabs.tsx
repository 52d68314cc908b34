import { NavLink } from "react-router";
import { useMaySee } from "~/ui/admin/frame/rights";

/** The screens of the accountant, in sequence; each needs its entry in SCREENS. */
const TABS = [
  { to: "/admin/accounts", label: "Month" },
  { to: "/admin/accounts/gstr1", label: "GSTR-1" },
  { to: "/admin/accounts/reports", label: "Reports" },
  { to: "/admin/accounts/settlements", label: "Settlements" },
  { to: "/admin/accounts/receivables", label: "Open on account" },
  { to: "/admin/accounts/journal", label: "Journal" },
];

/** Their tabs, which keep the month or the days that the page is about. @param params as `periodParams` makes them; left out: none */
export function AccountsTabs({ params }: { params?: string }) {
  const maySee = useMaySee();
  return (
    <nav aria-label="Accounts" className="tabs mb-4!">
      {TABS.filter(({ to }) => maySee(to)).map(({ to, label }) => (
        <NavLink key={to} to={params ? `${to}?${params}` : to} end aria-current="true">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
