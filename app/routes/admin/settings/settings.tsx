import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import {
  parseShown,
  SETTINGS_KEYS,
  SETTINGS_LABELS,
  SETTINGS_SAVED,
  type SettingsKey,
  settingsSchema,
  settingText,
  type SettingsValues,
} from "~/domain/shop/settings/settings.schema";
import { invoicePrefix } from "~/domain/shop/settings/invoice-prefix";
import {
  readSettings,
  readSettingsStillNeeded,
  saveSettings,
  settingsValues,
} from "~/domain/shop/settings/settings.server";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { IfMay } from "~/ui/admin/frame/rights";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { SettingsForm } from "~/ui/admin/shop/settings-form";
import type { Route } from "./+types/settings";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Settings") }];
}

const asTexts = (values: SettingsValues) =>
  Object.fromEntries(SETTINGS_KEYS.map((key) => [key, settingText(values, key)])) as Record<
    SettingsKey,
    string
  >;

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const settings = await readSettings(readDb);
  const values: Partial<SettingsValues> = settingsValues(settings);
  const needed = await readSettingsStillNeeded(readDb);
  const texts = asTexts(settingsValues(settings));
  // These still have placeholder values: leave them empty, so that nobody saves them along with another change.
  for (const key of needed) {
    texts[key] = "";
    delete values[key];
  }
  return {
    values: texts,
    shown: JSON.stringify(values),
    needed: needed.map((key) => SETTINGS_LABELS[key]),
    nextPrefix: invoicePrefix(settings),
    history: await readAudit(readDb, "settings", 0),
    hasPlan: (await readPlan(readDb)).isOn,
  };
}

/** Saves all settings but the look. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: settingsSchema });
  const shown = parseShown(form.get("shown"));
  if (submission.status !== "success") {
    return data({ result: submission.reply(), shown: JSON.stringify(shown) }, { status: 400 });
  }
  const outcome = await saveSettings(writeDb, { staffId, values: submission.value, shown });
  if (outcome.ok)
    return redirectWithFlash(context, "/admin/settings", { kind: "success", text: SETTINGS_SAVED });

  const { messages, summary, current, changed } = outcome;
  const fieldErrors = Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, [message]]));
  const result = submission.reply({ formErrors: [summary], fieldErrors });
  // Fields that this form does not change show the current value; changed ones stay as typed.
  const typed = Object.fromEntries(changed.map((key) => [key, result.initialValue?.[key]]));
  const merged = { ...result, initialValue: { ...asTexts(current), ...typed } };
  return data({ result: merged, shown: JSON.stringify(current) }, { status: 400 });
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { values, history, needed, nextPrefix, hasPlan } = loaderData;
  const shown = actionData?.shown ?? loaderData.shown;
  return (
    <div className="admin-page">
      <AdminHeading>Settings</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        {needed.length > 0 ? (
          <Notice>
            Nobody can order yet. Fill in and save: {needed.join(", ")}. Bills, terms and checkout need them.
          </Notice>
        ) : null}
        {hasPlan ? (
          <Notice>
            The{" "}
            <Link to="/admin/delivery" className="link">
              delivery plan
            </Link>{" "}
            is on: “Free shipping above”, “Shipping fee” and “Delivery days” do not count.
          </Notice>
        ) : null}
        {/* The key remounts the form when its initial values change. */}
        <SettingsForm
          key={shown}
          values={values}
          shown={shown}
          nextPrefix={nextPrefix}
          lastResult={actionData?.result}
        />
        <p>
          Rates of tax by HSN code, with the days from which they count:{" "}
          <Link to="/admin/settings/tax-rates" className="link">
            Rates of tax
          </Link>
          . Books whose code has too few digits:{" "}
          <Link to="/admin/settings/hsn" className="link">
            HSN codes too short
          </Link>
          .
        </p>
        <IfMay right="content">
          <p>
            The logo, the icon and the colours are on the page{" "}
            <Link to="/admin/appearance/look" className="link">
              Look
            </Link>
            .
          </p>
        </IfMay>
        <FormGroup title="History">
          <AuditTrail entries={history} />
        </FormGroup>
      </div>
    </div>
  );
}
