import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/dates";
import { parseTermSearch } from "~/domain/search-terms/search-terms";
import { listSearchTerms, weeksOfSearches } from "~/domain/search-terms/staff-terms.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { DataTable } from "~/ui/admin/data-table";
import { FilterButton, ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { SearchTabs } from "~/ui/admin/search-tabs";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/searches";
import { TERM_COLUMNS } from "./search/term-columns";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Searches not found") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseTermSearch(url.searchParams);
  return {
    search,
    list: await listSearchTerms(readDb, search),
    weeks: await weeksOfSearches(readDb),
  };
}

const KINDS = [
  ["missed", "Found nothing"],
  ["forgiven", "Found similar words"],
] as const;

/** What visitors searched and did not find. */
export default function Searches({ loaderData: { search, list, weeks } }: Route.ComponentProps) {
  const isFiltered = search.q || search.kind || search.week;
  return (
    <div className="admin-page">
      <AdminHeading>Search</AdminHeading>
      <SearchTabs />
      <p className="text-muted mb-3 max-w-prose">
        What was searched in the store and found nothing, or only books whose words are spelt similarly. The
        words are counted by week and kept for half a year, without who searched. Searches that look like an
        email address or a number of a person or an order are not kept.
      </p>
      <ListToolbar
        search={search}
        filters={
          <>
            <SelectFilter label="Result" name="kind" value={search.kind} options={KINDS} />
            <SelectFilter
              label="Week of"
              name="week"
              value={search.week}
              options={weeks.map((week) => [week, formatDate(week)] as const)}
            />
            <FilterButton />
          </>
        }
      />
      <DataTable
        label="Searches not found"
        columns={TERM_COLUMNS}
        rows={list.rows}
        rowKey={({ term }) => term}
        sort={search.sort}
        empty={isFiltered ? undefined : "Every search has found something so far"}
        stacks
      />
      <ListFooter list={list} />
    </div>
  );
}
