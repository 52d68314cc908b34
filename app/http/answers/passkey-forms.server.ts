import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { CONFIRM_FIRST } from "~/domain/people/factors/factors";
import { passkeyNameSchema } from "~/domain/people/factors/factors.schema";
import { addPasskey, removePasskey, renamePasskey } from "~/domain/people/factors/passkeys.server";
import { parseId } from "~/domain/kit/ids";
import { mailSite } from "~/http/request/mail-site.server";
import { passkeySite } from "~/http/request/login/passkeys.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { formRefusal } from "./form-refusal.server";
import { redirectWithFlash } from "./redirect-with-flash.server";

/** The answer to a passkey that was refused. */
export const refusePasskey = (message: string) =>
  data({ result: undefined, passkeyRefusal: message }, { status: 400 });

/**
 * Handles the forms of a page with the account's passkeys: intent passkey-add (name, passkey), passkey-rename (id, name)
 * or passkey-remove (id).
 * @param page where they are listed
 * @returns null for another intent
 */
export async function passkeyForms(
  context: Readonly<RouterContextProvider>,
  account: Account,
  form: FormData,
  page: string,
) {
  const session = getRequestSession(context);
  const done = (text: string) => redirectWithFlash(context, page, { kind: "success", text });
  const id = parseId(form.get("id"));
  switch (form.get("intent")) {
    case "passkey-add": {
      const submission = parseWithZod(form, { schema: passkeyNameSchema });
      if (submission.status !== "success") return formRefusal(submission, ["passkey"]).invalid();
      if (!account.emailConfirmed) return refusePasskey(CONFIRM_FIRST);
      const given = { name: submission.value.name, answer: String(form.get("passkey") ?? "") };
      const where = { site: await passkeySite(session), mails: await mailSite(session) };
      const outcome = await addPasskey(writeDb, account, given, where);
      if (!outcome.ok) return refusePasskey(outcome.message);
      return outcome.recoveryCodes
        ? data({ result: undefined, codes: outcome.recoveryCodes })
        : done(`The passkey “${given.name}” has been added`);
    }
    case "passkey-rename": {
      const submission = parseWithZod(form, { schema: passkeyNameSchema });
      if (submission.status !== "success") return formRefusal(submission).invalid();
      const { name } = submission.value;
      if (id === null || !(await renamePasskey(writeDb, account.id, { id, name })))
        throw data(null, { status: 404 });
      return done(`The passkey is called “${name}” now`);
    }
    case "passkey-remove": {
      const site = await mailSite(session);
      if (id === null || !(await removePasskey(writeDb, account.id, id, site)))
        throw data(null, { status: 404 });
      return done("The passkey has been removed. Please delete it on your device too");
    }
    default:
      return null;
  }
}
