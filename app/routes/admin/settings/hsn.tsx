import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listShortHsn } from "~/domain/catalogue/books/tax/short-hsn.server";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { ListFooter, ListIntro } from "~/ui/admin/lists/list-controls";
import { ListPage } from "~/ui/admin/lists/list-page";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/hsn";
import { TaxTabs } from "./tax-tabs";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "HSN codes too short") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseListSearch<never>(url.searchParams);
  return listShortHsn(readDb, search);
}

type Row = Route.ComponentProps["loaderData"]["list"]["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Book",
    cell: ({ id, title }) => (
      <ScreenLink to={`/admin/products?edit=${id}`} className="row-link" dir="auto">
        {title}
      </ScreenLink>
    ),
    className: "w-full min-w-40 wrap-anywhere @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "HSN code",
    cell: ({ hsn, isOwn }) => (
      <>
        {hsn} {isOwn ? null : <span className="text-muted">from the settings</span>}
      </>
    ),
    className: "whitespace-nowrap tabular-nums",
  },
];

/** The books whose HSN code has fewer digits than the shop's turnover asks for. */
export default function ShortHsn({ loaderData: { list, digits } }: Route.ComponentProps) {
  return (
    <ListPage
      title="HSN codes too short"
      above={
        <>
          <TaxTabs />
          <ListIntro>
            GST returns want {digits} digits: four up to the limit of turnover, six above, as{" "}
            <Link to="/admin/settings#settings-aboveFiveCrore" className="link">
              the settings
            </Link>{" "}
            say. A book without a code has that of the settings. Documents print a code as it is stored.
          </ListIntro>
        </>
      }
    >
      <DataTable
        label="Books whose HSN code is too short"
        columns={COLUMNS}
        rows={list.rows}
        rowKey={({ id }) => id}
        empty="All books have a code that is long enough"
        stacks
      />
      <ListFooter list={list} />
    </ListPage>
  );
}
