import { parseWithZod } from "@conform-to/zod/v4";
import { readDb, writeDb } from "~/db/shop-database.server";
import { namesSchema } from "~/domain/people/accounts/accounts.schema";
import { readProfile, updateProfile } from "~/domain/people/accounts/profile.server";
import { JOBS, RIGHTS } from "~/domain/kit/rights/rights";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { NamesForm } from "~/ui/account/profile-forms";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/account";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Your account") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { id, job, rights } = requireStaff(context);
  const { firstName, lastName, email } = await readProfile(readDb, id);
  return { firstName, lastName, email, job, rights };
}

/** POST: the name of the member of staff who sends it. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const submission = parseWithZod(await readForm(request), { schema: namesSchema });
  if (submission.status !== "success") return formRefusal(submission).invalid();
  await updateProfile(writeDb, staffId, submission.value);
  return redirectWithFlash(context, "/admin/account", { kind: "success", text: "Your name has been saved" });
}

export default function StaffAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, lastName, email, job, rights } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading>Your account</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8 *:first:border-t-0 *:first:pt-0">
        <FormGroup title="Name">
          <p className="text-muted">The histories of books, orders and settings show it with your changes.</p>
          <NamesForm key={firstName + lastName} profile={loaderData} lastResult={actionData?.result} />
        </FormGroup>
        <FormGroup title="Job">
          <p>
            {job ? (
              <>
                Your job in this shop: <strong>{JOBS[job].label}</strong>.{" "}
              </>
            ) : null}
            {rights.length === 0 ? "You may look at your own account." : "You may:"}
          </p>
          <ul className="list-disc pl-5">
            {rights.map((right) => (
              <li key={right}>{RIGHTS[right]}</li>
            ))}
          </ul>
          {rights.includes("staff") ? null : (
            <p className="text-muted">An owner of the shop can change your job and rights.</p>
          )}
        </FormGroup>
        <FormGroup title="Mails">
          <p>The shop can write to you about new orders, return requests and other news.</p>
          <ButtonLink to="/admin/notices" variant="quiet" className="justify-self-start">
            Choose your mails
          </ButtonLink>
        </FormGroup>
        <FormGroup title="Login">
          <p>
            You log in as <strong className="wrap-anywhere">{email}</strong>.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/admin/change-password" variant="quiet">
              Change password
            </ButtonLink>
            <ButtonLink to="/admin/account/security" variant="quiet">
              Second step, devices and logins
            </ButtonLink>
          </div>
        </FormGroup>
      </div>
    </div>
  );
}
