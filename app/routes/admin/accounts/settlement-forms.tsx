import { Form, useNavigation } from "react-router";
import { type Period, periodInWords } from "~/domain/accounting/period";
import {
  ALL_SETTLEMENT_COLUMNS,
  MOST_SETTLEMENT_BYTES,
  MOST_SETTLEMENT_ROWS,
  MOST_SETTLEMENT_TEXT,
  SETTLEMENT_COLUMNS,
} from "~/domain/accounting/settlements/settlement";
import { formatCount } from "~/domain/kit/counts";
import { Button } from "~/ui/kit/button";
import { SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { FileField } from "~/ui/kit/file-field";
import { Options } from "~/ui/kit/options";
import type { RefusedReport } from "./settlement-answer.server";

interface FetchFormProps {
  /** That is shown. */
  period: Period;
  /** That can be fetched. */
  months: Period[];
  /** What the payment service is called. */
  service: string;
  refused: { month: string; errors: string[] } | undefined;
}

/** What the payment service has settled in a month, fetched from it. */
export function FetchForm({ period, months, service, refused }: FetchFormProps) {
  const { formMethod, formData } = useNavigation();
  const asked = refused?.month ?? period.month;
  const shown = months.some(({ month }) => month === asked) ? asked : months[0]!.month;
  return (
    <Form method="post" preventScrollReset className="grid max-w-3xl grid-cols-1 gap-4">
      <SelectField
        label="Settlements of"
        name="month"
        defaultValue={shown!}
        errors={refused?.errors}
        className="sm:w-44!"
      >
        <Options of={months.map((one) => [one.month!, periodInWords(one)])} />
      </SelectField>
      <div>
        <Button
          name="intent"
          value="fetch"
          variant="quiet"
          isBusy={formMethod === "POST" && formData?.get("intent") === "fetch"}
        >
          Fetch from {service}
        </Button>
      </div>
    </Form>
  );
}

const MOST = { bytes: MOST_SETTLEMENT_BYTES, tooLarge: "The file is larger than 16 MB: please split it" };

/** A report as a file or pasted. @param answer what was refused */
export function ReportForm({ answer }: { answer: RefusedReport | undefined }) {
  const { formMethod, formData } = useNavigation();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid max-w-3xl grid-cols-1 gap-6"
    >
      <FileField
        label="Settlement report"
        name="file"
        hint={`From Razorpay’s dashboard: Reports, Settlement recon, as CSV or Excel (.xlsx); amounts in rupees. At most ${formatCount(MOST_SETTLEMENT_ROWS)} rows. The same report again changes nothing.`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        most={MOST}
        errors={answer?.fileErrors}
        isOptional
      />
      <TextAreaField
        label="Or its rows, pasted with their headings"
        name="report"
        defaultValue={answer?.text}
        errors={answer?.textErrors}
        maxLength={MOST_SETTLEMENT_TEXT}
        rows={5}
        className="font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
      />
      <details open={answer !== undefined && Object.keys(answer.named).length > 0}>
        <summary className="link w-fit">Columns with other headings</summary>
        <p className="text-muted mt-3 mb-4 max-w-prose text-sm">
          Columns are found by Razorpay’s headings. Type what a report calls one that is not found.
        </p>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {ALL_SETTLEMENT_COLUMNS.map((column) => (
            <TextField
              key={column}
              label={SETTLEMENT_COLUMNS[column].label}
              name={`column-${column}`}
              defaultValue={answer?.named[column]}
              maxLength={60}
              autoComplete="off"
            />
          ))}
        </div>
      </details>
      <div>
        <Button name="intent" value="add" isBusy={formMethod === "POST" && formData?.get("intent") === "add"}>
          Add the report
        </Button>
      </div>
    </Form>
  );
}
