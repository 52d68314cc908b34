import { Form } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { type Connection, type Provider, PROVIDER_LABELS } from "~/domain/people/accounts/identities";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { ProviderMark } from "./provider-mark";

export interface ConnectionRow {
  provider: Provider;
  connection: Connection | null;
  /** The shop offers logging in through it. */
  isOffered: boolean;
  /** Without it nobody could log in to the account any more. */
  isOnlyLogin: boolean;
}

/** The providers through which the customer can log in, beside the password. */
export function ConnectionList({
  rows,
  hasPassword,
  email,
}: {
  rows: ConnectionRow[];
  hasPassword: boolean;
  email: string;
}) {
  return (
    <>
      {rows.length > 0 ? (
        <ul className="divide-line border-line -mt-8 divide-y border-b">
          {rows.map((row) => (
            <Row key={row.provider} {...row} />
          ))}
        </ul>
      ) : (
        <p>You log in with {hasPassword ? "your password or " : ""}a code that we send to your email.</p>
      )}
      {hasPassword ? null : (
        <Form method="post" className="grid gap-3">
          <p className="max-w-prose">
            Your account has no password yet. With one you can log in without waiting for a mail; we send a
            link to <EmailText email={email} /> to choose it.
          </p>
          <Button name="intent" value="password" variant="quiet" className="justify-self-start">
            Set a password
          </Button>
        </Form>
      )}
    </>
  );
}

function Row({ provider, connection, isOffered, isOnlyLogin }: ConnectionRow) {
  const label = PROVIDER_LABELS[provider];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-5">
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-3">
        <span className="mt-0.5">
          <ProviderMark provider={provider} />
        </span>
        <div className="min-w-0">
          <h2 className="font-sans text-base font-semibold">{label}</h2>
          <p className="text-muted text-sm">{connection ? <About {...connection} /> : "Not connected"}</p>
          {connection && !isOffered ? (
            <p className="text-muted text-sm">Logging in through {label} is switched off at present.</p>
          ) : null}
          {connection && isOnlyLogin ? (
            <p className="text-muted text-sm">
              Your only way in without a code by email: set a password to be able to disconnect it.
            </p>
          ) : null}
        </div>
      </div>
      {connection ? (
        isOnlyLogin ? null : (
          <Form method="post" className="pl-8 sm:pl-0">
            <Button name="disconnect" value={provider} variant="quiet" size="sm">
              Disconnect<span className="sr-only"> {label}</span>
            </Button>
          </Form>
        )
      ) : (
        // A plain form, since the answer redirects to another site.
        <form method="post" action={`/auth/${provider}`} className="pl-8 sm:pl-0">
          <Button name="intent" value="connect" variant="quiet" size="sm">
            Connect<span className="sr-only"> {label}</span>
          </Button>
        </form>
      )}
    </li>
  );
}

function About({ email, connectedAt }: Connection) {
  const on = `Connected on ${formatDate(connectedAt)}`;
  if (!email) return on;
  return (
    <>
      {on} as <EmailText email={email} />
    </>
  );
}
