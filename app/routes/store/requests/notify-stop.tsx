import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { stopped } from "~/domain/readers/waiting/stock-alerts";
import { isStopLink } from "~/domain/readers/waiting/stop-link.server";
import { countBooksWaitedFor, stopBookMails } from "~/domain/readers/waiting/wanted-titles.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/notify-stop";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

const TITLE = "No more mails about books that are back";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TITLE) }, { name: "robots", content: "noindex" }];
}

/** Changes nothing: mail programs open links on their own, so stopping is a POST. */
export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const link = { to: readParam(searchParams, "to") ?? "", token: readParam(searchParams, "token") ?? "" };
  if (!isStopLink(link.to, link.token)) return data({ link: null, waiting: 0 }, { status: 400 });
  return data({ link, waiting: await countBooksWaitedFor(readDb, link.to) });
}

/** POST: `to` and `token` of the link. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const to = String(form.get("to") ?? "");
  if (!isStopLink(to, String(form.get("token") ?? ""))) return data(null, { status: 400 });
  await stopBookMails(writeDb, to);
  return redirectWithFlash(context, "/", { kind: "success", text: stopped(to) });
}

export default function StopNotifying({ loaderData: { link, waiting } }: Route.ComponentProps) {
  return (
    <AccountPanel title={TITLE}>
      {link === null ? (
        <p>This link is incomplete. Please open it from the mail once more.</p>
      ) : waiting === 0 ? (
        <p>
          <EmailText email={link.to} /> is not waiting for any book. There is nothing to stop.
        </p>
      ) : (
        <Form method="post" action="/books/notify/stop" className="grid grid-cols-1 gap-5">
          <input type="hidden" name="to" value={link.to} />
          <input type="hidden" name="token" value={link.token} />
          <p>
            <EmailText email={link.to} /> is waiting for {waiting === 1 ? "one book" : `${waiting} books`}. We
            can stop that: no mail is sent when {waiting === 1 ? "it is" : "they are"} back.
          </p>
          <Button>Stop these mails</Button>
        </Form>
      )}
      <ButtonLink to="/books" variant="quiet">
        Browse Books
      </ButtonLink>
    </AccountPanel>
  );
}
