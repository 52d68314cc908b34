import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { newsletterSchema, SUBSCRIBED } from "~/domain/newsletter/newsletter.schema";
import { subscribe } from "~/domain/newsletter/newsletter.server";
import { NEWSLETTER_WORDS } from "~/domain/newsletter/words";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { addressKey, takeFromLimit } from "~/http/request/rate-limit.server";
import { readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readSender } from "~/http/request/spam-guard.server";
import { SENT_TOO_QUICKLY } from "~/page-data/spam-guard";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { type NewsletterAnswer, NewsletterForm } from "~/ui/store/newsletter-form";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/newsletter";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Newsletter") }, { name: "robots", content: "noindex" }];
}

/** The action's headers: Retry-After, when there were too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const refused = (errors: string[]): NewsletterAnswer => ({
    ok: false,
    errors,
    email: String(form.get("email") ?? ""),
  });
  const submission = parseWithZod(form, { schema: newsletterSchema });
  if (submission.status !== "success") {
    const errors = submission.error?.email ?? ["Please enter a valid email address"];
    return data(refused(errors), { status: 400 });
  }
  const sender = readSender(context, form);
  if (sender === "too-quick") return data(refused([SENT_TOO_QUICKLY]), { status: 400 });
  const limit = await takeFromLimit("newsletter", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (message) => refused([message]));
  const subscription = { email: submission.value.email, consent: NEWSLETTER_WORDS };
  if (sender === "person") await subscribe(writeDb, subscription, await mailSite(session));
  if (form.get("stay")) return data<NewsletterAnswer>({ ok: true, message: SUBSCRIBED });
  return redirectWithFlash(context, "/", { kind: "success", text: SUBSCRIBED });
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <AccountPanel title="Newsletter" lead={NEWSLETTER_WORDS}>
      <NewsletterForm answer={actionData} />
    </AccountPanel>
  );
}
