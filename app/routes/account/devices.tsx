import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDateTime } from "~/domain/kit/dates";
import {
  type Device,
  endDevice,
  endOtherDevices,
  listDevices,
} from "~/domain/people/accounts/devices.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { EndDevice } from "~/ui/account/end-device";
import { Button } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/devices";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Devices") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  return { devices: await listDevices(readDb, account.id, getRequestSession(context).sessionHash) };
}

/** POST: intent end-others, or end with the device's kind and key. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const form = await readForm(request);
  const done = (text: string) => redirectWithFlash(context, "/account/devices", { kind: "success", text });
  if (form.get("intent") === "end-others") {
    await endOtherDevices(writeDb, account.id, getRequestSession(context).sessionHash);
    return done("You have been logged out everywhere else");
  }
  if (form.get("intent") !== "end") throw data("Unknown intent", { status: 400 });
  const kind = form.get("kind") === "app" ? "app" : "browser";
  const isEnded = await endDevice(writeDb, account.id, { kind, key: String(form.get("key")) });
  if (!isEnded) throw data(null, { status: 404 });
  return done("The device has been logged out");
}

export default function Devices({ loaderData: { devices } }: Route.ComponentProps) {
  return (
    <AccountFrame title="Devices">
      <p className="max-w-prose">
        Browsers and apps that are logged in to your account. Log out what you do not know or no longer use;
        if you know none of it, change your password as well.
      </p>
      <ul className="divide-line border-line my-6 divide-y border-y">
        {devices.map((device) => (
          <DeviceCard key={device.kind + device.key} device={device} />
        ))}
      </ul>
      {devices.length > 1 ? (
        <Form method="post">
          <Button name="intent" value="end-others" variant="danger">
            Log out everywhere else
          </Button>
        </Form>
      ) : null}
    </AccountFrame>
  );
}

function DeviceCard({ device }: { device: Device }) {
  const { kind, name, signedInAt, lastSeenAt, isThisOne } = device;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-sans! text-base! font-semibold wrap-anywhere">
          {name}
          {isThisOne ? <span className="text-good"> · this device</span> : null}
        </h2>
        <p className="text-muted text-sm">
          {kind === "app" ? "App, logged" : "Logged"} in since {formatDateTime(signedInAt)}
          {isThisOne ? null : <> · last seen {formatDateTime(lastSeenAt)}</>}
        </p>
      </div>
      {isThisOne ? null : <EndDevice device={device} />}
    </li>
  );
}
