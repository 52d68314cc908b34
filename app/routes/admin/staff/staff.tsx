import { data, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { listInvitations } from "~/domain/people/staff/invitations.server";
import { INVITATION_NOT_FOUND, STAFF_NOT_FOUND } from "~/domain/people/staff/staff";
import { findStaff, listStaff } from "~/domain/people/staff/staff.server";
import { requireRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/staff";
import { AccessPanel } from "./access-panel";
import { InvitationList } from "./invitation-list";
import { InvitePanel } from "./invite-panel";
import {
  answerAccess,
  answerInvite,
  answerResend,
  answerStatus,
  answerWithdraw,
} from "./staff-action.server";
import { staffColumns } from "./staff-columns";
import { StatusDialog, WithdrawDialog } from "./staff-dialogs";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Staff") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const own = requireRight(context, "staff");
  const params = url.searchParams;
  const edit = readParam(params, "edit");
  const [staff, invitations] = await Promise.all([listStaff(readDb), listInvitations(readDb)]);
  return {
    ownId: own.id,
    staff,
    invitations,
    isInviting: params.has("add"),
    panel: edit === null ? null : await panelOf(edit),
    asked: await askedAbout(params),
  };
}

/** @throws 404 if it is no member of staff */
async function memberOf(text: string) {
  const id = parseId(text);
  const member = id === null ? null : await findStaff(readDb, id);
  if (!member) throw data(STAFF_NOT_FOUND, { status: 404 });
  return member;
}

async function panelOf(id: string) {
  const member = await memberOf(id);
  return { member, history: await readAudit(readDb, "staff", member.id) };
}

/** What the confirmation dialog is about; null without one, or if it was done meanwhile. */
async function askedAbout(params: URLSearchParams) {
  const confirm = parseConfirm(params, ["activate", "deactivate", "withdraw"]);
  if (!confirm) return null;
  if (confirm.action === "withdraw") {
    const invitation = (await listInvitations(readDb)).find(({ id }) => id === confirm.id);
    if (!invitation) throw data(INVITATION_NOT_FOUND, { status: 404 });
    return { kind: "invitation", invitation } as const;
  }
  const member = await memberOf(String(confirm.id));
  const isMeant = (member.status === "active") === (confirm.action === "deactivate");
  return isMeant ? ({ kind: "member", member } as const) : null;
}

/** POST: invite (?add=), save-access (?edit=), status (?confirm=activate- or deactivate-), resend, withdraw. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staffId = requireRight(context, "staff").id;
  await requireRecentProof(context, request, { form });
  const post = { context, form, staffId, closeTo: url.pathname + listHref(url.searchParams) };
  switch (form.get("intent")) {
    case "invite":
      return answerInvite(post);
    case "save-access":
      return answerAccess(post, (await memberOf(readParam(url.searchParams, "edit") ?? "")).id);
    case "status":
      return answerStatus(post, (await memberOf(String(form.get("id")))).id);
    case "resend":
      return answerResend(post);
    case "withdraw":
      return answerWithdraw(post);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { ownId, staff, invitations, isInviting, panel, asked } = loaderData;
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/admin/staff/security" variant="quiet" size="sm">
              How Staff Log In
            </ButtonLink>
            <ButtonLink to={listHref(params, { add: 1 })} preventScrollReset size="sm">
              Invite Somebody
            </ButtonLink>
          </div>
        }
      >
        Staff
      </AdminHeading>
      <DataTable
        label="Staff"
        columns={staffColumns(ownId)}
        rows={staff}
        rowKey={(member) => member.id}
        stacks
      />
      <InvitationList invitations={invitations} />
      {isInviting ? <InvitePanel answer={actionData} closeTo={closeTo} /> : null}
      {panel ? (
        <AccessPanel
          key={panel.member.id}
          {...panel}
          isOwn={panel.member.id === ownId}
          answer={actionData}
          closeTo={closeTo}
        />
      ) : null}
      {asked?.kind === "member" ? <StatusDialog member={asked.member} closeTo={closeTo} /> : null}
      {asked?.kind === "invitation" ? (
        <WithdrawDialog invitation={asked.invitation} closeTo={closeTo} />
      ) : null}
    </div>
  );
}
