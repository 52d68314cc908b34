import { readDb } from "~/db/shop-database.server";
import {
  type ChosenColumn,
  HEADING_MAX,
  headingField,
  MANIFEST_COLUMNS,
  offeredColumns,
  parseManifestColumns,
  placeField,
} from "~/domain/sales/orders/fulfilment/manifest";
import { countManifest } from "~/domain/sales/orders/fulfilment/manifest.server";
import { savedColumns } from "~/domain/sales/saved-columns.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { CheckboxField } from "~/ui/kit/field";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/manifest";
import { readOrderIds } from "../order-ids";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Manifest") }];
}

/** The orders in the address, one `order` for each; without any all that are packed. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const ids = readOrderIds(url.searchParams);
  const [saved, counted] = await Promise.all([savedColumns(readDb, "manifest"), countManifest(readDb, ids)]);
  return { ids, columns: parseManifestColumns(url.searchParams, saved), ...counted };
}

export default function Manifest({ loaderData: { ids, columns, count, leftOut } }: Route.ComponentProps) {
  const listLeft = useListLeft();
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: "Manifest" },
        ]}
      />
      <AdminHeading>Manifest</AdminHeading>
      <form method="get" action="/admin/orders/manifest/file" className="grid max-w-3xl grid-cols-1 gap-6">
        {ids.map((id) => (
          <input key={id} type="hidden" name="order" value={id} />
        ))}
        <p className="max-w-prose">
          The carrier’s table as CSV:{" "}
          {count === 1 ? "1 order" : `${count} ${ids.length > 0 ? "orders" : "packed orders"}`}. Orders that
          are not paid, have arrived, or are fetched at the shop, are left out. Weights are those of the
          delivery plan.
        </p>
        {leftOut.length > 0 ? <Notice>Left out: {leftOut.map((id) => `#${id}`).join(", ")}</Notice> : null}
        <fieldset>
          <legend className="font-semibold">Columns</legend>
          <p className="text-muted mb-3 text-sm">
            Give each the heading that the carrier asks for, and its place. They are saved for the next
            manifest.
          </p>
          <div
            aria-hidden
            className="text-muted mb-1 hidden grid-cols-[minmax(0,1fr)_4.5rem_minmax(0,1fr)] gap-x-4 text-sm sm:grid"
          >
            <span>Column</span>
            <span>Place</span>
            <span>Heading</span>
          </div>
          <ul className="grid gap-x-6 gap-y-3">
            {offeredColumns(columns).map((one, at) => (
              <li key={one.column}>
                <ManifestColumnFields {...one} place={at + 1} />
              </li>
            ))}
          </ul>
        </fieldset>
        <div>
          <Button>Download the manifest</Button>
        </div>
      </form>
    </div>
  );
}

/** Whether a column is in the file, where, and what it is called there. */
function ManifestColumnFields({
  column,
  header,
  isChosen,
  place,
}: ChosenColumn & { isChosen: boolean; place: number }) {
  const { label } = MANIFEST_COLUMNS[column];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_4.5rem_minmax(0,1fr)]">
      <CheckboxField label={label} name="column" value={column} defaultChecked={isChosen} />
      <input
        name={placeField(column)}
        aria-label={`Place of “${label}”`}
        defaultValue={place}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        className="input w-full"
      />
      <input
        name={headingField(column)}
        aria-label={`Heading of “${label}”`}
        defaultValue={header}
        maxLength={HEADING_MAX}
        autoComplete="off"
        className="input w-full max-sm:col-span-2"
      />
    </div>
  );
}
