import { parseWithZod } from "@conform-to/zod/v4";
import { readDb } from "~/db/shop-database.server";
import { withPlan } from "~/domain/sales/delivery/plan-edits";
import { readPlan, readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { makesZones, presetSchema, withPresets } from "~/domain/sales/delivery/presets/presets";
import { requireStaff } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/presets";
import { DeliveryTabs } from "./delivery-tabs";
import { answerChange, refuse, versionOf } from "./plan-answer.server";
import { PRESET_FIELDS, PresetForm } from "./preset-form";
import { TariffTables } from "./tariff-tables";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Presets of delivery") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { plan, version } = await readPlanAndVersion(readDb);
  return { zones: plan.zones.map(({ name }) => name), shopPin: plan.shopPin, version };
}

/** Puts the chosen presets into the plan. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const typed = Object.fromEntries(PRESET_FIELDS.map((name) => [name, textField(form, name)]));
  const submission = parseWithZod(form, { schema: presetSchema, disableAutoCoercion: true });
  if (submission.status !== "success") {
    const errors = Object.entries(submission.error ?? {}).map(([name, messages]) => [name, messages ?? []]);
    return refuse("presets", typed, Object.fromEntries(errors), versionOf(form));
  }
  const choice = submission.value;
  if (makesZones(choice) && !choice.replaces && (await readPlan(readDb)).zones.length > 0) {
    const replaces = ["Tick this to replace the zones that are there, or choose Gyan Post alone"];
    return refuse("presets", typed, { replaces }, versionOf(form));
  }
  return answerChange({
    context,
    form,
    staffId,
    part: "presets",
    typed,
    edit: withPlan((plan) => withPresets(plan, choice)),
    done: { to: "/admin/delivery", text: "The preset is in the plan. Check its prices and days" },
  });
}

export default function Presets({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Delivery</AdminHeading>
      <DeliveryTabs />
      <div className="grid max-w-5xl grid-cols-1 gap-10">
        <PresetForm {...loaderData} answer={actionData} />
        <TariffTables />
      </div>
    </div>
  );
}
