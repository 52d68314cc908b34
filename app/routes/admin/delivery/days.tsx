import { readDb } from "~/db/shop-database.server";
import { rulesField, rulesTexts, rulesTyped, typedRules } from "~/domain/sales/delivery/forms/rules-form";
import { withRules } from "~/domain/sales/delivery/plan-edits";
import { readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { countBooksWithoutWeight } from "~/domain/sales/delivery/unweighed.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/days";
import { DeliveryTabs } from "./delivery-tabs";
import { answerChange } from "./plan-answer.server";
import { RulesForm } from "./rules-form";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Weights and days") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const [{ plan, version }, unweighed] = await Promise.all([
    readPlanAndVersion(readDb),
    countBooksWithoutWeight(readDb),
  ]);
  return { typed: rulesTexts(plan), version, unweighed };
}

/** Saves weights and days. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const typed = typedRules(form);
  return answerChange({
    context,
    form,
    staffId,
    part: "rules",
    typed,
    edit: withRules(rulesTyped(typed)),
    field: rulesField,
    done: { to: "/admin/delivery/days", text: "Weights and days are saved" },
  });
}

export default function Days({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Delivery</AdminHeading>
      <DeliveryTabs />
      <RulesForm {...loaderData} answer={actionData} />
    </div>
  );
}
