import { readDb, writeDb } from "~/db/shop-database.server";
import { disconnectIdentity, isOnlyLogin, loginMethods } from "~/domain/people/accounts/connections.server";
import { PROVIDERS } from "~/domain/people/accounts/identities";
import { requestPasswordReset } from "~/domain/people/accounts/passwords/password-reset.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireCustomer } from "~/http/request/guards.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit, tooManyTries } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { configuredProviders } from "~/http/third-party/providers.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { ConnectionList, type ConnectionRow } from "~/ui/account/connection-list";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { data } from "react-router";
import type { Route } from "./+types/connections";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Connections") }, { name: "robots", content: "noindex" }];
}

/** The providers that the shop offers, and others that are still connected. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const ways = await loginMethods(readDb, account.id);
  const rows: ConnectionRow[] = PROVIDERS.map((provider) => ({
    provider,
    connection: ways.connections.find((each) => each.provider === provider) ?? null,
    isOffered: configuredProviders.includes(provider),
    isOnlyLogin: isOnlyLogin(provider, ways, configuredProviders),
  })).filter(({ connection, isOffered }) => connection || isOffered);
  return { rows, hasPassword: ways.hasPassword, email: account.email };
}

/** POST: `disconnect` names a provider; `intent=password` mails the link to set one. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const session = getRequestSession(context);
  const form = await readForm(request);
  const answer = ({ ok, message }: { ok: boolean; message: string }) =>
    redirectWithFlash(context, "/account/connections", { kind: ok ? "success" : "error", text: message });

  if (form.get("intent") === "password") {
    const limit = await takeFromLimit("forgot", [addressKey(session.ip)]);
    if (!limit.allowed) return answer({ ok: false, message: tooManyTries(limit.retryAfterSeconds) });
    return answer(await requestPasswordReset(writeDb, account.email, await mailSite(session)));
  }
  const provider = PROVIDERS.find((each) => each === form.get("disconnect"));
  if (!provider) throw data("Page Not Found", { status: 404 });
  return answer(await disconnectIdentity(writeDb, account.id, provider, configuredProviders));
}

export default function Connections({ loaderData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Connections">
      <div className="grid grid-cols-1 gap-6">
        <ConnectionList {...loaderData} />
      </div>
    </AccountFrame>
  );
}
