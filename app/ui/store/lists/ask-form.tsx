import type { ComponentProps } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/kit/button";
import { SpamGuard } from "~/ui/kit/spam-guard";

/**
 * Asks for a title that the shop does not have. Posts to /books/wanted, which shows a refused form again.
 * @param title what was searched
 * @param email of the customer who is logged in
 * @param redirectTo the path of the list, to which the answer leads back
 */
export default function AskForm({
  title,
  email,
  redirectTo,
}: {
  title: string;
  email?: string;
  redirectTo: string;
}) {
  const isBusy = useNavigation().formAction === ACTION;
  return (
    <section className="mt-8 max-w-xl">
      <h2 className="text-2xl">Tell me when you have it</h2>
      <p className="text-muted">We email you once, if we get the book.</p>
      <Form method="post" action={ACTION} preventScrollReset noValidate className="mt-4 grid gap-3">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SpamGuard />
        <Field label="Title" name="title" maxLength={200} dir="auto" required defaultValue={title} />
        <Field label="Author (optional)" name="author" maxLength={100} dir="auto" />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={email}
        />
        <div>
          <Button variant="quiet" isBusy={isBusy}>
            Ask for it
          </Button>
        </div>
      </Form>
    </section>
  );
}

const ACTION = "/books/wanted";

function Field({ label, ...input }: { label: string } & ComponentProps<"input">) {
  const id = `ask-${input.name}`;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input id={id} className="input" {...input} />
    </div>
  );
}
