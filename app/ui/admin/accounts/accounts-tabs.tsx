import { NavLink } from "react-router";
import { useIsRegistered, useMaySee } from "~/ui/admin/frame/rights";

const GSTR1 = "/admin/accounts/gstr1";

/** The screens of the accountant, in sequence; each needs its entry in SCREENS; the return is of who has a GSTIN. */
const TABS = [
  { to: "/admin/accounts", label: "Month" },
  { to: GSTR1, label: "GSTR-1" },
  { to: "/admin/accounts/reports", label: "Reports" },
  { to: "/admin/accounts/settlements", label: "Settlements" },
  { to: "/admin/accounts/receivables", label: "Open on account" },
  { to: "/admin/accounts/journal", label: "Journal" },
];

/** Their tabs, which keep the month or the days that the page is about. @param params as `periodParams` makes them; left out: none */
export function AccountsTabs({ params }: { params?: string }) {
  const maySee = useMaySee();
  const isRegistered = useIsRegistered();
  return (
    <nav aria-label="Accounts" className="tabs mb-4!">
      {TABS.filter(({ to }) => maySee(to) && (isRegistered || to !== GSTR1)).map(({ to, label }) => (
        <NavLink key={to} to={params ? `${to}?${params}` : to} end aria-current="true">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
