import type { SubmissionResult } from "@conform-to/react";
import type { AuditEntry } from "~/domain/kit/audit/audit";
import { type Synonym, SYNONYM_MAX } from "~/domain/catalogue/finding/search-terms/synonyms";
import { synonymSchema } from "~/domain/catalogue/finding/search-terms/synonyms.schema";
import { PanelHistory } from "~/ui/admin/forms/history";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** The side panel in which a synonym is added or changed; it posts to the page's own URL. */
export function SynonymPanel({
  synonym,
  first,
  history,
  lastResult,
  closeTo,
}: {
  /** null to add one. */
  synonym: Synonym | null;
  /** The first phrase of a new one; empty: none yet. */
  first: string;
  history: AuditEntry[];
  lastResult?: SubmissionResult<string[]>;
  closeTo: string;
}) {
  const [form, { phrases }] = useZodForm({
    id: "synonym",
    lastResult,
    defaultValue: { phrases: synonym ? synonym.phrases.join("\n") : first && `${first}\n` },
    schema: synonymSchema,
  });
  return (
    <SidePanel title={synonym ? "Edit Synonym" : "Add Synonym"} closeTo={closeTo}>
      <ZodForm form={form} preventScrollReset className="grid gap-5">
        <TextAreaField
          label="Words or phrases that mean the same"
          hint={`One on each line, such as Mahabharat, Mahabharata and महाभारत. At most ${SYNONYM_MAX.phrases}, of ${SYNONYM_MAX.words} words each.`}
          rows={6}
          maxLength={SYNONYM_MAX.text}
          dir="auto"
          spellCheck={false}
          {...fieldProps(phrases)}
          autoFocus
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="save">
            {synonym ? "Update Synonym" : "Add Synonym"}
          </Button>
        </FormButtons>
      </ZodForm>
      {synonym ? <PanelHistory entries={history} /> : null}
    </SidePanel>
  );
}
