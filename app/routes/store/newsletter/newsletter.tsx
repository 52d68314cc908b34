import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { newsletterWords } from "~/domain/front/home/shown-blocks.server";
import { newsletterSchema, SUBSCRIBED } from "~/domain/readers/newsletter/newsletter.schema";
import { subscribe } from "~/domain/readers/newsletter/newsletter.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { NOT_OURS } from "~/page-data/spam-guard";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { type NewsletterAnswer, NewsletterForm } from "~/ui/store/newsletter-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/newsletter";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Newsletter") }, { name: "robots", content: "noindex" }];
}

/** The action's headers: Retry-After, when there were too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

/** The text beside the form, which subscribers agree to. */
export async function loader() {
  return { words: await newsletterWords(readDb) };
}

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
  if (sender === "unknown") return data(refused([NOT_OURS]), { status: 400 });
  const limit = await takeFromLimit("newsletter", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (message) => refused([message]));
  const subscription = { email: submission.value.email, consent: await newsletterWords(readDb) };
  if (sender === "person") await subscribe(writeDb, subscription, await mailSite(session));
  if (form.get("stay")) return data<NewsletterAnswer>({ ok: true, message: SUBSCRIBED });
  return redirectWithFlash(context, "/", { kind: "success", text: SUBSCRIBED });
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPanel title="Newsletter" lead={loaderData.words}>
      <NewsletterForm answer={actionData} />
    </AccountPanel>
  );
}
