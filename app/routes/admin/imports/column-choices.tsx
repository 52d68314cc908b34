import { columnName, IMPORT_COLUMNS, keyOfHeading } from "~/domain/imports/columns";
import { FieldErrors } from "~/ui/kit/field-errors";
import {
  ASKED,
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
        />
      ))}
    </ul>
  );
}

function ColumnChoice({
  index,
  heading,
  cells,
  value,
  errors,
  isAutomatic,
}: MappedColumn & { cells: string[]; value: string; errors?: string[]; isAutomatic: boolean }) {
  const name = columnField(index);
  const meaning = value === ASKED ? keyOfHeading(heading) : null;
  const described = [
    cells.length > 0 && `${name}-cells`,
    meaning && `${name}-asked`,
    errors && `${name}-error`,
  ]
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
      </div>
      <div className="grid gap-1">
        {meaning ? (
          <p id={`${name}-asked`} className="text-sm">
            Another column is {columnName(meaning)} too. What is this one?
          </p>
        ) : null}
        <select
          id={name}
          name={name}
          defaultValue={value}
          aria-invalid={errors ? true : undefined}
          aria-describedby={described || undefined}
          className="input"
        >
          {value === ASKED ? <option value={ASKED}>Choose …</option> : null}
          {isAutomatic ? <option value={AUTOMATIC}>As the export means it</option> : null}
          <option value={NOTHING}>Not imported</option>
          {IMPORT_COLUMNS.map(({ key }) => (
            <option key={key} value={key}>
              {columnName(key)}
            </option>
          ))}
        </select>
        <FieldErrors id={name} errors={errors} />
      </div>
    </li>
  );
}
