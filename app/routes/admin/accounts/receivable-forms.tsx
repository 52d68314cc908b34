import type { SubmissionResult } from "@conform-to/react";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import {
  ACCOUNT_WAY_LABELS,
  ACCOUNT_WAYS,
  type AccountReceipt,
  type OpenInvoice,
} from "~/domain/sales/trade/on-account";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";

type Result = SubmissionResult<string[]> | undefined;

const invoiceOption = ({ orderId, open }: OpenInvoice) =>
  [orderId, `#${orderId}: ${formatRupees(open)} open`] as const;

export function PaymentForm({
  invoices,
  today,
  formKey,
  result,
}: {
  invoices: OpenInvoice[];
  today: string;
  formKey: string;
  result: Result;
}) {
  const isSaving = useIsSending("payment");
  const { form, fields, control } = useAnsweredForm({
    id: "payment",
    names: ["amount", "way", "reference", "receivedOn", "orderId"],
    lastResult: result,
    defaultValue: { way: "transfer", receivedOn: today, orderId: "0" },
  });
  return (
    <section aria-labelledby="record" className="min-w-0">
      <div className="part-head">
        <h2 id="record">Record a payment</h2>
      </div>
      <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={String(result?.initialValue?.key ?? formKey)} />
        <FieldPair>
          <TextField label="Amount (₹)" {...control("amount")} inputMode="decimal" maxLength={14} required />
          <SelectField label="How" {...control("way")}>
            <Options of={ACCOUNT_WAYS.map((way) => [way, ACCOUNT_WAY_LABELS[way]])} />
          </SelectField>
          <TextField label="Reference" {...control("reference")} maxLength={60} />
          <TextField label="Received on" {...control("receivedOn")} type="date" max={today} required />
        </FieldPair>
        <SelectField label="For" {...control("orderId")}>
          <option value="0">The oldest invoices first</option>
          <Options of={invoices.map(invoiceOption)} />
        </SelectField>
        <div>
          <Button name="intent" value="payment" isBusy={isSaving}>
            Record Payment
          </Button>
        </div>
      </AnsweredForm>
    </section>
  );
}

export function LowerForm({
  invoices,
  formKey,
  result,
}: {
  invoices: OpenInvoice[];
  formKey: string;
  result: Result;
}) {
  const isSaving = useIsSending("lower");
  const { form, fields, control } = useAnsweredForm({
    id: "lower",
    names: ["orderId", "amount", "reason"],
    lastResult: result,
    defaultValue: { orderId: String(invoices[0]?.orderId ?? 0) },
  });
  return (
    <section aria-labelledby="take-off" className="min-w-0">
      <div className="part-head">
        <h2 id="take-off">Take something off</h2>
      </div>
      <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={String(result?.initialValue?.key ?? formKey)} />
        <p className="text-muted max-w-prose text-sm">
          For books that came back or did not arrive: the customer owes that much less. Money goes back only
          once nothing of the order is open.
        </p>
        <SelectField label="Of" {...control("orderId")}>
          <Options of={invoices.map(invoiceOption)} />
        </SelectField>
        <FieldPair>
          <TextField label="Less (₹)" {...control("amount")} inputMode="decimal" maxLength={14} required />
          <TextField label="Why" {...control("reason")} maxLength={200} dir="auto" required />
        </FieldPair>
        <div>
          <Button name="intent" value="lower" variant="quiet" isBusy={isSaving}>
            Take Off
          </Button>
        </div>
      </AnsweredForm>
    </section>
  );
}

/** What the customer has paid, each with the way to take its record back. */
export function Receipts({ receipts, result }: { receipts: AccountReceipt[]; result: Result }) {
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="min-w-0">
      <div className="part-head">
        <h2 id="payments">Payments</h2>
      </div>
      <ul className="divide-line divide-y">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="grid gap-2 py-3">
            <p className="wrap-anywhere">
              <strong>{formatRupees(receipt.amount)}</strong> on {formatDate(receipt.receivedOn)},{" "}
              {ACCOUNT_WAY_LABELS[receipt.way].toLowerCase()}
              {receipt.reference ? ` ${receipt.reference}` : ""}{" "}
              <span className="text-muted">
                for{" "}
                {receipt.parts
                  .map(({ orderId, amount }) => `#${orderId}: ${formatRupees(amount)}`)
                  .join(", ")}
              </span>
            </p>
            {receipt.takenBack === null ? (
              <TakeBackForm receipt={receipt} result={result} />
            ) : (
              <p className="text-muted">
                Taken back: <bdi>{receipt.takenBack}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakeBackForm({ receipt, result }: { receipt: AccountReceipt; result: Result }) {
  const isOf = Number(result?.initialValue?.receiptId) === receipt.id;
  const id = `take-back-${receipt.id}`;
  const { form, control } = useAnsweredForm({
    id,
    names: ["reason"],
    lastResult: isOf ? result : undefined,
    focusOnRefusal: "reason",
  });
  return (
    <details open={isOf}>
      <summary className="link w-fit py-1">
        Take back<span className="sr-only">: {formatRupees(receipt.amount)}</span>
      </summary>
      <AnsweredForm form={form} preventScrollReset className="mt-2 grid max-w-md gap-3">
        <input type="hidden" name="receiptId" value={receipt.id} />
        <TextField label="Why" {...control("reason")} maxLength={200} dir="auto" required />
        <div>
          <Button name="intent" value="take-back" variant="quiet" size="sm">
            Take Back<span className="sr-only">: {formatRupees(receipt.amount)}</span>
          </Button>
        </div>
      </AnsweredForm>
    </details>
  );
}
