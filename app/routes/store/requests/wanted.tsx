import { parseWithZod } from "@conform-to/zod/v4";
import { writeDb } from "~/db/shop-database.server";
import { titleAskedFor } from "~/domain/readers/waiting/wanted-titles";
import { wantedTitleSchema } from "~/domain/readers/waiting/wanted-titles.schema";
import { askForTitle } from "~/domain/readers/waiting/wanted-titles.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { holdBack } from "~/http/request/limits/hold-back.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { WantedForm } from "~/ui/store/lists/wanted-form";
import type { Route } from "./+types/wanted";

export const headers: Route.HeadersFunction = accountHeaders;

const TITLE = "Tell me when you have it";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TITLE) }, { name: "robots", content: "noindex" }];
}

export function loader({ context }: Route.LoaderArgs) {
  const { account } = getRequestSession(context);
  return { email: account?.role === "customer" ? account.email : "" };
}

/** POST: `title`, `author`, `email`; `redirectTo`, where the answer is shown. The form is on empty lists of books too. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const redirectTo = safeRedirect(form.get("redirectTo"), "/books");
  const submission = parseWithZod(form, { schema: wantedTitleSchema });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const { title, email } = submission.value;
  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const held = await holdBack(getRequestSession(context).ip, form);
  if (!held.allowed) return refusal.tooMany(held);
  const limit = await takeFromLimit("wanted", [addressKey(getRequestSession(context).ip), email]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(AWAY, async () => {
    const text =
      sender === "program" ? titleAskedFor(email, title) : await askForTitle(writeDb, submission.value);
    return redirectWithFlash(context, redirectTo, { kind: "success", text });
  });
}

const AWAY = "Your request could not be saved. Please try again in a moment.";

/** The page that shows a refused form again. */
export default function Wanted({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <AccountPanel title={TITLE} lead="We email you once, if we get the book.">
      <WantedForm
        email={loaderData.email}
        redirectTo={String(result?.initialValue?.redirectTo ?? "/books")}
        lastResult={result}
      />
    </AccountPanel>
  );
}
