import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { Form, useSearchParams, useSubmit } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { PASSKEY_NAME_MAX, type Passkey } from "~/domain/people/factors/factors";
import { passkeyNameSchema } from "~/domain/people/factors/factors.schema";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { useHydrated } from "~/ui/kit/hydrated";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useHasPasskeys, usePasskeyDialog } from "./use-passkey";

interface Answer {
  /** The refused form that gives a passkey another name. */
  lastResult?: SubmissionResult<string[]>;
  /** Why a new passkey was refused. */
  refusal?: string;
}

/**
 * The account's passkeys: to be renamed (`?rename=`), removed (`?remove=`), and where the browser has passkeys, added.
 * @param page that lists them and handles their forms (http/answers/passkey-forms.server.ts)
 */
export function PasskeyList({
  page,
  passkeys,
  lastResult,
  refusal,
}: Answer & { page: string; passkeys: Passkey[] }) {
  const [params] = useSearchParams();
  const asked = (name: string) => passkeys.find(({ id }) => String(id) === params.get(name));
  const [renamed, removed] = [asked("rename"), asked("remove")];
  return (
    <>
      {passkeys.length > 0 ? (
        <ul className="divide-line border-line divide-y border-y">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="py-3">
              {passkey === renamed ? (
                <RenameForm page={page} passkey={passkey} lastResult={lastResult} />
              ) : (
                <Row page={page} passkey={passkey} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <AddForm page={page} refusal={refusal} />
      {removed ? <RemoveDialog page={page} passkey={removed} /> : null}
    </>
  );
}

function Row({ page, passkey: { id, name, addedAt, lastUsedAt } }: { page: string; passkey: Passkey }) {
  const button = { variant: "quiet", size: "sm", preventScrollReset: true } as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-muted text-sm">
          Added on {formatDate(addedAt)}
          {lastUsedAt ? `, last used on ${formatDate(lastUsedAt)}` : ", not used yet"}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`${page}?rename=${id}`} {...button}>
          Rename<span className="sr-only"> {name}</span>
        </ButtonLink>
        <ButtonLink to={`${page}?remove=${id}`} {...button}>
          Remove<span className="sr-only"> {name}</span>
        </ButtonLink>
      </div>
    </div>
  );
}

function RenameForm({
  page,
  passkey,
  lastResult,
}: Pick<Answer, "lastResult"> & { page: string; passkey: Passkey }) {
  const [form, { name }] = useZodForm({
    id: "passkey-rename",
    lastResult,
    defaultValue: { name: passkey.name },
    schema: passkeyNameSchema,
  });
  return (
    <ZodForm form={form} preventScrollReset className="grid gap-3">
      <input type="hidden" name="id" value={passkey.id} />
      <TextField
        label="Name of the passkey"
        {...fieldProps(name, name.name)}
        dir="auto"
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="passkey-rename" size="sm">
          Save
        </Button>
        <ButtonLink to={page} variant="quiet" size="sm" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </ZodForm>
  );
}

function RemoveDialog({ page, passkey: { id, name } }: { page: string; passkey: Passkey }) {
  return (
    <ConfirmForm
      title="Remove this passkey?"
      closeTo={page}
      action={page}
      button={
        <Button name="intent" value="passkey-remove" variant="danger">
          Remove
        </Button>
      }
    >
      <input type="hidden" name="id" value={id} />
      <p>
        <strong className="wrap-anywhere" dir="auto">
          {name}
        </strong>{" "}
        can then no longer be used to log in.
      </p>
    </ConfirmForm>
  );
}

/** Adding needs the browser's own dialog, so it needs scripts. */
function AddForm({ page, refusal }: Pick<Answer, "refusal"> & { page: string }) {
  const isHydrated = useHydrated();
  const hasPasskeys = useHasPasskeys();
  const submit = useSubmit();
  const [name, setName] = useState("");
  const { open, isBusy, problem } = usePasskeyDialog("add", (passkey) => {
    const fields = { intent: "passkey-add", name: name.trim() || "Passkey", passkey };
    void submit(fields, { method: "post", action: page, preventScrollReset: true });
  });
  if (!hasPasskeys) return <p className="text-muted">{isHydrated ? NO_PASSKEYS : NEEDS_SCRIPTS}</p>;
  const message = problem || refusal;
  return (
    <Form
      method="post"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextField
        label="Name of the new passkey"
        hint="To tell it from others, such as “My phone”"
        name="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        dir="auto"
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        className="max-w-sm"
      />
      <Button isBusy={isBusy} className="justify-self-start">
        Add a passkey
      </Button>
      {message ? (
        <p role="alert" className="text-bad font-medium">
          {message}
        </p>
      ) : null}
    </Form>
  );
}

const NO_PASSKEYS = "This browser has no passkeys, or this shop's address is not a secure one (https).";
const NEEDS_SCRIPTS = "Adding a passkey needs a browser with scripts.";
