import { columnName, COLUMN_KEYS } from "~/domain/book-files/columns";
import { NO_MAPPING } from "~/domain/book-files/mapping";
import { type ColumnMeaning, columnMeanings } from "~/domain/book-files/table-formats";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Options } from "~/ui/kit/options";
import {
  AUTOMATIC,
  columnField,
  type FormErrors,
  isOfOtherShop,
  type MappedColumn,
  type MappedFile,
  NOTHING,
  type TypedFields,
} from "./mapping-form";

interface ColumnChoicesProps {
  file: MappedFile;
  columns: MappedColumn[];
  /** The first rows of the file. */
  samples: string[][];
  fields: TypedFields;
  errors: FormErrors;
}

/** Every column of the file with its first cells, and a select of what it can hold. */
export function ColumnChoices({ file, columns, samples, fields, errors }: ColumnChoicesProps) {
  // Of what the headings say by themselves: staff may have chosen otherwise.
  const meanings = isOfOtherShop(file) ? [] : columnMeanings(file.columns, NO_MAPPING);
  return (
    <ul className="border-line-strong border-y">
      {columns.map((column) => (
        <ColumnChoice
          key={column.index}
          {...column}
          cells={samples.map((row) => row[column.index] ?? "").filter(Boolean)}
          value={fields[columnField(column.index)] ?? NOTHING}
          errors={errors[columnField(column.index)]}
          isAutomatic={isOfOtherShop(file)}
          hint={hintOf(file.columns, meanings[column.index]?.yieldsTo)}
        />
      ))}
    </ul>
  );
}

/** Why a column that looks like a known one is not chosen for it. */
const hintOf = (columns: string[], yieldsTo: ColumnMeaning["yieldsTo"]) =>
  yieldsTo && `Looks like ${columnName(yieldsTo.key)}, as "${columns[yieldsTo.index]}" does, which counts.`;

function ColumnChoice({
  index,
  heading,
  cells,
  value,
  errors,
  isAutomatic,
  hint,
}: MappedColumn & {
  cells: string[];
  value: string;
  errors?: string[];
  isAutomatic: boolean;
  hint?: string;
}) {
  const name = columnField(index);
  const described = [cells.length > 0 && `${name}-cells`, hint && `${name}-hint`, errors && `${name}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <li className="border-line grid grid-cols-1 items-center gap-x-6 gap-y-1 border-t py-2 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <label htmlFor={name} className="font-semibold wrap-anywhere" dir="auto">
          {heading}
        </label>
        {cells.length > 0 ? (
          <p id={`${name}-cells`} className="text-muted text-sm wrap-anywhere">
            {cells.map((cell, row) => (
              <span key={row}>
                {row > 0 ? " · " : null}
                <bdi>{cell}</bdi>
              </span>
            ))}
          </p>
        ) : null}
        {hint ? (
          <p id={`${name}-hint`} className="text-sm">
            {hint}
          </p>
        ) : null}
      </div>
      <div className="grid gap-1">
        <select
          id={name}
          name={name}
          defaultValue={value}
          aria-invalid={errors ? true : undefined}
          aria-describedby={described || undefined}
          className="input"
        >
          {isAutomatic ? <option value={AUTOMATIC}>As the export means it</option> : null}
          <option value={NOTHING}>Not imported</option>
          <Options of={COLUMN_KEYS.map((key) => [key, columnName(key)])} />
        </select>
        <FieldErrors id={name} errors={errors} />
      </div>
    </li>
  );
}
