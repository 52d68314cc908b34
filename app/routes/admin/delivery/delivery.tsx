import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { parseId } from "~/domain/kit/ids";
import { notCovered } from "~/domain/sales/delivery/coverage";
import { withoutZone, withRules } from "~/domain/sales/delivery/plan-edits";
import { readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/delivery";
import { DeliveryTabs } from "./delivery-tabs";
import { answerChange } from "./plan-answer.server";
import { NotCovered, PlanState } from "./plan-state";
import { DeleteZoneDialog, SwitchDialog } from "./plan-dialogs";
import { tried } from "./tried.server";
import { TryPin } from "./try-pin";
import { ZONE_COLUMNS } from "./zone-columns";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Delivery") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const [{ plan, version }, settings] = await Promise.all([readPlanAndVersion(readDb), readSettings(readDb)]);
  const asked = parseConfirm(url.searchParams, ["on", "off", "delete"]);
  const deleting = asked?.action === "delete" ? plan.zones.find(({ id }) => id === asked.id) : undefined;
  if (asked?.action === "delete" && !deleting) throw data("There is no such zone", { status: 404 });
  return {
    isOn: plan.isOn,
    zones: plan.zones,
    version,
    notCovered: notCovered(plan),
    flat: { fee: settings.shippingFee, freeAbove: settings.shippingThreshold, days: settings.deliveryDays },
    tried: tried(plan, settings, url.searchParams),
    switching: asked && asked.action !== "delete" ? asked.action : null,
    deleting: deleting ?? null,
  };
}

/** POST: the dialogs of ?confirm= (switch-on, switch-off, delete with `id`). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const to = url.pathname + listHref(url.searchParams);
  const change = { context, form, staffId, part: "dialog", typed: {} };
  switch (form.get("intent")) {
    case "switch-on":
    case "switch-off": {
      const isOn = form.get("intent") === "switch-on";
      const text = isOn ? "The delivery plan is switched on" : "The delivery plan is switched off";
      return answerChange({ ...change, edit: withRules({ isOn }), done: { to, text } });
    }
    case "delete": {
      const id = parseId(form.get("id")) ?? 0;
      return answerChange({ ...change, edit: withoutZone(id), done: { to, text: "The zone is deleted" } });
    }
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { zones, version, switching, deleting } = loaderData;
  const problem = actionData?.result.error?.[""]?.join(" ");
  const dialog = { version: actionData?.version ?? version, problem };
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to="/admin/delivery/zones/new" size="sm">
            Add Zone
          </ButtonLink>
        }
      >
        Delivery
      </AdminHeading>
      <DeliveryTabs />
      <div className="grid grid-cols-1 gap-8">
        <PlanState {...loaderData} />
        <section aria-labelledby="zones" className="min-w-0">
          <div className="part-head">
            <h2 id="zones">Zones</h2>
          </div>
          <DataTable
            label="Zones of the plan"
            columns={ZONE_COLUMNS}
            rows={zones}
            rowKey={({ id }) => id}
            empty="No zones yet. Add one, or begin with a preset."
            stacks
          />
          {zones.length > 0 ? <NotCovered isOn={loaderData.isOn} states={loaderData.notCovered} /> : null}
        </section>
        <TryPin isOn={loaderData.isOn} tried={loaderData.tried} />
      </div>
      {switching ? <SwitchDialog {...loaderData} {...dialog} isOn={switching === "on"} /> : null}
      {deleting ? <DeleteZoneDialog zone={deleting} {...dialog} /> : null}
    </div>
  );
}
