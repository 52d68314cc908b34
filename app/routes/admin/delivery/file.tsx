import { readDb } from "~/db/shop-database.server";
import { PLAN_COLUMNS, PLAN_SETTINGS } from "~/domain/sales/delivery/files/plan-columns";
import { readPlanTable } from "~/domain/sales/delivery/files/read-plan-table";
import { readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/file";
import { DeliveryTabs } from "./delivery-tabs";
import { answerTable } from "./table-answer.server";
import { TableForm } from "./table-form";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Delivery plan as a file") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { version } = await readPlanAndVersion(readDb);
  return { version };
}

/** POST: `file` or `table`; intent check or save. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  return answerTable({ context, form, staffId, read: readPlanTable, done: "The delivery plan is saved" });
}

export default function PlanFile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to="/admin/delivery/export" reloadDocument variant="quiet" size="sm">
            Download Plan
          </ButtonLink>
        }
      >
        Delivery
      </AdminHeading>
      <DeliveryTabs />
      <div className="mb-6 grid max-w-3xl grid-cols-1 gap-2">
        <p>
          The whole plan as one table: download it, change it in a spreadsheet, and bring it back. Its zones
          replace those of the plan; whether the plan is on stays as it is. Zones and methods are known by
          their names.
        </p>
        <details>
          <summary className="cursor-pointer py-1 font-semibold">The columns</summary>
          <p className="text-sm">
            {Object.values(PLAN_COLUMNS).join(", ")}. One row for each price: the first row of a zone has its
            states (with ; between) and PIN prefixes (with spaces between), the first row of a method its days
            and terms; rows without a zone or method belong to the one above. A price with neither “Up to
            grams” nor “Up to subtotal” is for every parcel. “Pick-up hours” make a method one that customers
            fetch. The last two columns are for the rows {Object.values(PLAN_SETTINGS).join(", ")}.
          </p>
        </details>
      </div>
      <TableForm
        key={actionData?.text}
        label="Or paste it"
        hint="From a spreadsheet or a CSV file, with the headings"
        version={loaderData.version}
        answer={actionData}
      />
    </div>
  );
}
