import { LIFETIME_WORDS, LIFETIMES } from "~/domain/people/api-keys/api-keys";
import { KEY_MAX, keySchema } from "~/domain/people/api-keys/api-keys.schema";
import { type Right, RIGHTS } from "~/domain/kit/rights/rights";
import { ChoiceBoxes } from "~/ui/admin/forms/choice-boxes";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { SecretOnce } from "~/ui/admin/programs/secret-once";
import { Button, ButtonLink } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { KeyAnswer } from "./key-answer";

interface KeyPanelProps {
  answer?: KeyAnswer;
  /** Those that one can give. */
  rights: readonly Right[];
  closeTo: string;
}

/** The side panel that makes a key, and then shows it once. */
export function KeyPanel({ answer, rights, closeTo }: KeyPanelProps) {
  if (answer?.made) return <MadeKey name={answer.made.name} apiKey={answer.made.key} closeTo={closeTo} />;
  return (
    <SidePanel title="Make a Key" closeTo={closeTo}>
      <KeyForm answer={answer} rights={rights} closeTo={closeTo} />
    </SidePanel>
  );
}

/** Posts intent=make-key. */
function KeyForm({ answer, rights, closeTo }: KeyPanelProps) {
  const isSaving = useIsSending("make-key");
  const [form, fields] = useZodForm({
    id: "key-form",
    lastResult: answer?.result,
    defaultValue: { lifetime: "90" },
    schema: keySchema,
  });
  const inOrder = [fields.name, fields.rights, fields.lifetime, fields.until];
  const focus = firstInvalid(inOrder) ?? fields.name.name;
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
      <TextField
        label="Name"
        hint="The program that will use it, e.g. Bookkeeping. The audit log names it"
        {...fieldProps(fields.name, focus)}
        maxLength={KEY_MAX.name}
        autoComplete="off"
        dir="auto"
        required
      />
      <ChoiceBoxes
        legend="Rights"
        hint="The fewer, the better. You can give the rights that you have yourself; a right that you lose, the key loses too."
        field={fields.rights}
        options={rights.map((right) => ({ value: right, label: capitalised(RIGHTS[right]) }))}
      />
      <FieldPair>
        <SelectField label="Works for" {...fieldProps(fields.lifetime, focus)}>
          <Options of={LIFETIMES.map((lifetime) => [lifetime, LIFETIME_WORDS[lifetime]])} />
        </SelectField>
        <TextField
          label="Last day"
          hint="Only with “Until a date”"
          {...fieldProps(fields.until, focus)}
          type="date"
        />
      </FieldPair>
      <p className="text-muted text-sm">
        We mail you seven days before it expires. The key is shown once, after it is made.
      </p>
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="make-key" isBusy={isSaving}>
          Make Key
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

function MadeKey({ name, apiKey, closeTo }: { name: string; apiKey: string; closeTo: string }) {
  return (
    <SidePanel title="Your New Key" closeTo={closeTo}>
      <div className="grid gap-5">
        <p role="status" className="wrap-anywhere">
          The key “{name}” is made. It is shown <strong>only now</strong>: copy it into the program, or into a
          password manager. Whoever has it can do what it may do.
        </p>
        <SecretOnce label="API key" secret={apiKey} />
        <p>The program sends it with every call:</p>
        <pre className="bg-sunken overflow-x-auto rounded-md p-3 text-sm">
          <code>Authorization: Bearer {apiKey.slice(0, 10)}…</code>
        </pre>
        <ButtonLink to={closeTo} preventScrollReset className="w-fit">
          Done
        </ButtonLink>
      </div>
    </SidePanel>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
