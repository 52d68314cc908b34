import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findSubscription, unsubscribe } from "~/domain/readers/newsletter/unsubscribing.server";
import { maskEmail } from "~/domain/readers/reviews/reviews";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/newsletter-unsubscribe";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Unsubscribe") }, { name: "robots", content: "noindex" }];
}

const linkOf = (url: URL) => ({
  id: readParam(url.searchParams, "id") ?? "",
  key: readParam(url.searchParams, "key") ?? "",
});

/** Changes nothing: mail programs open links on their own. */
export async function loader({ url }: Route.LoaderArgs) {
  const found = await findSubscription(readDb, linkOf(url));
  if (!found) return data({ email: "", state: "unknown" as const }, { status: 404 });
  return data({ email: maskEmail(found.email), state: found.state });
}

/**
 * POST: from this page's button, or from a mail provider for its user (RFC 8058), which sends no cookie and follows no
 * redirect. Both need only the link's signature.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (!(await unsubscribe(writeDb, linkOf(url)))) return data(null, { status: 404 });
  if (form.get("List-Unsubscribe") === "One-Click") return data(null);
  return redirectWithFlash(context, `/newsletter/unsubscribe${url.search}`, {
    kind: "success",
    text: "You are unsubscribed",
  });
}

export default function Unsubscribe({ loaderData: { state, email } }: Route.ComponentProps) {
  return (
    <AccountPanel title="Newsletter">
      {state === "unknown" ? (
        <p>
          No subscription goes with this link. If newsletters still reach you, the newest one has a link that
          works.
        </p>
      ) : state === "unsubscribed" ? (
        <>
          <p>
            <EmailText email={email} /> no longer gets our newsletter. You can come back at any time.
          </p>
          <ButtonLink to="/newsletter" variant="quiet">
            Subscribe again
          </ButtonLink>
        </>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            One click, and <EmailText email={email} /> no longer gets our newsletter.
          </p>
          <Button>Unsubscribe</Button>
        </Form>
      )}
    </AccountPanel>
  );
}
