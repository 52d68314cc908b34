import type { Listing } from "~/domain/listing/listing";
import type { PageRow, PageSearch } from "~/domain/pages/staff-pages";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { type Column, DataTable } from "~/ui/admin/data-table";
import { FilterButton, ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { PagesNav } from "~/ui/admin/pages-nav";
import { ButtonLink } from "~/ui/kit/button";
import { PAGE_STATES } from "./page-states";

/** The list of pages or of news: heading, tabs, search and table. */
export function PageList({
  title,
  add,
  columns,
  empty,
  loaderData: { search, list, openMessages },
}: {
  title: string;
  /** The button that begins a new one. */
  add: { label: string; to: string };
  columns: Column<PageRow>[];
  /** The sentence while there is none. */
  empty: string;
  loaderData: { search: PageSearch; list: Listing<PageRow>; openMessages: number };
}) {
  return (
    <>
      <AdminHeading
        aside={
          <ButtonLink to={add.to} size="sm">
            {add.label}
          </ButtonLink>
        }
      >
        {title}
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
        label={title}
        columns={columns}
        rows={list.rows}
        rowKey={(page) => page.id}
        sort={search.sort}
        empty={search.q || search.state ? undefined : empty}
        stacks
      />
      <ListFooter list={list} />
    </>
  );
}
