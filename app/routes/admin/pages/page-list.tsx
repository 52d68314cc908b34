import type { ReactNode } from "react";
import type { Listing } from "~/domain/kit/listing/listing";
import type { PageRow, PageSearch } from "~/domain/front/pages/staff-pages";
import type { Column } from "~/ui/admin/lists/data-table";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { PagesNav } from "~/ui/admin/frame/pages-nav";
import { ButtonLink } from "~/ui/kit/button";
import { PAGE_STATES } from "./page-states";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";

/** The list of pages or of news: heading, tabs, search and table. */
export function PageList({
  title,
  add,
  columns,
  empty,
  loaderData: { search, list, openMessages },
  children,
}: {
  title: string;
  /** The button that begins a new one. */
  add: { label: string; to: string };
  columns: Column<PageRow>[];
  /** The sentence while there is none. */
  empty: string;
  loaderData: { search: PageSearch; list: Listing<PageRow>; openMessages: number };
  /** Below the list. */
  children?: ReactNode;
}) {
  return (
    <ListPage
      title={title}
      aside={
        <ButtonLink to={add.to} size="sm">
          {add.label}
        </ButtonLink>
      }
      above={<PagesNav openMessages={openMessages} />}
    >
      <ListTable
        label={title}
        columns={columns}
        list={list}
        search={search}
        filters={<SelectFilter label="State" name="state" value={search.state} options={PAGE_STATES} />}
        rowKey={(page) => page.id}
        none={empty}
        stacks
      />
      {children}
    </ListPage>
  );
}
