import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { NO_MAPPING } from "~/domain/book-files/mapping";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { columnMeanings, FOUND_BY } from "~/domain/book-files/table-formats";
import { type Layout, layoutInWords, rowsOfSheet } from "~/domain/book-files/tables/layout";
import { Button } from "~/ui/kit/button";
import { CheckboxField, SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { ImportAnswer } from "../import-answer";
import { HEADING_ROW, layoutFields, NO_HEADINGS, SHEET } from "./layout-form";

interface LayoutViewProps {
  run: ImportRun;
  layout: Layout;
  answer?: ImportAnswer;
}

/** How the table was found in the file, what to know about it, and a form to say otherwise. */
export function LayoutView({ run, layout, answer }: LayoutViewProps) {
  const isBusy = useIsSending("layout");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const fields = answer?.typed ?? layoutFields(layout);
  const isFound = columnMeanings(run.columns, NO_MAPPING).some(({ key }) => key && FOUND_BY.includes(key));
  const isDoubtful = answer !== undefined || layout.headingRow === 0 || !isFound;
  return (
    <section aria-labelledby="layout" className="mb-8 grid max-w-4xl grid-cols-1 gap-2">
      <h2 id="layout" className="sr-only">
        Where the table is
      </h2>
      <p>{layoutInWords(layout)}</p>
      <FileHints hints={run.hints} />
      <details open={isDoubtful}>
        <summary className="link min-h-9 w-fit cursor-pointer py-1.5">
          {layout.sheets.length > 1 ? "Another sheet or row of headings" : "Another row of headings"}
        </summary>
        <Form
          ref={form}
          method="post"
          action="?mapping=1"
          preventScrollReset
          className="mt-2 grid grid-cols-1 gap-4 sm:max-w-md"
        >
          {layout.sheets.length > 1 ? (
            <SelectField name={SHEET} label="Sheet" defaultValue={fields[SHEET]}>
              <Options of={layout.sheets.map(({ name, rows }) => [name, `${name} (${rowsOfSheet(rows)})`])} />
            </SelectField>
          ) : null}
          <TextField
            name={HEADING_ROW}
            label="Headings are in row"
            hint="As the spreadsheet counts. Left empty, they are looked for."
            defaultValue={fields[HEADING_ROW]}
            errors={answer?.errors[HEADING_ROW]}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            className="w-24"
          />
          <CheckboxField
            name={NO_HEADINGS}
            label="There is no row of headings"
            hint="The first row is a book already."
            defaultChecked={fields[NO_HEADINGS] === "on"}
          />
          <div>
            <Button name="intent" value="layout" variant="quiet" size="sm" isBusy={isBusy}>
              Read the Table Again
            </Button>
          </div>
        </Form>
      </details>
    </section>
  );
}

/** What to know about a file beside its rows. */
export const FileHints = ({ hints }: { hints: string[] }) =>
  hints.length === 0 ? null : (
    <ul className="text-muted max-w-prose list-disc pl-5">
      {hints.map((hint) => (
        <li key={hint} className="wrap-anywhere">
          {hint}
        </li>
      ))}
    </ul>
  );
