import { useEffect } from "react";
import type { BlockField } from "~/domain/front/home/block-fields";
import { declarationOf } from "~/domain/front/home/block-kinds";
import { ClashReport } from "~/ui/admin/forms/clash-report";
import { Button } from "~/ui/kit/button";
import { EnterPresses, FormButtons } from "~/ui/kit/form-buttons";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { ShownField } from "~/ui/kit/shown-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { parseBlockForm } from "./block-answer";
import { BlockControl } from "./block-control";
import type { BlockPanelProps } from "./block-panel";
import { BookPicks } from "./book-picks";
import { PictureField } from "./picture-field";

/** The form of a block, made from the fields of its declaration. */
export function BlockForm({
  kind,
  id,
  revision,
  values,
  picked,
  choices,
  pages,
  answer,
  closeTo,
}: BlockPanelProps) {
  const isSaving = useIsSending("save-block");
  const [form, fields] = useParsedForm<Record<string, unknown>, Record<string, unknown>>({
    id: "block-form",
    lastResult: answer?.result,
    defaultValue: values,
    parse: (sent) => parseBlockForm(sent, kind),
  });
  const declared = Object.entries(declarationOf(kind).fields);
  const inOrder = declared.map(([name]) => fields[name]!);
  const focus = answer?.focus || answer?.clash ? null : (firstInvalid(inOrder) ?? declared[0]![0]);
  useFocusAfter(answer);

  const control = (name: string, field: BlockField) => {
    const props = fields[name]!;
    if (field.control === "books")
      return (
        <BookPicks
          id={props.id}
          field={field}
          errors={props.errors}
          picked={answer?.picked ?? picked}
          found={answer?.found ?? null}
          find={answer?.find ?? ""}
        />
      );
    // Named one by one: the field is a proxy, which a spread would leave empty.
    const { id, name: fieldName, errors } = props;
    const initial = { id, name: fieldName, errors, initialValue: props.initialValue as string | undefined };
    if (field.control === "picture")
      return (
        <PictureField
          field={initial}
          label={field.label}
          pictures={choices.pictures}
          problem={answer?.pictureProblem ?? null}
        />
      );
    return <BlockControl field={field} props={initial} choices={choices} pages={pages} focus={focus} />;
  };

  return (
    <ZodForm
      form={form}
      fields={inOrder}
      summary={
        answer?.clash ? (
          <ClashReport message={answer.message ?? undefined} fields={answer.clash.fields} />
        ) : answer?.message ? (
          <Notice kind="error">{answer.message}</Notice>
        ) : undefined
      }
      encType={declared.some(([, field]) => field.control === "picture") ? "multipart/form-data" : undefined}
      preventScrollReset
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        // Buttons that only change the form send it as it is.
        if (!(submitter instanceof HTMLButtonElement && submitter.formNoValidate)) form.onSubmit(event);
      }}
      className="block-form grid gap-5"
    >
      <EnterPresses intent="save-block" />
      <ShownField shown={revision} answered={answer?.revision} />
      {declared.map(([name, field]) => (
        <div key={name} data-only-for={field.onlyFor}>
          {control(name, field)}
        </div>
      ))}
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="save-block" isBusy={isSaving}>
          {id === null ? "Add to Draft" : "Save in Draft"}
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

/** After an answer the focus is on the report of a clash, or on the control that goes on. @returns the report's ref */
function useFocusAfter(answer: BlockPanelProps["answer"]) {
  useEffect(() => {
    if (answer?.focus && !answer.clash) document.getElementById(answer.focus)?.focus();
  }, [answer]);
}
