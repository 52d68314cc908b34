import { Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { AUDIT_KINDS, AUDIT_SUBJECTS } from "~/domain/kit/audit/audit-kinds";
import { auditChoices, listAudit } from "~/domain/kit/audit/audit-log.server";
import { isNarrowed, NO_ACCOUNT, NO_ACCOUNT_LABEL, parseAuditSearch } from "~/domain/kit/audit/audit-search";
import { datesReversed, isReversed, listHref } from "~/domain/kit/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { DataTable } from "~/ui/admin/lists/data-table";
import { DateRange } from "~/ui/admin/lists/date-range";
import { FilterChip } from "~/ui/admin/lists/filter-chip";
import { FilterButton, ListToolbar, SelectFilter } from "~/ui/admin/lists/list-controls";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/audit";
import { AUDIT_COLUMNS } from "./audit-columns";
import { AuditPages } from "./audit-pages";

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
        hasProblem={isReversed(search.from, search.to)}
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
            {search.whole === null ? null : (
              <ul className="flex">
                <FilterChip name="whole" value={String(search.whole)} without={params}>
                  All of one action
                </FilterChip>
              </ul>
            )}
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
        empty={
          isReversed(search.from, search.to)
            ? datesReversed("entry")
            : isNarrowed(search)
              ? undefined
              : "No entries yet"
        }
        stacks
        isTall
      />
      <AuditPages page={page} />
    </div>
  );
}
