import { type Endpoint, EVENT_WORDS, WEBHOOK_EVENTS } from "~/domain/shop/webhooks/webhooks";
import { ENDPOINT_MAX, endpointSchema } from "~/domain/shop/webhooks/webhooks.schema";
import { ChoiceBoxes } from "~/ui/admin/forms/choice-boxes";
import { ClashReport } from "~/ui/admin/forms/clash-report";
import { SecretOnce } from "~/ui/admin/programs/secret-once";
import { Button, ButtonLink } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ShownField } from "~/ui/kit/shown-field";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { EndpointAnswer } from "./endpoint-answer";

interface EndpointPanelProps {
  /** null to add one. */
  endpoint: Endpoint | null;
  answer?: EndpointAnswer;
  closeTo: string;
}

/** The side panel with the endpoint's form. After adding one it shows the secret once. */
export function EndpointPanel({ endpoint, answer, closeTo }: EndpointPanelProps) {
  if (answer?.made) return <MadeSecret {...answer.made} />;
  return (
    <SidePanel title={endpoint ? "Edit Endpoint" : "Add an Endpoint"} closeTo={closeTo}>
      <EndpointForm endpoint={endpoint} answer={answer} closeTo={closeTo} />
    </SidePanel>
  );
}

/** Posts intent=save-endpoint. */
function EndpointForm({ endpoint, answer, closeTo }: EndpointPanelProps) {
  const isSaving = useIsSending("save-endpoint");
  const [form, fields] = useZodForm({
    id: "endpoint-form",
    lastResult: answer?.result,
    defaultValue: endpoint
      ? { url: endpoint.url, description: endpoint.description, events: endpoint.events }
      : {},
    schema: endpointSchema,
  });
  const clash = answer?.clash;
  const { url, description, events } = fields;
  const inOrder = [url, description, events];
  const focus = firstInvalid(inOrder) ?? (clash ? null : url.name);
  return (
    <ZodForm
      form={form}
      fields={inOrder}
      summary={clash ? <ClashReport message={form.errors?.[0]} fields={clash.fields} /> : undefined}
      preventScrollReset
      className="grid gap-5"
    >
      {/* The version on which the form is based; after a clash the stored one. */}
      <ShownField shown={endpoint?.version ?? 0} answered={answer?.version} />
      <TextField
        label="Address"
        hint="https, on a server that can be reached from the internet"
        {...fieldProps(url, focus)}
        type="url"
        inputMode="url"
        placeholder="https://example.in/hooks"
        maxLength={ENDPOINT_MAX.url}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label="Description"
        hint="Optional: what it is for"
        {...fieldProps(description, focus)}
        maxLength={ENDPOINT_MAX.description}
        autoComplete="off"
        dir="auto"
      />
      <ChoiceBoxes
        legend="Events"
        hint="Events have ids and amounts, and no names or contact data of customers: a program that needs those reads the order from the API."
        field={events}
        options={WEBHOOK_EVENTS.map((event) => ({ value: event, label: EVENT_WORDS[event], hint: event }))}
      />
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="save-endpoint" isBusy={isSaving}>
          {endpoint ? "Update Endpoint" : "Add Endpoint"}
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

/** The secret of an endpoint, right after it was made. */
export function MadeSecret({ id, message, secret }: NonNullable<EndpointAnswer["made"]>) {
  const page = `/admin/programs/webhooks/${id}`;
  return (
    <SidePanel title="The Endpoint's Secret" closeTo={page}>
      <div className="grid gap-5">
        <p role="status" className="wrap-anywhere">
          {message}
        </p>
        <p>
          The server that receives the events checks their signatures with this secret. It is shown{" "}
          <strong>only now</strong>: copy it there, or into a password manager.
        </p>
        <SecretOnce label="Secret" secret={secret} />
        <ButtonLink to={page} preventScrollReset className="w-fit">
          Done
        </ButtonLink>
      </div>
    </SidePanel>
  );
}
