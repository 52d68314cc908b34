import { isFetched } from "~/domain/sales/delivery/pick-up";
import { Form } from "react-router";
import { formatDay } from "~/domain/kit/dates";
import { formatRupeesShort } from "~/domain/kit/money";
import type { ParcelQuote, QuotedMethod } from "~/domain/sales/delivery/plan";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import type { Tried } from "./tried.server";

const COLUMNS: Column<QuotedMethod>[] = [
  {
    title: "Method",
    cell: ({ name, carrier }) => (
      <>
        <span className="font-semibold" dir="auto">
          {name}
        </span>
        {carrier ? <span className="text-muted block text-xs">{carrier}</span> : null}
      </>
    ),
    className: "min-w-32",
  },
  { title: "Price", cell: ({ price }) => (price === 0 ? "Free" : formatRupeesShort(price)), isNumber: true },
  {
    title: "Arrives",
    cell: ({ from, to, pickUp }) => (
      <>
        {from === to ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`}
        {!isFetched(pickUp) ? null : <span className="text-muted block text-xs">at the shop: {pickUp}</span>}
      </>
    ),
    className: "min-w-40",
  },
  {
    title: "At the door",
    cell: ({ cod }) =>
      cod.offered ? (cod.fee === 0 ? "Yes" : `Yes, for ${formatRupeesShort(cod.fee)} more`) : cod.reason,
    className: "min-w-48",
  },
];

/** What a customer at a PIN code would be offered. A GET form, so that it works without scripts. */
export function TryPin({ isOn, tried }: { isOn: boolean; tried: Tried }) {
  const { pin, grams, subtotal, errors, quote } = tried;
  return (
    <section aria-labelledby="try-a-pin" id="try" className="min-w-0">
      <div className="part-head">
        <h2 id="try-a-pin">Try a PIN code</h2>
      </div>
      <Form
        action="/admin/delivery#try"
        preventScrollReset
        className="mb-4 grid max-w-4xl grid-cols-1 items-end gap-4 has-aria-invalid:items-start sm:grid-cols-4"
      >
        <TextField
          label="PIN code"
          name="pin"
          defaultValue={pin}
          errors={errors.pin}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          required
        />
        <TextField
          label="Weight with packing"
          name="grams"
          defaultValue={grams}
          errors={errors.grams}
          placeholder="500 g"
          maxLength={20}
          autoComplete="off"
        />
        <TextField
          label="Books cost (₹)"
          name="subtotal"
          defaultValue={subtotal}
          errors={errors.subtotal}
          placeholder="500"
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
        />
        <div className={Object.keys(errors).length > 0 ? "sm:pt-7" : ""}>
          <Button variant="quiet">Try</Button>
        </div>
      </Form>
      {quote ? <Answer isOn={isOn} quote={quote} /> : null}
    </section>
  );
}

function Answer({ isOn, quote }: { isOn: boolean; quote: ParcelQuote }) {
  const place = quote.state === null ? quote.pin : `${quote.pin}, ${quote.state}`;
  return (
    <div role="status" className="grid grid-cols-1 gap-2">
      <p className="font-semibold">
        {place}
        {isOn ? "" : ", as it will be when the plan is on"}
      </p>
      {quote.refusal === null ? (
        <DataTable
          label={`Methods to ${quote.pin}`}
          columns={COLUMNS}
          rows={quote.methods}
          rowKey={({ id }) => id ?? 0}
        />
      ) : (
        <p>{quote.refusal}</p>
      )}
    </div>
  );
}
