import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "react-router";
import { formatRupees } from "~/domain/kit/money";
import { canRefund } from "~/domain/sales/orders/fulfilment/fulfilment";
import { AMOUNT_MAX, parseRefund, REASON_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import {
  canRefundReturn,
  linesInWords,
  type OrderReturn,
  refundForReturn,
} from "~/domain/sales/orders/returns/returns";
import { isTaken } from "~/domain/sales/gateways/payment-states";
import { isByHand, notRecordedSentence, stillDueAtDoor } from "~/domain/sales/orders/paying";
import { refundedBeside, type StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { linesTyped, RefundLines, TypedLines } from "./refund-lines";

interface RefundProps {
  order: StaffOrder;
  /** The return that it is for, if any. */
  returned?: OrderReturn;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** Whether the proposed amount was chosen by its link. */
  fills: boolean;
}

/**
 * The form for a refund, with amount and reason, and then the question whether the money shall go; shows nothing if no money is
 * left to refund.
 * @param asked paise: the sum that is asked about; undefined: none yet
 */
export function RefundPanel({ asked, ...props }: RefundProps & { asked: number | undefined }) {
  const { order, returned, lastResult } = props;
  if (!canRefund(order.status) || (returned && !canRefundReturn(returned))) return null;
  return (
    <SidePanel title={`Refund order #${order.id}`} closeTo={`/admin/orders/${order.id}`}>
      {asked === undefined ? (
        <RefundForm {...props} />
      ) : (
        <Question order={order} asked={asked} typed={lastResult?.initialValue} />
      )}
    </SidePanel>
  );
}

/** Whether a refund is being sent. */
function useIsRefunding(): boolean {
  return useIsSending("refund");
}

/** The amount is empty until somebody chooses one. On the way back from the question all is as it was typed. */
function RefundForm({ order, returned, formKey, lastResult, fills }: RefundProps) {
  const left = order.money?.left ?? 0;
  const proposed = returned ? refundForReturn(returned, order, left) : left;
  const isSending = useIsRefunding();
  const typed = lastResult?.initialValue;
  const [form, { amount, shipping, reason, key }] = useParsedForm({
    id: "refund",
    lastResult,
    defaultValue: {
      amount: textOf(typed, "amount") || (fills ? (proposed / 100).toFixed(2) : ""),
      reason: textOf(typed, "reason") || (returned ? "Returned books" : ""),
      key: formKey,
      shipping: textOf(typed, "shipping"),
    },
    parse: parseRefund,
  });
  const focus = firstInvalid([amount, reason]);
  const isByLine = returned === undefined;
  return (
    <ZodForm
      form={form}
      fields={[amount, reason]}
      errors={[...(form.errors ?? []), ...(key.errors ?? [])]}
      preventScrollReset
      className="grid gap-5"
    >
      <input type="hidden" name={key.name} value={key.initialValue ?? formKey} />
      {returned ? <ForReturn order={order} returned={returned} /> : null}
      {isByLine ? <RefundLines order={order} lastResult={lastResult} shipping={shipping} /> : null}
      <TextField
        label="Amount (₹)"
        hint={`${formatRupees(left)} of the payment is left.${endsOrder(order) ? " Refunding all of it ends the order." : ""}${isByLine ? " Empty: what the copies and the delivery above cost." : ""}`}
        {...fieldProps(amount, focus ?? (isByLine ? null : amount.name))}
        inputMode="decimal"
        maxLength={AMOUNT_MAX}
        autoComplete="off"
        required={!isByLine}
      />
      <Proposed order={order} returned={returned} proposed={proposed} fieldId={amount.id} />
      <TextField
        label="Reason"
        hint="The customer reads it in the email about the refund."
        {...fieldProps(reason, focus)}
        maxLength={REASON_MAX}
        autoComplete="off"
        required
      />
      <FormButtons closeTo={`/admin/orders/${order.id}`}>
        <Button name="intent" value="refund" isBusy={isSending}>
          Refund
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

/** Fills in the amount that is most likely meant; a link where no scripts run. */
function Proposed({
  order,
  returned,
  proposed,
  fieldId,
}: {
  order: StaffOrder;
  returned: OrderReturn | undefined;
  proposed: number;
  fieldId: string;
}) {
  const of = returned ? `&return=${returned.id}` : "";
  return (
    <p className="-mt-3">
      <Link
        to={`/admin/orders/${order.id}?confirm=refund${of}&fill=yes`}
        preventScrollReset
        className="link"
        onClick={(event) => {
          event.preventDefault();
          const field = document.getElementById(fieldId) as HTMLInputElement;
          field.value = (proposed / 100).toFixed(2);
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.focus();
        }}
      >
        {returned ? "For the returned books" : "The whole amount"}: {formatRupees(proposed)}
      </Link>
    </p>
  );
}

/** Whether an order ends with the refund of all its money: not while a parcel has money due at the door. */
const endsOrder = (order: StaffOrder) => order.shippedAt === null || stillDueAtDoor(order) === 0;

/** The form as it was sent. */
type Typed = Record<string, unknown> | null | undefined;

function textOf(typed: Typed, name: string): string {
  const value = typed?.[name];
  return typeof value === "string" ? value : "";
}

/** How much of the order's money staff have to pay back themselves. */
function whatIsByHand({ payments }: StaffOrder): "none" | "some" | "all" {
  const taken = payments.filter(({ status, misfit }) => isTaken(status) && misfit === null);
  const count = taken.filter(({ gateway }) => isByHand(gateway)).length;
  return count === 0 ? "none" : count === taken.length ? "all" : "some";
}

/** Whether the money shall go, whatever the sum. Enter in a field only leads here. */
function Question({ order, asked, typed }: { order: StaffOrder; asked: number; typed: Typed }) {
  const isSending = useIsRefunding();
  const text = (name: string) => textOf(typed, name);
  const isAll = asked === order.money?.left;
  const byHand = whatIsByHand(order);
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="refund" />
      <TypedLines order={order} typed={typed} />
      {["amount", "shipping", "reason", "key", "returnId"]
        .filter((name) => text(name) !== "")
        .map((name) => (
          <input key={name} type="hidden" name={name} value={text(name)} />
        ))}
      <p className="text-lg">
        Refund <strong className="tabular-nums">{formatRupees(asked)}</strong> of order #{order.id} to{" "}
        <bdi>{order.customer.name}</bdi>?
      </p>
      {linesTyped(order, typed).map((line) => (
        <p key={line} className="wrap-anywhere">
          For <bdi>{line}</bdi>
        </p>
      ))}
      <p className="wrap-anywhere">
        Reason: <bdi>{text("reason")}</bdi>
      </p>
      <p className="text-muted">
        {byHand === "none"
          ? "The money goes to the bank at once and cannot be called back."
          : byHand === "all"
            ? "It did not come through the payment service: you pay it back yourself, and then record how."
            : "What was paid online goes to the bank at once; the rest you pay back yourself, and then record how."}
        {isAll && endsOrder(order) ? " This is all that is left of the payment: the order ends." : null}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button name="change" value="yes" variant="quiet" autoFocus>
          Change
        </Button>
        <Button name="confirmed" value={asked} isBusy={isSending}>
          Refund {formatRupees(asked)}
        </Button>
      </div>
    </Form>
  );
}

/** The books that the refund is for, and what was refunded since their return was approved. */
function ForReturn({ order, returned }: { order: StaffOrder; returned: OrderReturn }) {
  const beside = refundedBeside(order, returned);
  const notRecorded = notRecordedSentence(order);
  return (
    <>
      <input type="hidden" name="returnId" value={returned.id} />
      <p>
        For the return of <strong className="wrap-anywhere">{linesInWords(returned.lines)}</strong>. The
        amount is your decision; a return is refunded once.
      </p>
      {notRecorded ? <p className="font-semibold">{notRecorded}</p> : null}
      {beside > 0 ? (
        <p className="font-semibold">
          {formatRupees(beside)} of this order was refunded since the return was approved.
        </p>
      ) : null}
    </>
  );
}
