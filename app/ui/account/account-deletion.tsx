import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "react-router";
import { deleteAccountSchema } from "~/domain/people/accounts/accounts.schema";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { FormErrorSummary } from "~/ui/kit/field";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { CurrentPasswordField } from "./new-password-fields";
import { Notice } from "~/ui/kit/notice";

/** Says what deleting the account does. */
export function WhatHappens() {
  return (
    <>
      <p>This cannot be undone. At once we delete</p>
      <ul className="grid max-w-prose list-disc gap-1 pl-5">
        <li>your name, email and password, and every login on your devices and apps</li>
        <li>your saved addresses, cart, wishlist and books saved for later</li>
        <li>your reviews; the ratings of the books change accordingly</li>
        <li>your newsletter subscription, alerts and connected services</li>
        <li>the mails we have sent you, as far as we keep them</li>
      </ul>
      <p className="max-w-prose">
        Tax law makes us keep the bills of your orders, with the name and address on them. We delete the email
        and mobile of those orders and what we were told about how you paid.
      </p>
      <p>
        You may want to{" "}
        <Link to="/account/data/download" reloadDocument download className="link">
          download your data
        </Link>{" "}
        first.
      </p>
    </>
  );
}

/** Why the account cannot be deleted yet. */
export function Obstacles({ obstacles }: { obstacles: { orderId: number; message: string }[] }) {
  return (
    <Notice>
      <p className="font-semibold">Your account cannot be deleted yet:</p>
      <ul className="my-2 grid list-disc gap-1 pl-5">
        {obstacles.map(({ orderId, message }) => (
          <li key={message}>
            <Link to={`/orders/${orderId}`} className="link">
              {message}
            </Link>
          </li>
        ))}
      </ul>
      <p>Once that is settled, you can delete it here.</p>
    </Notice>
  );
}

/** For accounts with a password. */
export function DeleteByPassword({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, { currentPassword }] = useZodForm({
    id: "delete-account",
    lastResult,
    schema: deleteAccountSchema,
  });
  return (
    <ZodForm form={form} preventScrollReset className="grid max-w-lg gap-5">
      <CurrentPasswordField field={currentPassword} focus={firstInvalid([currentPassword])} />
      <Choice />
    </ZodForm>
  );
}

/** For accounts without a password: a mailed link replaces it. */
export function DeleteByLink({
  email,
  token,
  problem,
}: {
  email: string;
  /** Of the link that was opened; null without a valid link. */
  token: string | null;
  problem: string | null;
}) {
  return (
    <Form method="post" preventScrollReset className="grid max-w-lg gap-5">
      <FormErrorSummary errors={problem ? [problem] : []} />
      {token ? (
        <>
          <input type="hidden" name="token" value={token} />
          <Choice />
        </>
      ) : (
        <>
          <p>
            Your account has no password, so we ask by email whether it is really you. The link goes to{" "}
            <EmailText email={email} />.
          </p>
          <Button name="intent" value="send-link" variant="danger" className="justify-self-start">
            Send me a link
          </Button>
        </>
      )}
    </Form>
  );
}

function Choice() {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/account/data" variant="quiet">
        Keep my account
      </ButtonLink>
      <Button variant="danger">Delete my account</Button>
    </div>
  );
}
