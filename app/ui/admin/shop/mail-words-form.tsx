import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { useNavigation } from "react-router";
import { type MailKind, type Placeholder, PLACEHOLDERS } from "~/domain/shop/mail-words/mail-kinds";
import { LINE_MAX, mailWordsSchema, type OwnLines } from "~/domain/shop/mail-words/mail-words";
import { Button } from "~/ui/kit/button";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/**
 * The shop's own lines of a kind of mail. Posts intent=save-words, preview or send-test.
 * @param lines the fields' initial values
 * @param shown the stored lines as JSON when the form was opened; the server compares them when saving
 * @param sentTo where a test has just been sent
 */
export function MailWordsForm({
  kind,
  lines,
  shown,
  knows,
  email,
  lastResult,
  sentTo,
}: {
  kind: MailKind;
  lines: OwnLines;
  shown: string;
  knows: Placeholder[];
  email: string;
  lastResult?: SubmissionResult<string[]>;
  sentTo?: string;
}) {
  const schema = useMemo(() => mailWordsSchema(kind), [kind]);
  const [form, fields] = useZodForm({ id: "mail-words", lastResult, defaultValue: lines, schema });
  const inOrder = [fields.opening, fields.closing];
  const focus = firstInvalid(inOrder);
  const pressed = useNavigation().formData?.get("intent");
  const isOfOrder = knows.includes("first name");
  const button = (intent: string) => ({ name: "intent", value: intent, isBusy: pressed === intent });
  const common = { dir: "auto", rows: 3, maxLength: LINE_MAX } as const;
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid content-start gap-5">
      <input type="hidden" name="shown" value={shown} />
      {sentTo ? <Notice kind="success">A test is on its way to {sentTo}.</Notice> : null}
      <TextAreaField
        label="Opening line"
        {...fieldProps(fields.opening, focus)}
        {...common}
        hint={
          isOfOrder
            ? `Below the heading, in place of “Dear {first name},”. At most ${LINE_MAX} characters`
            : `Below the heading. At most ${LINE_MAX} characters`
        }
      />
      <TextAreaField
        label="Closing line"
        {...fieldProps(fields.closing, focus)}
        {...common}
        hint={`Below the button, above the small print. At most ${LINE_MAX} characters`}
      />
      <dl className="text-muted grid gap-1 text-sm">
        {knows.map((name) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink font-mono">{`{${name}}`}</dt>
            <dd>{PLACEHOLDERS[name]}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button {...button("save-words")}>Save Words</Button>
        <Button {...button("preview")} variant="quiet">
          Preview
        </Button>
        <Button {...button("send-test")} variant="quiet">
          Send me a test
        </Button>
      </div>
      <p className="text-muted text-sm">
        A test goes to {email}. Heading, text and small print of the mail stay as they are.
      </p>
    </ZodForm>
  );
}
