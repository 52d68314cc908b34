import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDateTime } from "~/domain/kit/dates";
import type { LegalKind } from "~/domain/front/pages/pages";
import type { PageRow } from "~/domain/front/pages/staff-pages";
import { legalPages } from "~/domain/front/pages/staff-pages.server";
import { requireStaff } from "~/http/request/guards.server";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/pages";
import { PAGE_COLUMNS } from "./page-columns";
import { PageList } from "./page-list";
import { readPageList } from "./page-list.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Pages") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  return { ...(await readPageList("page", url)), legal: await legalPages(readDb) };
}

export default function Pages({ loaderData }: Route.ComponentProps) {
  const { legal } = loaderData;
  return (
    <PageList
      title="Pages"
      add={{ label: "Add New Page", to: "/admin/pages/new" }}
      columns={PAGE_COLUMNS}
      empty="No pages yet: add About, Contact, Shipping …"
      loaderData={loaderData}
    >
      <section aria-labelledby="legal" className="mt-8">
        <div className="part-head">
          <h2 id="legal">Terms and privacy notice</h2>
        </div>
        <ul>
          <LegalEntry kind="terms" label="Terms" own={legal.terms} />
          <LegalEntry kind="privacy" label="Privacy notice" own={legal.privacy} />
        </ul>
      </section>
    </PageList>
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
