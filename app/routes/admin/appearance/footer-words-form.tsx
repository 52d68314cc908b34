import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { FooterWords } from "~/domain/front/home/frame-parts";
import { FOOTER_MAX, footerWordsSchema } from "~/domain/front/home/frame-parts.schema";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { FrameClash } from "~/ui/admin/forms/frame-clash";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { ShownField } from "~/ui/kit/shown-field";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { FooterWordsAnswer } from "./footer-words-answer.server";

/** The form of the footer's two sentences. */
export function FooterWordsForm({
  words,
  version,
  answer,
}: {
  words: FooterWords;
  version: number;
  answer?: FooterWordsAnswer;
}) {
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("part") === "footer-words";
  const [form, fields] = useZodForm({
    id: "footer-words",
    schema: footerWordsSchema,
    lastResult: answer?.result as SubmissionResult<string[]> | undefined,
    defaultValue: words,
  });
  const inOrder = [fields.sentence, fields.lastLine];
  const focus = firstInvalid(inOrder);
  return (
    <FormGroup title="Words of the footer">
      <ZodForm
        form={form}
        fields={inOrder}
        summary={answer?.clash ? <FrameClash clash={answer.clash} /> : undefined}
        preventScrollReset
        className="grid gap-4"
      >
        <input type="hidden" name="part" value="footer-words" />
        <ShownField shown={version} answered={answer?.version} />
        <TextField
          label="Below the shop’s name"
          {...fieldProps(fields.sentence, focus)}
          hint="May be empty"
          maxLength={FOOTER_MAX.sentence}
          autoComplete="off"
          dir="auto"
        />
        <TextField
          label="Last line"
          {...fieldProps(fields.lastLine, focus)}
          hint="May be empty"
          maxLength={FOOTER_MAX.lastLine}
          autoComplete="off"
          dir="auto"
        />
        <div>
          <Button isBusy={isSaving} name="intent" value="save">
            Save
          </Button>
        </div>
      </ZodForm>
    </FormGroup>
  );
}
