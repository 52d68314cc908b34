import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { modesOf } from "~/domain/book-files/pictures/picture-modes";
import type { ImportMode } from "~/domain/book-files/plan/plan";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import type { LackingValues } from "~/domain/book-files/runs/lacking-values.server";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, FormErrorSummary } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { ColumnChoices } from "./column-choices";
import { ImportSentences } from "../import-state";
import {
  columnField,
  FETCH_FIELD,
  type FormErrors,
  isOfOtherShop,
  mappedColumns,
  SUBJECTS_FIELD,
  type TypedFields,
} from "./mapping-form";
import { NewBooks } from "./new-books";

interface MappingViewProps {
  run: ImportRun;
  samples: string[][];
  lacking: LackingValues;
  fields: TypedFields;
  errors?: FormErrors;
}

const NO_ERRORS: FormErrors = {};

/** How the file is to be read: what its columns hold, what the import may do, and what its new books have in common. */
export function MappingView({ run, samples, lacking, fields, errors = NO_ERRORS }: MappingViewProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  const isBusy = useIsSending("plan");
  const columns = mappedColumns(run.columns);
  const columnIds = columns.map(({ index }) => columnField(index));
  const inOrder = [...columnIds, "mode", SUBJECTS_FIELD].map((id) => ({ id, errors: errors[id] }));
  return (
    <Form ref={form} method="post" action="?mapping=1" className="grid max-w-4xl grid-cols-1 gap-8">
      <ImportSentences run={run} />
      <FormErrorSummary errors={errors.form} fields={inOrder} />
      {columns.length === 0 ? null : (
        <FormGroup title="Columns" isWide={false}>
          <p className="max-w-prose">
            {isOfOtherShop(run)
              ? "The export's own columns are read as they are meant. Change only what you want otherwise, and columns that you added."
              : "Say what each column of the file holds. What is chosen here is saved for the next file with the same columns."}
          </p>
          <ColumnChoices file={run} columns={columns} samples={samples} fields={fields} errors={errors} />
        </FormGroup>
      )}
      <FormGroup title="What to import" isWide={false}>
        {run.kind === "pictures" ? <PictureNames /> : null}
        <ModeChoice modes={modesOf(run.format)} value={fields.mode} errors={errors.mode} />
        {run.kind === "pictures" ? null : (
          <CheckboxField
            name={FETCH_FIELD}
            label="Fetch pictures from the addresses in the file"
            hint="After the import, from the internet, one by one. A book that has a cover keeps it."
            defaultChecked={fields[FETCH_FIELD] === "on"}
          />
        )}
      </FormGroup>
      {run.kind === "pictures" ? null : <NewBooks lacking={lacking} fields={fields} errors={errors} />}
      <div className="grid gap-2">
        <p className="text-muted text-sm">
          Nothing is written yet: the check says for each {run.kind === "pictures" ? "picture" : "row"} what
          the import would do.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button name="intent" value="plan" isBusy={isBusy}>
            Check the File
          </Button>
          {run.status === "planned" ? (
            <ButtonLink to="?" variant="quiet">
              Back to the Report
            </ButtonLink>
          ) : null}
          {run.can.delete ? (
            <ButtonLink to={`?confirm=delete-${run.id}`} preventScrollReset variant="quiet">
              Discard
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </Form>
  );
}

/** How a picture's file says which book it belongs to. */
const PictureNames = () => (
  <p className="max-w-prose">
    The name of each file is the ISBN or SKU of its book, such as <FileName>9788126415397.jpg</FileName>: that
    picture becomes the cover. Further pictures end in <FileName>-back</FileName>,{" "}
    <FileName>-inside</FileName> or a number from 2 on, such as <FileName>9788126415397-back.jpg</FileName>.
    Folders in the ZIP do not matter.
  </p>
);

const FileName = ({ children }: { children: string }) => (
  <b className="font-semibold whitespace-nowrap">{children}</b>
);

interface ModeChoiceProps {
  modes: Partial<Record<ImportMode, string>>;
  value?: string;
  errors?: string[];
}

function ModeChoice({ modes, value, errors }: ModeChoiceProps) {
  return (
    <fieldset
      id="mode"
      tabIndex={-1}
      aria-describedby={errors && "mode-error"}
      className="grid gap-2 border-0 p-0"
    >
      <legend className="sr-only">What the import may do</legend>
      {(Object.keys(modes) as ImportMode[]).map((mode) => (
        <label key={mode} className="flex items-start gap-3">
          <input
            type="radio"
            name="mode"
            value={mode}
            defaultChecked={mode === value}
            className="check mt-0.5"
          />
          {modes[mode]}
        </label>
      ))}
      <FieldErrors id="mode" errors={errors} />
    </fieldset>
  );
}
