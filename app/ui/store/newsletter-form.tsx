import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { Button } from "~/ui/kit/button";
import { FieldErrors } from "~/ui/kit/field-errors";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { Notice } from "~/ui/kit/notice";

export type NewsletterAnswer =
  | { ok: true; message: string }
  | { ok: false; failed?: false; errors: string[]; email: string }
  /** No answer came (ui/frame/navigation/connection.ts): the form is unchanged. */
  | { ok: false; failed: true };

/**
 * Without scripts the newsletter page shows the answer; with scripts the form shows it in place.
 * @param answer of the newsletter page's action
 */
export function NewsletterForm({ answer: given }: { answer?: NewsletterAnswer }) {
  const fetcher = useFetcher<NewsletterAnswer>();
  const input = useRef<HTMLInputElement>(null);
  const answer = fetcher.data ?? given;
  const refusal = answer && !answer.ok && !answer.failed ? answer : undefined;
  const errors = refusal?.errors;
  useEffect(() => {
    if (errors) input.current?.focus();
  }, [errors]);
  if (answer?.ok) return <Notice kind="success">{answer.message}</Notice>;
  return (
    <fetcher.Form
      method="post"
      action="/newsletter"
      noValidate
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        form.set("stay", "on");
        void fetcher.submit(form, { method: "post", action: "/newsletter" });
      }}
    >
      <SpamGuard />
      <label htmlFor="newsletter-email" className="font-semibold">
        Email
      </label>
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <input
            ref={input}
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={119}
            defaultValue={refusal?.email}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? "newsletter-email-error" : undefined}
            className="input"
          />
          <FieldErrors id="newsletter-email" errors={errors} />
        </div>
        <Button isBusy={fetcher.state !== "idle"} className="self-start">
          Subscribe
        </Button>
      </div>
    </fetcher.Form>
  );
}
