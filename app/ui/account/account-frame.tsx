import type { ReactNode } from "react";
import { NavLink, useLocation, useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { Icon } from "~/ui/kit/icons";
import { Opening } from "./opening";

interface AccountPage {
  to: string;
  label: string;
  end?: boolean;
  isForProviders?: boolean;
  /** Of those who buy on account. */
  isForTrade?: boolean;
  /** Of those who were quoted something. */
  isForQuoted?: boolean;
  /** The first of the pages outside this frame. */
  isApart?: boolean;
}

/** The pages of a customer's account, in the order of the list. */
const PAGES: AccountPage[] = [
  { to: "/account", label: "Profile", end: true },
  { to: "/account/addresses", label: "Addresses" },
  { to: "/account/quotations", label: "Quotations", isForQuoted: true },
  { to: "/account/statement", label: "On account", isForTrade: true },
  { to: "/account/devices", label: "Devices" },
  { to: "/account/passkeys", label: "Passkeys" },
  { to: "/account/connections", label: "Connections", isForProviders: true },
  { to: "/account/data", label: "Your data" },
  { to: "/orders", label: "Order History", isApart: true },
  { to: "/wishlist", label: "Wishlist" },
];

/** The frame of the pages below /account. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { providers } = useRouteLoaderData<RootData>("root")!;
  const own = useRouteLoaderData<{ isOnAccount: boolean; hasQuotations: boolean }>("routes/account/account");
  const pages = PAGES.filter(
    (page) =>
      (!page.isForProviders || providers) &&
      (!page.isForTrade || own?.isOnAccount) &&
      (!page.isForQuoted || own?.hasQuotations),
  );
  return (
    <div className="page grid items-start gap-6 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <nav aria-label="My Account" className="min-w-0 md:sticky md:top-24">
        <FoldedList pages={pages} />
        <p className="eyebrow mb-3 max-md:hidden">My Account</p>
        <PageList pages={pages} className="max-md:hidden" />
      </nav>
      <div className="min-w-0">
        <Opening>{title}</Opening>
        <div className="parts">{children}</div>
      </div>
    </div>
  );
}

/** On phones: one line that names the current page and opens the list. */
function FoldedList({ pages }: { pages: AccountPage[] }) {
  const { pathname } = useLocation();
  const here = pages.findLast(({ to, end }) => (end ? pathname === to : pathname.startsWith(to)));
  return (
    <details key={pathname} className="account-menu md:hidden">
      <summary>
        <span className="text-muted">My Account</span>
        <span aria-hidden="true" className="text-muted">
          ›
        </span>
        <span className="font-semibold">{here?.label}</span>
        <Icon name="chevron" className="ml-auto size-5 transition-transform" />
      </summary>
      <PageList pages={pages} />
    </details>
  );
}

function PageList({ pages, className = "" }: { pages: AccountPage[]; className?: string }) {
  return (
    <ul className={`account-list ${className}`}>
      {pages.map(({ to, label, end, isApart }) => (
        <li key={to} className={isApart ? "is-apart" : undefined}>
          <NavLink to={to} end={end}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
