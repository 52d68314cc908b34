import { headingField, HEADING_MAX, type Headings } from "~/domain/sales/list-headings";
import { TextField } from "~/ui/kit/field";

/**
 * How a carrier calls the columns of its list, where that is not known.
 * @param found the headings of a list that was not understood @param again what is done then
 */
export function HeadingFields<Column extends string>({
  labels,
  saved,
  found,
  again,
}: {
  labels: Record<Column, string>;
  saved: Headings<Column>;
  found: string[];
  again: string;
}) {
  return (
    <details open={found.length > 0} className="border-line border-y py-3">
      <summary className="link w-fit py-1">The list calls its columns otherwise</summary>
      <div className="mt-3 grid gap-4">
        {found.length > 0 ? (
          <p className="wrap-anywhere">
            The list’s headings are: <bdi>{found.join(", ")}</bdi>. Type below which of them is what, and{" "}
            {again}.
          </p>
        ) : (
          <p className="text-muted text-sm">
            Type the heading as the list has it, or several with commas between. It is saved for the next
            list.
          </p>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {(Object.keys(labels) as Column[]).map((column) => (
            <TextField
              key={column}
              label={labels[column]}
              name={headingField(column)}
              defaultValue={saved[column]}
              maxLength={HEADING_MAX}
              list="headings-found"
              autoComplete="off"
              dir="auto"
            />
          ))}
        </div>
        <datalist id="headings-found">
          {found.map((heading) => (
            <option key={heading}>{heading}</option>
          ))}
        </datalist>
      </div>
    </details>
  );
}
