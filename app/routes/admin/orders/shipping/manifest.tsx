import { readDb } from "~/db/shop-database.server";
import {
  MANIFEST_COLUMNS,
  type ManifestColumn,
  parseManifestColumns,
} from "~/domain/sales/orders/fulfilment/manifest";
import { countManifest } from "~/domain/sales/orders/fulfilment/manifest.server";
import { savedColumns } from "~/domain/sales/saved-columns.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button } from "~/ui/kit/button";
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
  const [saved, count] = await Promise.all([savedColumns(readDb, "manifest"), countManifest(readDb, ids)]);
  return { ids, columns: parseManifestColumns(url.searchParams, saved), count };
}

export default function Manifest({ loaderData: { ids, columns, count } }: Route.ComponentProps) {
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
          are not paid, or have arrived, are left out. Weights are those of the delivery plan.
        </p>
        <fieldset>
          <legend className="font-semibold">Columns</legend>
          <p className="text-muted mb-2 text-sm">They are saved for the next manifest.</p>
          <div className="grid gap-2 sm:grid-cols-2">
            {(Object.keys(MANIFEST_COLUMNS) as ManifestColumn[]).map((column) => (
              <CheckboxField
                key={column}
                label={MANIFEST_COLUMNS[column].label}
                name="column"
                value={column}
                defaultChecked={columns.includes(column)}
              />
            ))}
          </div>
        </fieldset>
        <div>
          <Button>Download the manifest</Button>
        </div>
      </form>
    </div>
  );
}
