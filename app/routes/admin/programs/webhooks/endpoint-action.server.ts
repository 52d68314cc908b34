import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { sendAgain } from "~/domain/shop/webhooks/deliveries.server";
import {
  deleteEndpoint,
  rollSecret,
  saveEndpoint,
  sendTestEvent,
  switchEndpoint,
} from "~/domain/shop/webhooks/endpoints.server";
import { ENDPOINT_NOT_FOUND } from "~/domain/shop/webhooks/webhooks";
import { endpointSchema } from "~/domain/shop/webhooks/webhooks.schema";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import type { EndpointAnswer } from "./endpoint-answer";

interface Post {
  context: Readonly<RouterContextProvider>;
  request: Request;
  form: FormData;
  staffId: number;
  /** The page without panel and dialog. */
  closeTo: string;
}

const gone = () => data(ENDPOINT_NOT_FOUND, { status: 404 });

/** Answers the endpoint's form. @param id null to add one: the answer then has its secret */
export async function answerSave({ context, request, form, staffId, closeTo }: Post, id: number | null) {
  const submission = parseWithZod(form, { schema: endpointSchema });
  const typed = String(form.get("version"));
  const version = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  const answer = (status: number, problem = {}, more: Partial<EndpointAnswer> = {}) => {
    const body: EndpointAnswer = { result: submission.reply(problem), version, ...more };
    return data(body, { status });
  };
  if (submission.status !== "success") return answer(400);
  await requireRecentProof(context, request, { form });
  const saved = await saveEndpoint(writeDb, { id, staffId, fields: submission.value, version });
  if (!saved.ok) {
    if (saved.reason === "unknown") throw gone();
    if (saved.reason === "changed")
      return answer(
        409,
        { formErrors: [saved.message] },
        { version: saved.clash.version, clash: saved.clash },
      );
    if (saved.reason === "url") return answer(400, { fieldErrors: { url: [saved.message] } });
    return answer(400, { formErrors: [saved.message] });
  }
  const { message, secret } = saved;
  if (secret !== null) return answer(200, {}, { made: { id: saved.id, message, secret } });
  return redirectWithFlash(context, closeTo, { kind: "success", text: message });
}

/** Answers the dialog for a new secret with the secret, which is shown only in this answer. */
export async function answerRoll({ context, request, form, staffId }: Post, id: number) {
  await requireRecentProof(context, request, { form });
  const secret = await rollSecret(writeDb, { id, staffId });
  if (secret === null) throw gone();
  const message = "The new secret is made. The former one counts for 24 hours more.";
  const body: EndpointAnswer = { made: { id, message, secret } };
  return data(body);
}

export async function answerSwitch({ context, staffId, closeTo }: Post, id: number, active: boolean) {
  if (!(await switchEndpoint(writeDb, { id, staffId, active }))) throw gone();
  const text = active ? "The endpoint is switched on" : "The endpoint is paused";
  return redirectWithFlash(context, closeTo, { kind: "success", text });
}

export async function answerDelete({ context, request, form, staffId }: Post, id: number) {
  await requireRecentProof(context, request, { form });
  const url = await deleteEndpoint(writeDb, { id, staffId });
  if (url === null) throw gone();
  const text = `The endpoint ${url} is deleted`;
  return redirectWithFlash(context, "/admin/programs/webhooks", { kind: "success", text });
}

export async function answerTest({ context, staffId, closeTo }: Post, id: number) {
  const problem = await sendTestEvent(writeDb, { id, staffId });
  const text = problem ?? "A test event is on its way: see the deliveries";
  return redirectWithFlash(context, closeTo, { kind: problem ? "error" : "success", text });
}

/** Answers the button that sends a delivery again, in its panel. */
export async function answerAgain({ context, form, staffId, closeTo }: Post, endpointId: number) {
  const id = parseId(String(form.get("delivery"))) ?? 0;
  const problem = await sendAgain(writeDb, { id, endpointId, staffId });
  const text = problem ?? "The delivery is sent again";
  return redirectWithFlash(context, closeTo, { kind: problem ? "error" : "success", text });
}
