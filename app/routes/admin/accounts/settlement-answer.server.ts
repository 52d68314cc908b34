import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { periodOfMonth } from "~/domain/accounting/period";
import { fetchSettlements, isSettling } from "~/domain/accounting/settlements/fetch-settlements.server";
import { REPORT_TOO_LARGE, rowsOfReport } from "~/domain/accounting/settlements/read-report.server";
import { readSettlements } from "~/domain/accounting/settlements/read-settlements.server";
import {
  ALL_SETTLEMENT_COLUMNS,
  MOST_SETTLEMENT_BYTES,
  type NamedColumns,
} from "~/domain/accounting/settlements/settlement";
import { addSettlements } from "~/domain/accounting/settlements/settlements.server";
import { asciiDigits } from "~/domain/kit/digits";
import { findProvider } from "~/domain/sales/gateways/payment-providers";
import { shopGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { tableRows } from "~/domain/sales/delivery/files/table-text.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readFileUpload } from "~/http/request/forms/read-file-upload.server";
import { textField } from "~/http/request/forms/read-form.server";
import { config } from "~/process/config.server";

/** The form that was refused. */
export type RefusedSettlements =
  | { of: "report"; report: RefusedReport }
  | { of: "fetch"; month: string; errors: string[] };

/** What the form keeps after a report was refused. */
export interface RefusedReport {
  /** As it stands in the form. */
  text: string;
  named: NamedColumns;
  fileErrors?: string[];
  textErrors?: string[];
}

/** A multipart form with `report` or `file`, and `column-…` for columns that are called otherwise. It is stored at once. */
export async function answerReport(
  request: Request,
  { context, staffId }: { context: Readonly<RouterContextProvider>; staffId: number },
) {
  const { fields, file, isTooLarge } = await readFileUpload(request, {
    folder: config.importsDir,
    most: MOST_SETTLEMENT_BYTES,
  });
  const named = namedColumns(fields);
  const text = textField(fields, "report");
  const refuse = (message: string) =>
    refusedAs({
      of: "report",
      report: {
        text,
        named,
        ...(file || isTooLarge ? { fileErrors: [message] } : { textErrors: [message] }),
      },
    });
  if (isTooLarge) return refuse(REPORT_TOO_LARGE);
  const table = file ? await rowsOfReport(file.path) : tableRows(text);
  if (!table.ok) return refuse(table.message);
  const read = readSettlements(table.rows, named);
  if (!read.ok) return refuse(read.message);
  const added = await addSettlements(writeDb, { ...read, staffId });
  return added.ok ? toMonth(context, added.latest.slice(0, 7), added) : refuse(added.message);
}

/** A form with `month`: what the payment service has settled in it is fetched and stored. */
export async function answerFetch(
  form: FormData,
  { context, staffId }: { context: Readonly<RouterContextProvider>; staffId: number },
) {
  const month = asciiDigits(textField(form, "month").slice(0, 20));
  const refuse = (message: string) => refusedAs({ of: "fetch", month, errors: [message] });
  const gateway = settlingGateway();
  if (!gateway) return refuse("No payment service is set up that gives its settlements");
  const period = periodOfMonth(month);
  if (!period) return refuse("Choose a month");
  const added = await fetchSettlements(writeDb, { gateway, period: { ...period, month }, staffId });
  return added.ok ? toMonth(context, month, added) : refuse(added.message);
}

/** The last that is set up: the sandbox is only among them where it is chosen, before the others. */
const settlingGateway = () => shopGateways().findLast(isSettling);

/** What the payment service is called whose settlements can be fetched; null: there is none. */
export function settlingService(): string | null {
  const gateway = settlingGateway();
  return gateway ? (findProvider(gateway.name)?.label ?? gateway.name) : null;
}

const refusedAs = (refused: RefusedSettlements) => data(refused, { status: 400 });

const toMonth = (
  context: Readonly<RouterContextProvider>,
  month: string,
  { rows, message }: { rows: number; message: string },
) =>
  redirectWithFlash(context, `/admin/accounts/settlements?month=${month}`, {
    kind: rows > 0 ? "success" : "info",
    text: message,
  });

function namedColumns(fields: FormData): NamedColumns {
  const named = ALL_SETTLEMENT_COLUMNS.map((column) => [
    column,
    textField(fields, `column-${column}`).trim(),
  ]);
  return Object.fromEntries(named.filter(([, name]) => name !== "")) as NamedColumns;
}
