import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { queueTestMail } from "~/domain/opening/mail-examples/test-mail.server";
import { exampleMail, readExampleWorld } from "~/domain/opening/mail-examples/mail-examples.server";
import { isMailKind, MAIL_KINDS, type MailKind, placeholdersOf } from "~/domain/shop/mail-words/mail-kinds";
import {
  mailWordsSchema,
  NO_LINES,
  type OwnLines,
  parseShownLines,
} from "~/domain/shop/mail-words/mail-words";
import { readMailWords, saveMailWords } from "~/domain/shop/mail-words/mail-words.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight } from "~/http/request/guards.server";
import { mailOrigin } from "~/http/request/mail-origin.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { MailWordsForm } from "~/ui/admin/shop/mail-words-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/mail";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  const label = isMailKind(params.mail) ? MAIL_KINDS[params.mail].label : "Mails";
  return [{ title: pageTitle(matches, label) }];
}

function kindOf({ mail }: { mail: string }): MailKind {
  if (isMailKind(mail)) return mail;
  throw data("There is no such mail.", { status: 404 });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { email } = requireRight(context, "content");
  const kind = kindOf(params);
  const world = await readExampleWorld(readDb, mailOrigin(getRequestSession(context).origin));
  const lines = (await readMailWords(readDb))[kind] ?? NO_LINES;
  const { subject } = exampleMail(kind, world);
  return { kind, lines, subject, email, knows: placeholdersOf(kind) };
}

/** Intents: save-words, preview, send-test. The last two do not save. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = requireRight(context, "content");
  const kind = kindOf(params);
  const form = await readForm(request);
  const intent = form.get("intent");
  const submission = parseWithZod(form, { schema: mailWordsSchema(kind) });
  const shown = parseShownLines(form.get("shown"));
  const kept = shown ? { shown } : {};
  if (submission.status !== "success")
    return data({ ...kept, result: submission.reply(), previewed: undefined }, { status: 400 });
  const lines = submission.value;
  if (intent === "preview")
    return data({ ...kept, result: submission.reply(), previewed: lines, sentTo: undefined });
  if (intent === "send-test") {
    const origin = mailOrigin(getRequestSession(context).origin);
    await queueTestMail({ read: readDb, write: writeDb }, { kind, lines, staff, origin });
    return data({ ...kept, result: submission.reply(), previewed: lines, sentTo: staff.email });
  }
  if (intent !== "save-words") throw data("The form does not say what to do.", { status: 400 });
  const outcome = await saveMailWords(writeDb, { staffId: staff.id, kind, lines, shown });
  if (outcome.ok) {
    const text = "The words of the mail are saved.";
    return redirectWithFlash(context, `/admin/mails/${kind}`, { kind: "success", text });
  }
  const fieldErrors = Object.fromEntries(
    Object.entries(outcome.messages).map(([name, message]) => [name, [message]]),
  );
  const result = submission.reply({ fieldErrors });
  return data({ shown: outcome.current, result, previewed: lines }, { status: 400 });
}

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, lines, subject, email, knows } = loaderData;
  const shown: OwnLines = actionData?.shown ?? lines;
  const previewed = actionData?.previewed;
  const { label, sent } = MAIL_KINDS[kind];
  const query = previewed ? `?${new URLSearchParams({ ...previewed }).toString()}` : "";
  return (
    <div className="admin-page">
      <AdminHeading>{label}</AdminHeading>
      <AppearanceTabs />
      <p className="mb-6 max-w-prose">
        {sent}.{" "}
        <Link to="/admin/mails" className="link">
          All mails
        </Link>
      </p>
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <MailWordsForm
          key={`${kind} ${JSON.stringify(shown)}`}
          kind={kind}
          lines={lines}
          shown={JSON.stringify(shown)}
          knows={knows}
          email={email}
          lastResult={actionData?.result}
          sentTo={actionData && "sentTo" in actionData ? actionData.sentTo : undefined}
        />
        <section aria-labelledby="preview" className="grid min-w-0 content-start gap-2">
          <h2 id="preview" className="text-lg">
            {previewed ? "Preview, not saved" : "Preview"}
          </h2>
          <p className="text-muted text-sm" dir="auto">
            Subject: {subject}
          </p>
          <iframe
            key={query}
            src={`/admin/mails/${kind}/preview${query}`}
            title="The mail as its reader gets it"
            sandbox="allow-popups"
            className="border-line-strong bg-card h-[44rem] w-full rounded-md border"
          />
        </section>
      </div>
    </div>
  );
}
