import { readFile, rm } from "node:fs/promises";
import { data, Form, Link, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  MOST_REMITTANCE_BYTES,
  MOST_REMITTANCE_ROWS,
  REMITTANCE_COLUMNS,
  type RemittanceColumn,
} from "~/domain/sales/at-the-door/remittance";
import {
  addRemittance,
  savedHeadings,
  listRemittances,
  type Remittance,
} from "~/domain/sales/at-the-door/remittances.server";
import { formatCount } from "~/domain/kit/counts";
import { formatDateTime } from "~/domain/kit/dates";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readFileUpload } from "~/http/request/forms/read-file-upload.server";
import { isUpload, textField } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { config } from "~/process/config.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { IfMay } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button } from "~/ui/kit/button";
import { FileField } from "~/ui/kit/file-field";
import { HeadingFields } from "~/ui/admin/lists/heading-fields";
import { headingsIn } from "~/domain/sales/list-headings";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/remittances";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Cash from carriers") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const [lists, headings] = await Promise.all([listRemittances(readDb), savedHeadings(readDb)]);
  return { lists, headings };
}

const MOST = {
  bytes: MOST_REMITTANCE_BYTES,
  tooLarge: "The file is larger than 1 MB: please split it",
};

const COLUMN_LABELS: Record<RemittanceColumn, string> = {
  order: "Order number",
  tracking: "Tracking number",
  amount: "Amount",
  utr: "UTR",
  date: "Date",
};

/** POST: a multipart form with `file`, a carrier's list, and `heading-order` … for columns with other names. It is stored and checked; nothing is recorded yet. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireRight(context, "remittances");
  if (!isUpload(request)) throw data("The form could not be read.", { status: 400 });
  const { fields, file, isTooLarge } = await readFileUpload(request, {
    folder: config.importsDir,
    most: MOST.bytes,
  });
  const headings = headingsIn(REMITTANCE_COLUMNS, (name) => textField(fields, name));
  const refuse = (message: string, found: string[] = []) =>
    data({ errors: [message], found, headings }, { status: 400 });
  if (isTooLarge) return refuse(MOST.tooLarge);
  if (!file) return refuse("Choose a file");
  try {
    const bytes = await readFile(file.path);
    const added = await addRemittance(writeDb, { name: file.name, bytes, staffId: staff.id, headings });
    if (!added.ok) return refuse(added.message, added.headings);
    const to = `/admin/remittances/${added.id}`;
    if (added.isNew) return redirect(to, 303);
    const text = "This list was uploaded before. This is how it stands now";
    return redirectWithFlash(context, to, { kind: "info", text });
  } finally {
    await rm(file.path, { force: true });
  }
}

const COLUMNS: Column<Remittance>[] = [
  {
    title: "List",
    cell: ({ id, name }) => (
      <Link to={`/admin/remittances/${id}`} className="row-link wrap-anywhere" dir="auto">
        {name}
      </Link>
    ),
    className: "min-w-40 @max-4xl:basis-full",
  },
  { title: "Uploaded", cell: ({ uploadedAt }) => formatDateTime(uploadedAt), className: "whitespace-nowrap" },
  { title: "By", label: "By", cell: ({ uploadedBy }) => <bdi>{uploadedBy}</bdi> },
  {
    title: "Recorded",
    cell: ({ recordedAt }) => (recordedAt ? `Recorded ${formatDateTime(recordedAt)}` : "Not recorded"),
  },
];

export default function Remittances({ loaderData: { lists, headings }, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: "/admin/orders" },
          { label: "Cash from carriers" },
        ]}
      />
      <AdminHeading>Cash from carriers</AdminHeading>
      <div className="mb-8 grid max-w-3xl grid-cols-1 gap-4">
        <p className="max-w-prose">
          Upload the list of the cash that a carrier has collected at doors. It is checked row by row first:
          what fits its order can then be recorded with one button, what differs is listed with what to do.{" "}
          <Link to="/admin/orders?waits=door" className="link">
            Orders whose money has not come
          </Link>
        </p>
        <IfMay right="remittances">
          <Form method="post" encType="multipart/form-data" className="grid gap-4">
            <FileField
              label="The carrier’s list"
              name="file"
              hint={`As CSV, with a heading: Order No or AWB, and Amount; if there are, UTR and Date. At most ${formatCount(MOST_REMITTANCE_ROWS)} rows.`}
              accept=".csv,.tsv,.txt,text/csv"
              most={MOST}
              errors={actionData?.errors}
            />
            <HeadingFields
              labels={COLUMN_LABELS}
              saved={actionData?.headings ?? headings}
              found={actionData?.found ?? []}
              again="choose the file again"
            />
            <div>
              <Button name="intent" value="upload" isBusy={isSending}>
                Check the list
              </Button>
            </div>
          </Form>
        </IfMay>
      </div>
      <DataTable
        label="Lists so far"
        columns={COLUMNS}
        rows={lists}
        rowKey={({ id }) => id}
        empty="No lists yet"
        stacks
      />
    </div>
  );
}
