import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { BOOK_FORMATS } from "~/domain/catalogue/book-formats";
import { columnName } from "~/domain/imports/columns";
import { modesOf } from "~/domain/imports/pictures/picture-modes";
import type { ImportMode } from "~/domain/imports/plan/plan";
import type { ImportRun } from "~/domain/imports/runs/import-run";
import { FoldedGroup } from "~/ui/admin/folded-group";
import { FieldPair, FormGroup } from "~/ui/admin/form-group";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, FormErrorSummary, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { ColumnChoices } from "./column-choices";
import { ImportSentences } from "./import-state";
import {
  columnField,
  DEFAULT_KEYS,
  defaultField,
  FETCH_FIELD,
  type FormErrors,
  isOfOtherShop,
  KEYWORDS_FIELD,
  mappedColumns,
  SUBJECTS_FIELD,
  type TypedFields,
} from "./mapping-form";

interface MappingViewProps {
  run: ImportRun;
  samples: string[][];
  fields: TypedFields;
  errors?: FormErrors;
}

const NO_ERRORS: FormErrors = {};

/** How the file is to be read: what its columns hold, what the import may do, and what its new books have in common. */
export function MappingView({ run, samples, fields, errors = NO_ERRORS }: MappingViewProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  const isBusy = useNavigation().formData?.get("intent") === "plan";
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
              : "Say what each column of the file holds. What is chosen here is kept for the next file with the same columns."}
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
      {run.kind === "pictures" ? null : <NewBooks fields={fields} errors={errors} />}
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

/** What the import gives to new books. */
function NewBooks({ fields, errors }: { fields: TypedFields; errors: FormErrors }) {
  return (
    <>
      <FoldedGroup
        title="For new books that the file says nothing about"
        isOpen={DEFAULT_KEYS.some((key) => fields[defaultField(key)])}
      >
        <Defaults fields={fields} />
      </FoldedGroup>
      <FoldedGroup
        title="Book Tags of subjects"
        isOpen={Boolean(fields[SUBJECTS_FIELD] || fields[KEYWORDS_FIELD] || errors[SUBJECTS_FIELD])}
      >
        <TextAreaField
          id={SUBJECTS_FIELD}
          name={SUBJECTS_FIELD}
          label="Tags by Thema and BISAC codes"
          hint="A code and its tag in each line, such as FBA Novels. A code stands for all that begin with it."
          defaultValue={fields[SUBJECTS_FIELD]}
          errors={errors[SUBJECTS_FIELD]}
          rows={5}
        />
        <CheckboxField
          name={KEYWORDS_FIELD}
          label="The sender's keywords become tags too"
          defaultChecked={fields[KEYWORDS_FIELD] === "on"}
        />
      </FoldedGroup>
    </>
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

const HINTS: Partial<Record<(typeof DEFAULT_KEYS)[number], string>> = {
  contributors: "Several separated by semicolons",
  tags: "Several separated by semicolons",
  price: "In rupees",
};

function Defaults({ fields }: { fields: TypedFields }) {
  const text = (key: (typeof DEFAULT_KEYS)[number]) => (
    <TextField
      key={key}
      name={defaultField(key)}
      label={columnName(key)}
      hint={HINTS[key]}
      defaultValue={fields[defaultField(key)]}
      maxLength={1000}
      autoComplete="off"
      dir="auto"
    />
  );
  return (
    <>
      <FieldPair>
        {text("publisher")}
        {text("language")}
      </FieldPair>
      <FieldPair>
        {text("contributors")}
        {text("tags")}
      </FieldPair>
      <FieldPair>
        {text("price")}
        {text("stock")}
      </FieldPair>
      {text("brief")}
      <FieldPair>
        <SelectField
          name={defaultField("format")}
          label={columnName("format")}
          defaultValue={fields[defaultField("format")]}
        >
          <option value="">None</option>
          {Object.entries(BOOK_FORMATS).map(([code, { label }]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          name={defaultField("visible")}
          label="In the store"
          defaultValue={fields[defaultField("visible")]}
        >
          <option value="">Shown at once</option>
          <option value="no">Hidden, to be shown later</option>
        </SelectField>
      </FieldPair>
    </>
  );
}
