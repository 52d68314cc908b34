import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { groupsOfFour } from "~/domain/people/factors/factors";
import { confirmAppSchema, switchOffSchema } from "~/domain/people/factors/factors.schema";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { CodeField } from "~/ui/factors/code-field";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmDialog } from "~/ui/kit/dialog";
import { fieldProps } from "~/ui/kit/field-props";
import { FormButtons } from "~/ui/kit/form-buttons";
import { PasswordField } from "~/ui/kit/password-field";
import { QrCode } from "~/ui/kit/qr-code";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

const PAGE = "/admin/account/security";

export interface AppSetup {
  secret: string;
  url: string;
  qr: { size: number; path: string };
}

interface Result {
  lastResult?: SubmissionResult<string[]>;
}

/** The code from an app on the phone: off, being set up, or on. */
export function AppPart({
  since,
  setup,
  lastResult,
}: Result & { since: string | null; setup: AppSetup | null }) {
  return (
    <FormGroup title="Code from an app">
      {since ? (
        <>
          <p>
            <strong className="text-good">On</strong> since {formatDate(since)}. After the password your login
            asks for the six digits that the app on your phone shows.
          </p>
          <ButtonLink
            to={`${PAGE}?confirm=app-off`}
            variant="quiet"
            preventScrollReset
            className="justify-self-start"
          >
            Switch off
          </ButtonLink>
        </>
      ) : setup ? (
        <SetUp setup={setup} lastResult={lastResult} />
      ) : (
        <>
          <p className="max-w-prose">
            A password can be guessed, or seen by somebody. With this, your login also asks for six digits
            that an app on your phone shows, new ones every 30 seconds: whoever has only the password does not
            get in. Any such app will do: Google Authenticator, Aegis, 2FAS, or your password manager.
          </p>
          <Form method="post">
            <Button name="intent" value="app-begin">
              Set up
            </Button>
          </Form>
        </>
      )}
    </FormGroup>
  );
}

function SetUp({ setup, lastResult }: Result & { setup: AppSetup }) {
  const [form, { code }] = useZodForm({ id: "app-confirm", lastResult, schema: confirmAppSchema });
  const { qr, secret, url } = setup;
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
      <QrCode {...qr} label="QR code of the key, for the app on your phone" />
      <div className="grid content-start gap-5">
        <ol className="grid list-decimal gap-3 pl-5">
          <li>
            Open the app on your phone and let it scan this picture. On this phone itself:{" "}
            <a href={url} className="link">
              open the app
            </a>
            .
          </li>
          <li>
            If it cannot scan, type this key by hand:{" "}
            <code className="block py-1 font-mono tracking-wide wrap-anywhere">{groupsOfFour(secret)}</code>
          </li>
          <li>Type the six digits that the app shows now.</li>
        </ol>
        <ZodForm form={form} preventScrollReset className="grid gap-4">
          <CodeField field={fieldProps(code, code.errors ? code.name : undefined)} />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="app-confirm">
              Switch on
            </Button>
            <ButtonLink to={PAGE} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </ZodForm>
      </div>
    </div>
  );
}

/** Asks for password and code before the app is switched off. */
export function SwitchOffDialog({ lastResult }: Result) {
  const [form, { password, code }] = useZodForm({ id: "app-off", lastResult, schema: switchOffSchema });
  const focus = [password, code].find(({ errors }) => errors?.length)?.name;
  return (
    <ConfirmDialog title="Switch off the code from the app?" closeTo={PAGE}>
      <ZodForm form={form} fields={[password, code]} preventScrollReset className="grid gap-4">
        <p>Whoever knows your password could then log in as you.</p>
        <PasswordField
          label="Password"
          id={password.id}
          name={password.name}
          errors={password.errors}
          autoComplete="current-password"
          autoFocus={focus !== code.name}
        />
        <CodeField field={fieldProps(code, focus)} hint="Six digits, or one of your recovery codes" isAny />
        <FormButtons closeTo={PAGE}>
          <Button name="intent" value="app-off" variant="danger">
            Switch off
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}
