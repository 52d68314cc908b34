import { leadOnIfMoved } from "~/http/answers/moved.server";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { ADDRESS } from "~/domain/pages/addresses";
import { contactSchema } from "~/domain/pages/contact.schema";
import { MESSAGE_SENT, sendContactMessage } from "~/domain/pages/contact.server";
import { findPage, movedTo, pageDescription } from "~/domain/pages/pages.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countDeed } from "~/http/request/customer-limits.server";
import { showsDrafts } from "~/http/request/drafts.server";
import { readForm } from "~/http/request/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { readSender } from "~/http/request/spam-guard.server";
import { renderMarkdown } from "~/platform/markdown.server";
import styles from "~/styles/rich-text.css?url";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ContactForm } from "~/ui/pages/contact-form";
import { DraftNote } from "~/ui/pages/draft-note";
import { ownPageMeta } from "~/ui/pages/page-head";
import { RichText } from "~/ui/pages/rich-text";
import type { Route } from "./+types/page";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

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
  await leadOnIfMoved(url);
  throw data(null, { status: 404 });
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await pageAt(context, url, params.page);
  const { sender } = await getRequestSession(context).pageFacts(url.pathname);
  const { body, ...page } = found;
  return {
    page: { ...page, description: pageDescription(found) },
    html: renderMarkdown(body),
    sender: (page.hasContactForm && sender) || null,
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
  if (sender === "too-quick") return refusal.tooQuick();
  const { ip, account } = session;
  const limit = await countDeed("contact", { ip, account, email: submission.value.email });
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(NOT_SENT, async () => {
    if (sender === "person") await sendContactMessage(writeDb, submission.value);
    return redirectWithFlash(context, page.path, { kind: "success", text: MESSAGE_SENT });
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
