import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import type { ReadRow } from "~/domain/sales/delivery/files/read-plan-table";
import { AuditChanges } from "~/ui/admin/forms/audit-trail";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Button } from "~/ui/kit/button";
import { TextAreaField } from "~/ui/kit/field";
import { FileField } from "~/ui/kit/file-field";
import { Notice } from "~/ui/kit/notice";
import type { TableAnswer } from "./table-answer.server";

const MOST = { bytes: 150_000, tooLarge: "The file is larger than 150 kB" };

/**
 * A table in a file or pasted, which is checked first and then saved.
 * @param children fields beside it
 */
export function TableForm({
  label,
  hint,
  version,
  answer,
  children,
}: {
  label: string;
  hint: string;
  version: number;
  answer?: TableAnswer;
  children?: ReactNode;
}) {
  const { formData } = useNavigation();
  const sent = formData?.get("intent");
  const canSave = answer?.changes && answer.changes.length > 0;
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid max-w-5xl grid-cols-1 gap-6"
    >
      <input type="hidden" name="version" value={answer?.version ?? version} />
      {answer ? <Report answer={answer} /> : null}
      {children}
      <FileField
        label="CSV file"
        name="file"
        hint="At most 150 kB"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        most={MOST}
        isOptional
      />
      <TextAreaField
        // What was checked is what is saved, also when it came from a file.
        key={answer?.text}
        label={label}
        name="table"
        defaultValue={answer?.text}
        hint={hint}
        rows={10}
        className="font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="check" variant={canSave ? "quiet" : "primary"} isBusy={sent === "check"}>
          Check
        </Button>
        {canSave ? (
          <Button name="intent" value="save" isBusy={sent === "save"}>
            Save Plan
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

const COLUMNS: Column<ReadRow>[] = [
  { title: "Row", label: "Row", cell: ({ row }) => row, isNumber: true, className: "w-16" },
  {
    title: "What it says",
    cell: ({ says, problems }) =>
      problems.length > 0 ? (
        <ul className="text-bad">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      ) : (
        <span className="wrap-anywhere">{says}</span>
      ),
    className: "min-w-64",
  },
];

/** As many rows as are shown. */
const SHOWN = 300;

/** What was found, row by row; those that are refused come first. It is above the form, so it gets the focus. */
function Report({ answer }: { answer: TableAnswer }) {
  const { problem, rows, changes, errors } = answer;
  const report = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) report.current?.focus();
  }, [answer]);
  const refused = rows.filter(({ problems }) => problems.length > 0);
  const shown = [...refused, ...rows.filter(({ problems, says }) => problems.length === 0 && says !== "")];
  return (
    <section ref={report} tabIndex={-1} aria-label="What was found" className="grid grid-cols-1 gap-4">
      {problem ? <Notice kind="error">{problem}</Notice> : null}
      {Object.keys(errors).length > 0 ? <Notice kind="error">Please check the form for errors</Notice> : null}
      {refused.length > 0 ? (
        <Notice kind="error">
          Nothing is saved. {refused.length === 1 ? "1 row is" : `${formatCount(refused.length)} rows are`}{" "}
          refused: correct the table and check it again.
        </Notice>
      ) : null}
      {changes?.length === 0 ? <Notice>The plan is like this already.</Notice> : null}
      {changes && changes.length > 0 ? (
        <section aria-label="What changes" className="border-line-strong rounded-md border p-4 text-sm">
          <p className="mb-2 font-semibold">Nothing is saved yet. Saving changes this:</p>
          <AuditChanges changes={changes} />
        </section>
      ) : null}
      {shown.length > 0 ? (
        <DataTable
          label="Row by row"
          columns={COLUMNS}
          rows={shown.slice(0, SHOWN)}
          rowKey={({ row }) => row}
        />
      ) : null}
      {shown.length > SHOWN ? (
        <p className="text-muted text-sm">
          The first {SHOWN} of {formatCount(shown.length)} rows
        </p>
      ) : null}
    </section>
  );
}
