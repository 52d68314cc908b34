import { BOOK_FORMATS } from "~/domain/catalogue/books/record/book-formats";
import { columnName } from "~/domain/book-files/columns";
import type { LackingValues } from "~/domain/book-files/runs/lacking-values.server";
import { FoldedGroup } from "~/ui/admin/forms/folded-group";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import { DEFAULT_KEYS } from "~/domain/book-files/mapping";
import {
  defaultField,
  type FormErrors,
  KEYWORDS_FIELD,
  SUBJECTS_FIELD,
  type TypedFields,
} from "./mapping-form";

interface NewBooksProps {
  lacking: LackingValues;
  fields: TypedFields;
  errors: FormErrors;
}

/** What the import gives to new books: open when the file lacks what they need. */
export function NewBooks({ lacking, fields, errors }: NewBooksProps) {
  return (
    <>
      <FoldedGroup
        title="For new books that the file says nothing about"
        isOpen={lacking.lacking.length > 0 || DEFAULT_KEYS.some((key) => fields[defaultField(key)])}
      >
        {lacking.lacking.length > 0 ? <Lacking {...lacking} /> : null}
        <Defaults fields={fields} />
      </FoldedGroup>
      <FoldedGroup
        title="Tags made of the subjects in the file"
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

/** Why the group is open. */
function Lacking({ books, lacking }: LackingValues) {
  const counts = [...new Set(lacking.map((one) => one.books))].sort((a, b) => b - a);
  const namesOf = (count: number) =>
    lacking.filter((one) => one.books === count).map(({ key }) => columnName(key));
  return (
    <div className="max-w-prose">
      <p>The file lacks what new books need. Give it here once for all of them, or their rows are refused.</p>
      <ul className="mt-1 list-disc pl-5">
        {counts.map((count) => (
          <li key={count}>
            <b className="font-semibold">{namesOf(count).join(", ")}</b>: lacking in {manyOf(count, books)}
          </li>
        ))}
      </ul>
      {lacking.some(({ key }) => key === "tags") ? (
        <p className="mt-1">Tags can also be made of the file's subjects, below.</p>
      ) : null}
    </div>
  );
}

/** Only the beginning of the file was read. */
function manyOf(count: number, books: number): string {
  if (books === 1) return "the first new book";
  return count === books ? `all of the first ${books} new books` : `${count} of the first ${books} new books`;
}

const HINTS: Partial<Record<(typeof DEFAULT_KEYS)[number], string>> = {
  contributors: "Several separated by semicolons",
  tags: "Several separated by semicolons",
  price: "In rupees",
  stock: "None if left empty",
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
          <Options of={Object.entries(BOOK_FORMATS).map(([code, { label }]) => [code, label])} />
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
