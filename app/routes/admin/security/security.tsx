import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listDevices } from "~/domain/people/accounts/devices.server";
import { hasFactor } from "~/domain/people/factors/factors";
import { listPasskeys } from "~/domain/people/factors/passkeys.server";
import { listRememberedDevices } from "~/domain/people/factors/remembered-devices.server";
import { readFactors } from "~/domain/people/factors/second-factor.server";
import { listSignIns } from "~/domain/people/factors/sign-ins.server";
import { readAppKey } from "~/domain/people/factors/totp.server";
import { readParam } from "~/domain/kit/search-params";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { RootData } from "~/page-data/root-data";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { PasskeyList } from "~/ui/factors/passkey-list";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import type { Route } from "./+types/security";
import { AppPart, SwitchOffDialog } from "./app-part";
import { Devices, RememberedDevices, SignIns } from "./device-lists";
import { qrCode } from "~/platform/qr-code.server";
import { NewCodesDialog, RecoveryCodesPart } from "./recovery-codes-part";
import { securityAction } from "./security-action.server";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Security") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, email } = requireStaff(context);
  const [factors, passkeys, devices, remembered, signIns] = await Promise.all([
    readFactors(readDb, id),
    listPasskeys(readDb, id),
    listDevices(readDb, id, getRequestSession(context).sessionHash),
    listRememberedDevices(readDb, id),
    listSignIns(readDb, id),
  ]);
  return {
    email,
    factors,
    passkeys,
    devices,
    remembered,
    signIns,
    setup: readParam(url.searchParams, "setup") === "app" ? await appSetup(id, email) : null,
    confirm: readParam(url.searchParams, "confirm"),
  };
}

async function appSetup(accountId: number, email: string) {
  const { shopName } = await readSettings(readDb);
  const key = await readAppKey(readDb, accountId, { email, shopName });
  return key && { ...key, qr: qrCode(key.url) };
}

/** POST: see `securityAction`. */
export function action({ request, context }: Route.ActionArgs) {
  return securityAction(request, context);
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, passkeys, devices, remembered, signIns, setup, confirm, email } = loaderData;
  const shopName = useRouteLoaderData<RootData>("root")?.shop.name ?? "";
  const codes = actionData && "codes" in actionData ? actionData.codes : null;
  const result = actionData?.result;
  const refused = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined);
  const isOn = hasFactor(factors);
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Your account", to: "/admin/account" }, { label: "Security" }]} />
      <AdminHeading>Security</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8 *:first:border-t-0 *:first:pt-0">
        {codes ? <RecoveryCodesPart left={0} codes={codes} shopName={shopName} email={email} /> : null}
        <AppPart since={factors.appSince} setup={setup} lastResult={refused("app-confirm")} />
        <FormGroup title="Passkeys">
          <p className="max-w-prose">
            With a passkey you log in by fingerprint, face or the PIN of your phone or computer. It stands for
            the password and the second step at once.
          </p>
          <PasskeyList
            page="/admin/account/security"
            passkeys={passkeys}
            lastResult={refused("passkey-rename")}
            refusal={actionData && "passkeyRefusal" in actionData ? actionData.passkeyRefusal : undefined}
          />
        </FormGroup>
        {isOn && !codes ? (
          <RecoveryCodesPart
            left={factors.recoveryCodesLeft}
            codes={null}
            shopName={shopName}
            email={email}
          />
        ) : null}
        {remembered.length > 0 ? <RememberedDevices devices={remembered} /> : null}
        <Devices devices={devices} />
        {signIns.length > 0 ? <SignIns signIns={signIns} /> : null}
      </div>
      {confirm === "app-off" && factors.appSince ? <SwitchOffDialog lastResult={refused("app-off")} /> : null}
      {confirm === "new-codes" && isOn ? <NewCodesDialog /> : null}
    </div>
  );
}
