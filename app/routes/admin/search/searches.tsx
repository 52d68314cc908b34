import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { parseTermSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import { listSearchTerms, weeksOfSearches } from "~/domain/catalogue/finding/search-terms/staff-terms.server";
import { requireStaff } from "~/http/request/guards.server";
import { ListIntro, SelectFilter } from "~/ui/admin/lists/list-controls";
import { SearchTabs } from "~/ui/admin/frame/search-tabs";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/searches";
import { TERM_COLUMNS } from "./term-columns";

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
  return (
    <ListPage
      title="Shoppers’ searches"
      above={
        <>
          <SearchTabs />
          <ListIntro>
            What was searched in the store and found nothing, or only books whose words are spelt similarly.
            The words are counted by week and kept for half a year, without who searched. Searches that look
            like an email address or a number of a person or an order are not kept.
          </ListIntro>
        </>
      }
    >
      <ListTable
        label="Searches not found"
        columns={TERM_COLUMNS}
        list={list}
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
          </>
        }
        rowKey={({ term }) => term}
        none="Every search has found something so far"
        stacks
      />
    </ListPage>
  );
}
