import { LIST_LABELS, SUBJECTS_MAX } from "~/domain/catalogue/books/record/book-record.schema";
import { FoldedGroup } from "~/ui/admin/forms/folded-group";
import { TextField } from "~/ui/kit/field";
import type { FieldControl } from "~/ui/kit/field-props";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import type { BookFormData } from "../page-data.server";

interface SubjectFieldsProps {
  thema: FieldControl;
  bisac: FieldControl;
  /** Of the saved codes. */
  headings: BookFormData["subjects"];
}

/** Codes of subjects, with what the saved ones mean. */
export function SubjectFields({ thema, bisac, headings }: SubjectFieldsProps) {
  const stashed = useStashedForm();
  const isUsed = [thema, bisac].some(({ defaultValue, errors }) => defaultValue || errors?.length);
  return (
    <FoldedGroup title="Subjects" isOpen={isUsed || stashed !== null}>
      <TextField
        label={LIST_LABELS.thema}
        {...thema}
        maxLength={SUBJECTS_MAX}
        hint={<CodesHint example="FBC, 1FKA" saved={headings.thema} />}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={LIST_LABELS.bisac}
        {...bisac}
        maxLength={SUBJECTS_MAX}
        hint={<CodesHint example="FIC004000" saved={headings.bisac} />}
        autoComplete="off"
        spellCheck={false}
      />
    </FoldedGroup>
  );
}

const CodesHint = ({ example, saved }: { example: string; saved: string }) => (
  <>
    Codes, the main one first, such as {example}
    {saved ? <span className="block">Saved: {saved}</span> : null}
  </>
);
