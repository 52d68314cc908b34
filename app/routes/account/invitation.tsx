import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, Link, redirect } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { NAME_MAX } from "~/domain/accounts/accounts.schema";
import { JOBS, RIGHTS } from "~/domain/rights/rights";
import { readParam } from "~/domain/search-params";
import { acceptInvitation } from "~/domain/staff/accept-invitation.server";
import { findInvitation } from "~/domain/staff/invitations.server";
import type { Invitation } from "~/domain/staff/staff";
import { acceptInvitationSchema } from "~/domain/staff/staff.schema";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { rememberStaff } from "~/http/request/kept-form.server";
import { rememberDevice } from "~/http/request/login-limits.server";
import { addressKey, takeFromLimit } from "~/http/request/rate-limit.server";
import { readForm } from "~/http/request/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { NewPasswordFields } from "~/ui/account/new-password-fields";
import type { FailureWords } from "~/ui/frame/failure-message";
import { pageTitle } from "~/ui/frame/page-title";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { Route } from "./+types/invitation";

const ACCEPT_FAILED = "The invitation could not be accepted";
const TITLE = "Invitation";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export const handle: FailureWords = { failed: { "": ACCEPT_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TITLE) }, { name: "robots", content: "noindex" }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const invitation = await findInvitation(readDb, token);
  const isOpen = invitation?.state === "open";
  const loggedInAs = getRequestSession(context).account?.email ?? null;
  const status = isOpen ? 200 : 400;
  return data(
    { token: isOpen ? token : "", invitation: invitation && shown(invitation), loggedInAs },
    { status },
  );
}

type OverState = Exclude<Invitation["state"], "open">;

/** An invitation that is over shows nothing but that. */
function shown({ state, ...invitation }: Invitation) {
  return state === "open" ? { state, ...invitation } : { state, invitedBy: invitation.invitedBy };
}

/** POST: log-out (somebody else is logged in), or the new account's names and password. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  if (form.get("intent") === "log-out") {
    await session.signOut();
    return redirect(url.pathname + url.search, 303);
  }
  // The page shows no form to somebody who is logged in.
  if (session.account) return redirect(url.pathname + url.search, 303);
  const submission = parseWithZod(form, { schema: acceptInvitationSchema });
  const refusal = formRefusal(submission, ["password", "confirmPassword", "token"]);
  if (submission.status !== "success") return refusal.invalid();

  const limit = await takeFromLimit("reset", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(ACCEPT_FAILED, async () => {
    const outcome = await acceptInvitation(writeDb, submission.value);
    if (outcome.ok) {
      await session.signIn(outcome.accountId, { remember: false, method: "password" });
      session.setCookie(await rememberDevice(request, outcome.email));
      rememberStaff(session, outcome.accountId);
      const text = "Welcome! Your staff account is ready";
      return redirectWithFlash(context, "/admin", { kind: "success", text });
    }
    if (outcome.reason === "password") return refusal.field("password", outcome.message);
    if (outcome.reason === "busy") return refusal.busy(outcome.message);
    if (outcome.reason === "taken") return refusal.form(outcome.message);
    return redirect(url.pathname + url.search, 303);
  });
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation, loggedInAs } = loaderData;
  if (!invitation || invitation.state !== "open")
    return <Over state={invitation?.state ?? null} by={invitation?.invitedBy ?? null} />;
  if (loggedInAs !== null) return <SomebodyElse email={loggedInAs} invited={invitation.email} />;
  return <AcceptForm token={token} invitation={invitation} lastResult={actionData?.result} />;
}

/** A link that can no longer be used. @param state null: unknown, or replaced by a newer link */
function Over({ state, by }: { state: OverState | null; by: string | null }) {
  const whom = by === null ? "the person who invited you" : by;
  const [message, next] = {
    used: ["This invitation was accepted already.", "Log in with the password that was chosen then."],
    expired: ["This link has expired: it worked for three days.", `Ask ${whom} to send it again.`],
    withdrawn: ["This invitation was withdrawn.", `If you think that this is a mistake, ask ${whom}.`],
    unknown: [
      "This link is not valid.",
      "Check that you have copied all of it. If you were sent more than one invitation, use the newest.",
    ],
  }[state ?? "unknown"];
  return (
    <AccountPanel title={TITLE}>
      <Notice kind="error">{message}</Notice>
      <p dir="auto">{next}</p>
      {state === "used" ? (
        <ButtonLink to="/login?redirectTo=%2Fadmin">Log in</ButtonLink>
      ) : (
        <Link to="/" className="link w-fit py-1">
          Back to home
        </Link>
      )}
    </AccountPanel>
  );
}

function SomebodyElse({ email, invited }: { email: string; invited: string }) {
  return (
    <AccountPanel title={TITLE}>
      <p>
        You are logged in as{" "}
        <strong>
          <EmailText email={email} />
        </strong>
        , but this invitation is for{" "}
        <strong>
          <EmailText email={invited} />
        </strong>
        , who gets an account of their own. To accept it, log out first.
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <Button name="intent" value="log-out">
          Log out and go on
        </Button>
        <ButtonLink to="/" variant="quiet">
          Stay logged in
        </ButtonLink>
      </Form>
    </AccountPanel>
  );
}

function AcceptForm({
  token,
  invitation,
  lastResult,
}: {
  token: string;
  invitation: Omit<Invitation, "state">;
  lastResult?: Parameters<typeof useZodForm>[0]["lastResult"];
}) {
  const { email, firstName: first, lastName: last, job, extraRights, invitedBy } = invitation;
  const [form, fields] = useZodForm({
    id: "invitation",
    lastResult,
    defaultValue: { firstName: first, lastName: last },
    schema: acceptInvitationSchema,
  });
  const { firstName, lastName, password, confirmPassword } = fields;
  const inOrder = [firstName, lastName, password, confirmPassword];
  const focus = firstInvalid(inOrder);
  const name = (field: typeof firstName) => ({ ...fieldProps(field, focus), maxLength: NAME_MAX });
  return (
    <AccountPanel
      title={TITLE}
      lead={
        <>
          <bdi>{invitedBy ?? "The shop's owner"}</bdi> invites you to work in the back office of this shop.
          Your job: {JOBS[job].label}.
        </>
      }
    >
      <MayDo rights={[...JOBS[job].rights, ...extraRights]} />
      <ZodForm form={form} fields={inOrder} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <p>
          You will log in as{" "}
          <strong>
            <EmailText email={email} />
          </strong>
          .
        </p>
        {/* Password managers store it with the new password. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <TextField label="First name" {...name(firstName)} dir="auto" autoComplete="given-name" />
        <TextField label="Last name" {...name(lastName)} dir="auto" autoComplete="family-name" />
        <NewPasswordFields
          label="Password"
          password={password}
          confirmPassword={confirmPassword}
          focus={focus}
        />
        <Button>Accept Invitation</Button>
      </ZodForm>
    </AccountPanel>
  );
}

function MayDo({ rights }: { rights: readonly (keyof typeof RIGHTS)[] }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-1">What you may do</summary>
      <ul className="mt-1 list-disc pl-5">
        {rights.map((right) => (
          <li key={right}>{RIGHTS[right]}</li>
        ))}
      </ul>
    </details>
  );
}
