import type { ReactNode } from "react";
import { NavLink, useRouteLoaderData } from "react-router";
import type { RootData } from "~/root";
import { PageHeading } from "../page-heading";

/** The pages of a customer's own account, in the order of the menu beside them. */
const PAGES: { to: string; label: string; end?: boolean; isForProviders?: boolean }[] = [
  { to: "/account", label: "Profile", end: true },
  { to: "/account/addresses", label: "Addresses" },
  { to: "/account/devices", label: "Devices" },
  { to: "/account/connections", label: "Connections", isForProviders: true },
  { to: "/account/data", label: "Your data" },
  { to: "/orders", label: "Order History" },
  { to: "/wishlist", label: "Wishlist" },
];

/** The frame of the pages below /account. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { providers } = useRouteLoaderData<RootData>("root")!;
  const pages = PAGES.filter((page) => !page.isForProviders || providers);
  return (
    <div className="page">
      <PageHeading>{title}</PageHeading>
      <div className="grid items-start gap-6 md:grid-cols-[11rem_1fr] md:gap-10">
        <nav aria-label="My Account">
          <ul className="flex flex-wrap gap-1 md:grid">
            {pages.map(({ to, label, end }) => (
              <li key={to}>
                <NavLink to={to} end={end} className="sidebar-link max-md:px-2 max-md:text-sm">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-6">{children}</div>
      </div>
    </div>
  );
}

/** A named part of such a page. */
export function AccountSection({
  id,
  title,
  children,
}: {
  /** Unique on the page: forms and messages can be led back to it. */
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="panel grid content-start gap-5">
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
