import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDateTime } from "~/domain/dates";
import type { LegalKind } from "~/domain/pages/pages";
import { type PageRow, parsePageSearch } from "~/domain/pages/staff-pages";
import { countOpenMessages } from "~/domain/pages/staff-messages.server";
import { legalPages, listPages } from "~/domain/pages/staff-pages.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { DataTable } from "~/ui/admin/data-table";
import { FilterButton, ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { PagesNav } from "~/ui/admin/pages-nav";
import { pageTitle } from "~/ui/frame/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/pages";
import { PAGE_COLUMNS } from "./pages/page-columns";
import { PAGE_STATES } from "./pages/page-states";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Pages") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parsePageSearch(url.searchParams);
  return {
    search,
    list: await listPages(readDb, "page", search),
    legal: await legalPages(readDb),
    openMessages: await countOpenMessages(readDb),
  };
}

export default function Pages({ loaderData: { search, list, legal, openMessages } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to="/admin/pages/new" size="sm">
            Add New Page
          </ButtonLink>
        }
      >
        Pages
      </AdminHeading>
      <PagesNav openMessages={openMessages} />
      <ListToolbar
        search={search}
        filters={
          <>
            <SelectFilter label="State" name="state" value={search.state} options={PAGE_STATES} />
            <FilterButton />
          </>
        }
      />
      <DataTable
        label="Pages"
        columns={PAGE_COLUMNS}
        rows={list.rows}
        rowKey={(page) => page.id}
        sort={search.sort}
        empty={search.q || search.state ? undefined : "No pages yet: add About, Contact, Shipping …"}
        stacks
      />
      <ListFooter list={list} />
      <section aria-labelledby="legal" className="mt-8">
        <div className="part-head">
          <h2 id="legal">Terms and privacy notice</h2>
        </div>
        <ul>
          <LegalEntry kind="terms" label="Terms" own={legal.terms} />
          <LegalEntry kind="privacy" label="Privacy notice" own={legal.privacy} />
        </ul>
      </section>
    </div>
  );
}

function LegalEntry({ kind, label, own }: { kind: LegalKind; label: string; own: PageRow | null }) {
  return (
    <li className="border-line flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b py-2 text-sm">
      <Link to={`/${kind}?preview=on`} className="row-link min-w-32">
        {label}
      </Link>
      <span className="min-w-64 flex-1">
        {own?.published
          ? `Your own text, changed ${formatDateTime(own.updatedAt)}`
          : own
            ? "Written by the shop from the settings. Your own text is a draft."
            : "Written by the shop from the settings"}
      </span>
      <Link to={own ? `/admin/pages/${own.id}` : `/admin/pages/new?kind=${kind}`} className="row-link">
        {own ? "Edit your own text" : "Write your own"}
        <span className="sr-only"> ({label})</span>
      </Link>
    </li>
  );
}
