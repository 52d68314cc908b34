import { Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { AUDIT_KINDS, AUDIT_SUBJECTS } from "~/domain/audit/audit-kinds";
import { auditChoices, listAudit } from "~/domain/audit/audit-log.server";
import { isNarrowed, NO_ACCOUNT, NO_ACCOUNT_LABEL, parseAuditSearch } from "~/domain/audit/audit-search";
import { listHref } from "~/domain/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { DataTable } from "~/ui/admin/data-table";
import { DateRange } from "~/ui/admin/date-range";
import { FilterButton, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/audit";
import { AUDIT_COLUMNS } from "./audit/audit-columns";
import { AuditPages } from "./audit/audit-pages";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Audit log") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseAuditSearch(url.searchParams);
  const [page, choices] = await Promise.all([
    listAudit(readDb, search, requireStaff(context).rights),
    auditChoices(readDb),
  ]);
  return { search, page, choices };
}

const KINDS = AUDIT_SUBJECTS.map((subject) => [subject, AUDIT_KINDS[subject].label] as const);

export default function AuditLog({ loaderData: { search, page, choices } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const people = choices.people.map(({ id, name }) => [id, name] as const);
  const actions = choices.actions.map((action) => [action, action] as const);
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          // Without `download`: the answer may be the page that asks for the password again.
          <a
            href={`/admin/audit/export${listHref(params, { older: null, newer: null })}`}
            className="btn btn-quiet btn-sm"
          >
            Export CSV
          </a>
        }
      >
        Audit log
      </AdminHeading>
      <ListToolbar
        search={search}
        finds="Finds fields and values that were changed."
        filters={
          <>
            <SelectFilter
              label="Person"
              name="who"
              value={search.who}
              options={[...people, [NO_ACCOUNT, NO_ACCOUNT_LABEL]]}
            />
            <SelectFilter label="What" name="kind" value={search.kind} options={KINDS} />
            <SelectFilter label="Action" name="action" value={search.action} options={actions} />
            <DateRange label="From" from={search.from} to={search.to} things="entry" />
            <FilterButton />
            {isNarrowed(search) ? (
              <Link to={listHref(new URLSearchParams())} className="link py-1.5">
                Clear filters
              </Link>
            ) : null}
          </>
        }
      />
      <DataTable
        label="Audit log"
        columns={AUDIT_COLUMNS}
        rows={page.entries}
        rowKey={(entry) => entry.id}
        empty={isNarrowed(search) ? undefined : "No entries yet"}
        stacks
        isTall
      />
      <AuditPages page={page} />
    </div>
  );
}
