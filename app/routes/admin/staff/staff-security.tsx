import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { resetFactors } from "~/domain/people/factors/factor-changes.server";
import { factorRulesSchema, parseShownRules, rulesInWords } from "~/domain/people/factors/factor-rules";
import { readFactorRules, saveFactorRules } from "~/domain/people/factors/factor-rules.server";
import { OWN_FACTOR_FIRST } from "~/domain/people/factors/factors";
import { hasSecondFactor } from "~/domain/people/factors/second-factor.server";
import { parseId } from "~/domain/kit/ids";
import { readId } from "~/domain/kit/search-params";
import { STAFF_NOT_FOUND } from "~/domain/people/staff/staff";
import { listStaff } from "~/domain/people/staff/staff.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight } from "~/http/request/guards.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import type { Route } from "./+types/staff-security";
import { PeopleList, ResetDialog } from "./reset-factors";
import { RulesForm } from "./rules-form";

const PAGE = "/admin/staff/security";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "How staff log in") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const own = requireRight(context, "staff");
  const [rules, staff] = await Promise.all([readFactorRules(readDb), listStaff(readDb)]);
  const people = staff
    .filter(({ status }) => status === "active")
    .map(({ id, name, email, hasSecondFactor }) => ({
      id,
      name,
      email,
      hasSecondFactor,
      isOwn: id === own.id,
    }));
  const asked = readId(url.searchParams, "reset");
  return {
    rules,
    people,
    asked: people.find(({ id, isOwn, hasSecondFactor }) => id === asked && !isOwn && hasSecondFactor) ?? null,
  };
}

/** POST: intent save-rules, or reset with the id of a member of staff. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "staff").id;
  const form = await readForm(request);
  await requireRecentProof(context, request, { form });
  const done = (text: string) => redirectWithFlash(context, PAGE, { kind: "success", text });
  switch (form.get("intent")) {
    case "save-rules":
      return saveRules(form, staffId, done);
    case "reset": {
      const accountId = parseId(form.get("id"));
      const site = await mailSite(getRequestSession(context));
      const name =
        accountId === null || accountId === staffId
          ? null
          : await resetFactors(writeDb, { accountId, staffId }, site);
      if (name === null) throw data(STAFF_NOT_FOUND, { status: 404 });
      return done(`${name} logs in with the password alone until they set up a new second step`);
    }
    default:
      throw data("Unknown intent", { status: 400 });
  }
}

async function saveRules(form: FormData, staffId: number, done: (text: string) => Response) {
  const submission = parseWithZod(form, { schema: factorRulesSchema });
  const shown = parseShownRules(form.get("shown"));
  const refuse = (problem: Parameters<typeof submission.reply>[0], now = shown) =>
    data({ result: submission.reply(problem), shown: now }, { status: 400 });
  if (submission.status !== "success") return refuse({});
  const rules = submission.value;
  if (rules.requireSecondFactor && !(await hasSecondFactor(readDb, staffId)))
    return refuse({ fieldErrors: { requireSecondFactor: [OWN_FACTOR_FIRST] } });
  const saved = await saveFactorRules(writeDb, { staffId, rules, shown });
  if (saved.ok) return done("How staff log in has been saved");
  const current = Object.values(rulesInWords(saved.current)).join("; ");
  const message = `Somebody else has changed this meanwhile. It is now: ${current}. Save again to replace that.`;
  return refuse({ formErrors: [message] }, saved.current);
}

export default function StaffSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, people, asked } = loaderData;
  const shown = actionData?.shown ?? rules;
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Staff", to: "/admin/staff" }, { label: "How staff log in" }]} />
      <AdminHeading>How staff log in</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8 *:first:border-t-0 *:first:pt-0">
        <FormGroup title="Rules">
          <RulesForm
            key={JSON.stringify(shown)}
            rules={rules}
            shown={shown}
            lastResult={actionData?.result}
          />
        </FormGroup>
        <FormGroup title="Second steps">
          <PeopleList page={PAGE} people={people} />
        </FormGroup>
      </div>
      {asked ? <ResetDialog page={PAGE} person={asked} /> : null}
    </div>
  );
}
