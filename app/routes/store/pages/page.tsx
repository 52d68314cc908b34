import { redirect } from "~/http/answers/redirect.server";
import { redirectIfMoved } from "~/http/answers/moved.server";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { ADDRESS } from "~/domain/front/pages/addresses";
import { contactSchema } from "~/domain/front/pages/contact.schema";
import { COMPLAINT_SENT, MESSAGE_SENT, sendContactMessage } from "~/domain/front/pages/contact.server";
import { findPage, movedTo, pageDescription } from "~/domain/front/pages/pages.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countAction } from "~/http/request/limits/customer-limits.server";
import { showsDrafts } from "~/http/request/forms/drafts.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { holdBack } from "~/http/request/limits/hold-back.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { renderMarkdown } from "~/platform/markdown.server";
import "~/styles/rich-text.css";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ContactForm } from "~/ui/pages/contact-form";
import { DraftNote } from "~/ui/pages/draft-note";
import { ownPageMeta } from "~/ui/pages/page-head";
import { RichText } from "~/ui/pages/rich-text";
import type { Route } from "./+types/page";

/** The action's headers: Retry-After, when there were too many messages. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? ownPageMeta(matches, loaderData.page) : [];
}

/** @throws 404 if there is no such page; a redirect from its former address, or from one of the former site */
async function pageAt(context: Route.LoaderArgs["context"], url: URL, address: string) {
  if (ADDRESS.test(address)) {
    const page = await findPage(readDb, "page", address, { withDrafts: showsDrafts(context) });
    if (page) return page;
    const moved = await movedTo(readDb, "page", address);
    if (moved !== null) throw redirect(moved, 301);
  }
  await redirectIfMoved(url);
  throw data(null, { status: 404 });
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await pageAt(context, url, params.page);
  const { body, ...page } = found;
  return {
    page: { ...page, description: pageDescription(found) },
    html: renderMarkdown(body),
    sender: page.hasContactForm ? getRequestSession(context).sender : null,
  };
}

/** POST: the page's contact form. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const page = await pageAt(context, url, params.page);
  if (!page.hasContactForm) throw data(null, { status: 404 });
  const session = getRequestSession(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: contactSchema });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const held = await holdBack(session.ip, form);
  if (!held.allowed) return refusal.tooMany(held);
  const { ip, account } = session;
  const limit = await countAction("contact", { ip, account, email: submission.value.email });
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(NOT_SENT, async () => {
    if (sender === "person") await sendContactMessage(writeDb, submission.value);
    return redirectWithFlash(context, page.path, {
      kind: "success",
      text: submission.value.complaint ? COMPLAINT_SENT : MESSAGE_SENT,
    });
  });
}

const NOT_SENT = "Your message could not be sent. Please try again in a moment.";

export default function OwnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, html, sender } = loaderData;
  return (
    <article className="page">
      <Breadcrumbs items={[{ label: "Home", to: "/" }, { label: page.title }]} />
      {page.isPublished ? null : <DraftNote pageId={page.id} />}
      <h1 className="mb-6 text-3xl wrap-anywhere" dir="auto">
        {page.title}
      </h1>
      <RichText html={html} />
      {page.hasContactForm ? (
        <ContactForm key={page.id} sender={sender} lastResult={actionData?.result} />
      ) : null}
    </article>
  );
}
