import { readDb } from "~/db/shop-database.server";
import { parsePageSearch } from "~/domain/pages/staff-pages";
import { countOpenMessages } from "~/domain/pages/staff-messages.server";
import { listPages } from "~/domain/pages/staff-pages.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { DataTable } from "~/ui/admin/data-table";
import { FilterButton, ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { PagesNav } from "~/ui/admin/pages-nav";
import { pageTitle } from "~/ui/frame/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/news";
import { NEWS_COLUMNS } from "./pages/page-columns";
import { PAGE_STATES } from "./pages/page-states";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "News") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parsePageSearch(url.searchParams);
  return {
    search,
    list: await listPages(readDb, "news", search),
    openMessages: await countOpenMessages(readDb),
  };
}

export default function News({ loaderData: { search, list, openMessages } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to="/admin/pages/new?kind=news" size="sm">
            Add News
          </ButtonLink>
        }
      >
        News
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
        label="News"
        columns={NEWS_COLUMNS}
        rows={list.rows}
        rowKey={(post) => post.id}
        sort={search.sort}
        empty={search.q || search.state ? undefined : "No news yet. Visitors find them at /news."}
        stacks
      />
      <ListFooter list={list} />
    </div>
  );
}
