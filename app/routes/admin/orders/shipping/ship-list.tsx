import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { nameKey } from "~/domain/catalogue/names/names";
import {
  type CheckedShipLine,
  isReady,
  MOST_SHIP_BYTES,
  MOST_SHIP_ROWS,
  type ShipHeadings,
} from "~/domain/sales/orders/fulfilment/ship-list/ship-list";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { HeadingFields } from "~/ui/admin/lists/heading-fields";
import { Button } from "~/ui/kit/button";
import { SelectField, TextAreaField } from "~/ui/kit/field";
import { FileField } from "~/ui/kit/file-field";
import type { ListAnswer } from "./ship-answer.server";

const MOST = { bytes: MOST_SHIP_BYTES, tooLarge: "The file is larger than 1 MB: please split it" };
/** Below the limit of a text beside a file. */
const TEXT_MAX = 60_000;

const COLUMN_LABELS = { order: "Order", carrier: "Carrier", trackingNo: "Tracking number", weight: "Weight" };

interface Carrier {
  id: number;
  name: string;
}

/** A list in a file or pasted, which is checked first; then what fits is shipped. */
export function ShipList({
  carriers,
  carrierId,
  saved,
  answer,
}: {
  carriers: Carrier[];
  /** Of the last parcel. */
  carrierId: number | null;
  /** How the columns of the last list were called. */
  saved: ShipHeadings;
  answer: ListAnswer | undefined;
}) {
  const sent = useNavigation().formData?.get("intent");
  const lines = answer?.lines ?? [];
  const ready = lines.filter(({ verdict }) => isReady(verdict)).length;
  const canShip = lines.some(({ verdict }) => verdict.kind !== "left-out");
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid grid-cols-1 gap-6"
    >
      {answer && lines.length > 0 ? <Report answer={answer} carriers={carriers} /> : null}
      {canShip ? (
        <div>
          <Button name="intent" value="ship" isBusy={sent === "ship"}>
            {ready === 0 ? "Ship these orders" : ready === 1 ? "Ship 1 order" : `Ship ${ready} orders`}
          </Button>
        </div>
      ) : null}
      <TextAreaField
        // What was checked is what is shipped, also when it came from a file.
        key={answer?.text}
        label="List"
        name="list"
        defaultValue={answer?.text}
        errors={answer?.textErrors}
        hint={`An order in each line: its number, the carrier, the tracking number and, if you like, the weight in grams or “1.2 kg”; pasted from a spreadsheet or a CSV file, the columns in any order, with or without a heading. At most ${MOST_SHIP_ROWS} orders.`}
        placeholder={"17, India Post, EB123456789IN, 450\n18, India Post, EB123456790IN, 900"}
        maxLength={TEXT_MAX}
        rows={8}
        className="font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
      />
      <FileField
        label="Or a file"
        name="file"
        hint="CSV or Excel (.xlsx). A chosen file is read instead of the list above."
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        most={MOST}
        errors={answer?.fileErrors}
        isOptional
      />
      <HeadingFields
        labels={COLUMN_LABELS}
        saved={answer?.headings ?? saved}
        found={answer?.found ?? []}
        again="check the list again"
      />
      <SelectField
        label="Carrier of lines that name none"
        name="carrierId"
        defaultValue={answer ? (answer.carrierId ?? "") : (carrierId ?? "")}
        className="sm:max-w-xs"
      >
        <option value="">None</option>
        <CarrierOptions carriers={carriers} />
      </SelectField>
      <div>
        <Button name="intent" value="check" variant={canShip ? "quiet" : "primary"} isBusy={sent === "check"}>
          Check the list
        </Button>
      </div>
    </Form>
  );
}

const CarrierOptions = ({ carriers }: { carriers: Carrier[] }) =>
  carriers.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

const COLUMNS: Column<CheckedShipLine>[] = [
  { title: "Row", label: "Row", cell: ({ row }) => row, isNumber: true, className: "tabular-nums" },
  {
    title: "Order",
    cell: ({ order, verdict: { orderId } }) =>
      orderId === null ? (
        <span className="wrap-anywhere">{order || "–"}</span>
      ) : (
        <Link to={`/admin/orders/${orderId}`} className="row-link">
          #{orderId}
        </Link>
      ),
  },
  { title: "Carrier", cell: ({ carrier }) => carrier || null, className: "wrap-anywhere" },
  {
    title: "Tracking number",
    cell: ({ trackingNo }) => trackingNo || null,
    className: "min-w-32 wrap-anywhere",
  },
  { title: "Weight", label: "Weight", cell: ({ weight }) => weight || null },
  {
    title: "What becomes of it",
    cell: ({ verdict, trackingNo }) => <Verdict verdict={verdict} trackingNo={trackingNo} />,
    className: "min-w-60 @max-4xl:basis-full",
  },
];

function Verdict({ verdict, trackingNo }: Pick<CheckedShipLine, "verdict" | "trackingNo">) {
  switch (verdict.kind) {
    case "ready":
      return `Ship by ${verdict.carrier} with ${trackingNo}`;
    case "fetched":
      return "Ready to fetch: the books are fetched at the shop";
    case "carrier":
      return verdict.name
        ? `Choose which carrier “${verdict.name}” is`
        : "Choose the carrier of such lines below";
    case "shared":
      return (
        <label className="flex items-start gap-2">
          <input type="checkbox" name="shared" value={verdict.orderId} className="check mt-1" />
          <span>
            Order #{verdict.other} has this number with {verdict.carrier} too. Ship it all the same
          </span>
        </label>
      );
    case "left-out":
      return <span className="text-bad">Left out: {verdict.why}</span>;
  }
}

/** What was found, row by row, and the carriers to choose. It is above the form's fields, so it gets the focus. */
function Report({ answer, carriers }: { answer: ListAnswer; carriers: Carrier[] }) {
  const report = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) report.current?.focus();
  }, [answer]);
  const { lines, chosen } = answer;
  const ready = lines.filter(({ verdict }) => isReady(verdict)).length;
  const leftOut = lines.filter(({ verdict }) => verdict.kind === "left-out").length;
  const unknown = new Map(
    lines.flatMap(({ carrier, verdict }) =>
      carrier !== "" && (verdict.kind === "carrier" || nameKey(carrier) in chosen)
        ? [[nameKey(carrier), carrier] as const]
        : [],
    ),
  );
  return (
    <section ref={report} tabIndex={-1} aria-label="What becomes of the list" className="grid gap-4">
      <p role="status">
        {lines.length === 1 ? "1 row" : `${lines.length} rows`}: {ready === 0 ? "none" : ready} can be
        shipped, {leftOut === 0 ? "none is" : leftOut === 1 ? "1 is" : `${leftOut} are`} left out.
      </p>
      <DataTable label="Rows of the list" columns={COLUMNS} rows={lines} rowKey={({ row }) => row} stacks />
      {[...unknown].map(([key, name], at) => (
        <div key={key} className="max-w-xs">
          <input type="hidden" name={`name-${at}`} value={name} />
          <SelectField label={`“${name}” is`} name={`carrier-${at}`} defaultValue={chosen[key] ?? ""}>
            <option value="">Left out</option>
            <CarrierOptions carriers={carriers} />
          </SelectField>
        </div>
      ))}
      {/* What was asked and confirmed is not asked again. */}
      {answer.shared.map((id) => (
        <input key={id} type="hidden" name="shared" value={id} />
      ))}
    </section>
  );
}
