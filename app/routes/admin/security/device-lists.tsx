import type { ReactNode } from "react";
import { Form } from "react-router";
import type { Device } from "~/domain/people/accounts/devices.server";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import {
  REMEMBERED_DAYS,
  type RememberedDevice,
  type SignIn,
  signInInWords,
} from "~/domain/people/factors/factors";
import { EndDevice } from "~/ui/account/end-device";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Button } from "~/ui/kit/button";

/** Where the account is logged in. */
export function Devices({ devices }: { devices: Device[] }) {
  return (
    <FormGroup title="Logged in now">
      <List>
        {devices.map(({ kind, key, name, signedInAt, lastSeenAt, isThisOne }) => (
          <Row
            key={kind + key}
            name={name}
            mark={isThisOne ? "this device" : undefined}
            detail={
              <>
                Since {formatDateTime(signedInAt)}
                {isThisOne ? null : <> · last seen {formatDateTime(lastSeenAt)}</>}
              </>
            }
          >
            {isThisOne ? null : <EndDevice device={{ kind, key, name }} />}
          </Row>
        ))}
      </List>
      {devices.length > 1 ? (
        <Form method="post" preventScrollReset>
          <Button name="intent" value="end-others" variant="danger" size="sm">
            Log out everywhere else
          </Button>
        </Form>
      ) : null}
    </FormGroup>
  );
}

/** Devices that are not asked for the second step. */
export function RememberedDevices({ devices }: { devices: RememberedDevice[] }) {
  return (
    <FormGroup title="Remembered devices">
      <p className="text-muted max-w-prose">
        At these devices only the password is asked for, for {REMEMBERED_DAYS} days. A new password, or a
        change of the second step, ends that.
      </p>
      <List>
        {devices.map(({ id, name, since, until }) => (
          <Row key={id} name={name} detail={`Since ${formatDate(since)}, until ${formatDate(until)}`}>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <Button name="intent" value="forget" variant="quiet" size="sm">
                Forget<span className="sr-only"> {name}</span>
              </Button>
            </Form>
          </Row>
        ))}
      </List>
    </FormGroup>
  );
}

/** The last logins, logouts and wrong codes. */
export function SignIns({ signIns }: { signIns: SignIn[] }) {
  return (
    <FormGroup title="Your last logins">
      <List>
        {signIns.map((signIn) => (
          <Row
            key={signIn.id}
            name={signInInWords(signIn)}
            detail={`${formatDateTime(signIn.at)} · ${signIn.device}`}
          />
        ))}
      </List>
      <p className="text-muted max-w-prose">
        If one of them was not you, change your password: that logs out every device.
      </p>
    </FormGroup>
  );
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className="divide-line border-line divide-y border-y">{children}</ul>
);

function Row({
  name,
  mark,
  detail,
  children,
}: {
  name: string;
  mark?: string;
  detail: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          {name}
          {mark ? <span className="text-good"> · {mark}</span> : null}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{detail}</p>
      </div>
      {children}
    </li>
  );
}
