import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { newsletterWords } from "~/domain/front/home/shown-blocks.server";
import { confirmSubscription, readRequest } from "~/domain/readers/newsletter/newsletter.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { mailSite } from "~/http/request/mail-site.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { NewsletterForm } from "~/ui/store/newsletter-form";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/newsletter-confirm";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirm your subscription") }, { name: "robots", content: "noindex" }];
}

/** Changes nothing: mail programs open links on their own, so confirming is a POST. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const state = await readRequest(readDb, token);
  const words = await newsletterWords(readDb);
  return data({ state, token, words }, { status: state === "invalid" ? 400 : 200 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const limit = await takeFromLimit("confirm", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (problem) => ({ problem }));
  const site = await mailSite(session);
  if (await confirmSubscription(writeDb, String(form.get("token") ?? ""), site)) {
    return redirectWithFlash(context, "/", { kind: "success", text: "Thank you! You are subscribed" });
  }
  return data({ problem: "This link is no longer valid" }, { status: 400 });
}

export default function ConfirmSubscription({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPanel title="Newsletter">
      {actionData ? <Notice kind="error">{actionData.problem}</Notice> : null}
      <NextStep {...loaderData} />
    </AccountPanel>
  );
}

function NextStep({ state, token, words }: Route.ComponentProps["loaderData"]) {
  if (state === "open") {
    return (
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <p>{words} Every one has a link that ends it at once.</p>
        <Button>Subscribe me</Button>
      </Form>
    );
  }
  if (state === "done") {
    return (
      <>
        <p>You are subscribed. There is nothing left to do.</p>
        <ButtonLink to="/books">Browse Books</ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>
        This link is older than seven days, a newer one was sent after it, or the subscription has ended
        since. You can ask for a new link:
      </p>
      <NewsletterForm />
    </>
  );
}
