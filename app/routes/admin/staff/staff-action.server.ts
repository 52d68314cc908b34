import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { invite, resendInvitation, withdrawInvitation } from "~/domain/people/staff/invitations.server";
import { INVITATION_NOT_FOUND, statusMessage } from "~/domain/people/staff/staff";
import { accessSchema, inviteSchema } from "~/domain/people/staff/staff.schema";
import { changeAccess, setStaffStatus } from "~/domain/people/staff/staff-change.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { mailSite } from "~/http/request/mail-site.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { StaffAnswer } from "./staff-answer";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
  /** The list without panel and dialog. */
  closeTo: string;
}

const siteOf = ({ context }: Post) => mailSite(getRequestSession(context));

const refuse = (status: number, answer: StaffAnswer) => data<StaffAnswer>(answer, { status });

export async function answerInvite(post: Post) {
  const submission = parseWithZod(post.form, { schema: inviteSchema });
  if (submission.status !== "success") return refuse(400, { result: submission.reply() });
  const { staffId } = post;
  const outcome = await invite(writeDb, { staffId, ...submission.value }, await siteOf(post));
  if (outcome.ok) return done(post, outcome.message);
  const problem = outcome.field
    ? { fieldErrors: { [outcome.field]: [outcome.message] } }
    : { formErrors: [outcome.message] };
  return refuse(400, { result: submission.reply(problem) });
}

/** Saves job and extra rights. Who gives up being an owner comes to the dashboard, since they may not see the list. */
export async function answerAccess(post: Post, memberId: number) {
  const { staffId, form } = post;
  const submission = parseWithZod(form, { schema: accessSchema });
  const shown = String(form.get("shown")).slice(0, 400);
  if (submission.status !== "success") return refuse(400, { result: submission.reply(), shown });
  const given = { staffId, memberId, ...submission.value, shown };
  const outcome = await changeAccess(writeDb, given, await siteOf(post));
  if (outcome.ok) {
    const isStillOwner = memberId !== staffId || submission.value.job === "owner";
    return done(post, `Saved: job and rights of ${outcome.name}`, isStillOwner ? post.closeTo : "/admin");
  }
  if (outcome.reason === "changed") {
    const result = submission.reply({ formErrors: [outcome.message] });
    return refuse(409, { result, clash: outcome.clash });
  }
  if (outcome.reason === "last_owner")
    return refuse(400, { result: submission.reply({ fieldErrors: { job: [outcome.message] } }), shown });
  return refuse(400, { result: submission.reply({ formErrors: [outcome.message] }), shown });
}

export async function answerStatus(post: Post, memberId: number) {
  const status = post.form.get("status");
  if (status !== "active" && status !== "inactive") throw data("Unknown status", { status: 400 });
  const { staffId } = post;
  const outcome = await setStaffStatus(writeDb, { staffId, memberId, status }, await siteOf(post));
  return outcome.ok ? done(post, statusMessage(outcome.name, status)) : refused(post, outcome.message);
}

export async function answerResend(post: Post) {
  const given = { invitationId: invitationOf(post), staffId: post.staffId };
  const outcome = await resendInvitation(writeDb, given, await siteOf(post));
  return outcome.ok ? done(post, outcome.message) : refused(post, outcome.message);
}

export async function answerWithdraw(post: Post) {
  const given = { invitationId: invitationOf(post), staffId: post.staffId };
  const outcome = await withdrawInvitation(writeDb, given);
  return outcome.ok ? done(post, outcome.message) : refused(post, outcome.message);
}

/** @throws 404 if it cannot be the id of one */
function invitationOf({ form }: Post): number {
  const id = parseId(form.get("id"));
  if (id === null) throw data(INVITATION_NOT_FOUND, { status: 404 });
  return id;
}

const done = ({ context, closeTo }: Post, text: string, to = closeTo) =>
  redirectWithFlash(context, to, { kind: "success", text });

/** The forms of dialogs and buttons have no fields to put a message at. */
const refused = ({ context, closeTo }: Post, text: string) =>
  redirectWithFlash(context, closeTo, { kind: "error", text });
