import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { keySchema } from "~/domain/people/api-keys/api-keys.schema";
import { makeKey, revokeKey } from "~/domain/people/api-keys/api-keys.server";
import { parseId } from "~/domain/kit/ids";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import type { KeyAnswer } from "./key-answer";

interface Post {
  context: Readonly<RouterContextProvider>;
  request: Request;
  form: FormData;
  staff: Account;
  /** The list without panel and dialog. */
  closeTo: string;
}

/** Answers the form of a new key with the key itself, which is shown only in this answer. */
export async function answerMake({ context, request, form, staff }: Post) {
  const submission = parseWithZod(form, { schema: keySchema });
  const answer = (status: number, problem = {}, made: KeyAnswer["made"] = null) => {
    const body: KeyAnswer = { result: submission.reply(problem), made };
    return data(body, { status });
  };
  if (submission.status !== "success") return answer(400);
  await requireRecentProof(context, request, { form });
  const { id: staffId, rights } = staff;
  const made = await makeKey(writeDb, { staffId, rights, fields: submission.value });
  if (!made.ok) return answer(400, { fieldErrors: { [made.field]: [made.message] } });
  return answer(200, { resetForm: true }, { name: made.name, key: made.key });
}

/** Answers the dialog that revokes a key. */
export async function answerRevoke({ context, form, staff, closeTo }: Post) {
  const id = parseId(String(form.get("id")));
  const name = id === null ? null : await revokeKey(writeDb, { id, staffId: staff.id });
  if (name === null) throw data("This key does not exist", { status: 404 });
  return redirectWithFlash(context, closeTo, { kind: "success", text: `The key “${name}” is revoked` });
}
