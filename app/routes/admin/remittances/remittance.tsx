import { data, Form, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { formatRupees } from "~/domain/kit/money";
import type { CheckedLine } from "~/domain/sales/at-the-door/remittance";
import { checkRemittance, recordRemittance } from "~/domain/sales/at-the-door/remittances.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useMay } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/remittance";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "A carrier’s list") }];
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const list = await checkRemittance(readDb, parseId(params.remittanceId) ?? 0);
  if (!list) throw data(null, { status: 404 });
  return { list };
}

/** POST: records the receipts of the rows that fit their orders. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = requireRight(context, "remittances");
  await readForm(request);
  const id = parseId(params.remittanceId) ?? 0;
  const text = await recordRemittance(writeDb, { id, staffId: staff.id });
  if (text === null) throw data(null, { status: 404 });
  return redirectWithFlash(context, `/admin/remittances/${id}`, { kind: "success", text });
}

const COLUMNS: Column<CheckedLine>[] = [
  { title: "Row", label: "Row", cell: ({ row }) => row, isNumber: true, className: "tabular-nums" },
  {
    title: "Order",
    cell: ({ orderId, trackingNo, verdict }) =>
      verdict.orderId === null ? (
        <span className="wrap-anywhere">{[orderId, trackingNo].filter(Boolean).join(" · ") || "–"}</span>
      ) : (
        <Link to={`/admin/orders/${verdict.orderId}`} className="row-link">
          #{verdict.orderId}
        </Link>
      ),
  },
  {
    title: "Amount",
    cell: ({ amount }) => (amount === null ? "–" : formatRupees(amount)),
    isNumber: true,
    className: "tabular-nums",
  },
  { title: "Reference", cell: ({ reference }) => reference || null, className: "wrap-anywhere" },
  { title: "Date", cell: ({ receivedOn }) => receivedOn && formatDate(receivedOn) },
  {
    title: "What becomes of it",
    cell: ({ verdict }) =>
      verdict.kind === "ready" ? (
        "Fits: can be recorded"
      ) : verdict.kind === "recorded" ? (
        <span className="text-good">Recorded</span>
      ) : (
        <>
          <strong>{verdict.what}.</strong> <span className="text-muted block">{verdict.todo}.</span>
        </>
      ),
    className: "min-w-60 @max-4xl:basis-full",
  },
];

export default function RemittancePage({ loaderData: { list } }: Route.ComponentProps) {
  const may = useMay();
  const ready = list.lines.flatMap(({ verdict }) => (verdict.kind === "ready" ? [verdict.amount] : []));
  const differing = list.lines.filter(({ verdict }) => verdict.kind === "difference").length;
  const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Cash from carriers", to: "/admin/remittances" },
          { label: list.name },
        ]}
      />
      <AdminHeading>{list.name}</AdminHeading>
      <div className="mb-6 grid max-w-3xl justify-items-start gap-4">
        <p>
          Uploaded {formatDateTime(list.uploadedAt)}
          {list.recordedAt ? `, recorded ${formatDateTime(list.recordedAt)}` : null}:{" "}
          {rows(list.lines.length)}, of which {ready.length === 0 ? "none" : ready.length} can be recorded and{" "}
          {differing === 0 ? "none differs" : differing === 1 ? "1 differs" : `${differing} differ`}.
        </p>
        {ready.length > 0 && may("remittances") ? (
          <Form method="post" preventScrollReset>
            <Button name="intent" value="record">
              Record {formatRupees(ready.reduce((sum, amount) => sum + amount, 0))} for{" "}
              {ready.length === 1 ? "1 order" : `${ready.length} orders`}
            </Button>
          </Form>
        ) : null}
      </div>
      <DataTable
        label="Rows of the list"
        columns={COLUMNS}
        rows={list.lines}
        rowKey={({ row }) => row}
        stacks
        isTall
      />
    </div>
  );
}
