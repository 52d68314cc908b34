import { methodFields, type Typed } from "~/domain/sales/delivery/forms/method-form";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { EnterPresses, FormButtons } from "~/ui/kit/form-buttons";
import { ShownField } from "~/ui/kit/shown-field";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { MethodFields, shownRows } from "./method-fields";
import type { PlanAnswer } from "./plan-answer.server";

/** The side panel with a method's form. */
export function MethodPanel({
  methodId,
  typed,
  version,
  answer,
  closeTo,
}: {
  /** null: a new one. */
  methodId: number | null;
  typed: Typed;
  version: number;
  answer?: PlanAnswer;
  closeTo: string;
}) {
  const isSaving = useIsSending("save-method");
  const rows = shownRows((answer?.result.initialValue as Typed | undefined) ?? typed);
  const { form, fields, focus } = useAnsweredForm({
    id: "method",
    names: methodFields(rows),
    lastResult: answer?.result,
    defaultValue: typed,
  });
  return (
    <SidePanel title={methodId === null ? "Add Method" : "Edit Method"} closeTo={closeTo}>
      <AnsweredForm
        form={form}
        fields={Object.values(fields)}
        preventScrollReset
        className="grid grid-cols-1 gap-5"
      >
        <EnterPresses intent="save-method" />
        <ShownField shown={version} answered={answer?.version} />
        <MethodFields fields={fields} focus={focus} rows={rows} more="more-rows" isInPanel />
        <FormButtons closeTo={closeTo} isLong>
          <Button name="intent" value="save-method" isBusy={isSaving}>
            {methodId === null ? "Add Method" : "Save Method"}
          </Button>
        </FormButtons>
      </AnsweredForm>
    </SidePanel>
  );
}
