import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listPasskeys } from "~/domain/people/factors/passkeys.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { passkeyForms } from "~/http/answers/passkey-forms.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { PasskeyList } from "~/ui/factors/passkey-list";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/passkeys";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Passkeys") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return { passkeys: await listPasskeys(readDb, requireCustomer(context, request).id) };
}

/** POST: see `passkeyForms`. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const answer = await passkeyForms(context, account, await readForm(request), "/account/passkeys");
  if (!answer) throw data("Unknown intent", { status: 400 });
  return answer;
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Passkeys">
      <div className="grid grid-cols-1 gap-6">
        <p className="max-w-prose">
          With a passkey you log in by fingerprint, face or the PIN of your phone or computer, without a
          password that somebody could guess or steal. Your password goes on working.
        </p>
        <PasskeyList
          page="/account/passkeys"
          passkeys={loaderData.passkeys}
          lastResult={actionData?.result}
          refusal={actionData && "passkeyRefusal" in actionData ? actionData.passkeyRefusal : undefined}
        />
      </div>
    </AccountFrame>
  );
}
