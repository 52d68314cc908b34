import type { SubmissionResult } from "@conform-to/react";
import { canRefuse, cashToTakeBack } from "~/domain/sales/at-the-door/refusing";
import {
  cashSchema,
  paidBackSchema,
  REFERENCE_MAX,
  refuseSchema,
  takeBackCashSchema,
  transferSchema,
} from "~/domain/sales/at-the-door/door.schema";
import { formatRupees } from "~/domain/kit/money";
import { AMOUNT_MAX, NOTE_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { stillDueAtDoor } from "~/domain/sales/orders/paying";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { Button } from "~/ui/kit/button";
import { ConfirmDialog, SidePanel } from "~/ui/kit/dialog";
import { CheckboxField, TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { RefusedIntent } from "./order-answer";

type Result = SubmissionResult<string[]> | undefined;

interface DialogProps {
  order: StaffOrder;
  lastResult: Result;
}

/** The dialogs of an order that is paid at the door or by transfer. */
export function DoorDialogs({
  order,
  confirm,
  refundId,
  paymentId,
  formKey,
  today,
  result,
  asked,
}: {
  order: StaffOrder;
  confirm: string | null;
  /** The refund that was paid back. */
  refundId: number;
  /** The record of cash that is to be taken back. */
  paymentId: string;
  formKey: string;
  /** Today in India. */
  today: string;
  result: (intent: RefusedIntent) => Result;
  /** An amount that staff were asked about (`sureOf`). */
  asked: string | undefined;
}) {
  switch (confirm) {
    case "cash":
      return <CashPanel {...{ order, formKey, today, asked }} lastResult={result("cash")} />;
    case "take-back-cash":
      return <TakeBackCash order={order} paymentId={paymentId} lastResult={result("take-back-cash")} />;
    case "transfer":
      return <TransferPanel {...{ order, today, asked }} lastResult={result("transfer")} />;
    case "refuse":
      return <RefuseDialog order={order} lastResult={result("refuse")} />;
    case "paid-back":
      return <PaidBackDialog order={order} refundId={refundId} lastResult={result("paid-back")} />;
    default:
      return null;
  }
}

const CASH = cashSchema(() => new Date());
const TRANSFER = transferSchema(() => new Date());

const inRupees = (paise: number) => (paise / 100).toFixed(2);

/** 'Record cash': shows nothing if nothing is due at the door. */
function CashPanel({
  order,
  formKey,
  today,
  asked,
  lastResult,
}: DialogProps & { formKey: string; today: string; asked: string | undefined }) {
  const due = stillDueAtDoor(order);
  const [form, { amount, receivedOn, reference, key }] = useZodForm({
    id: "cash",
    lastResult,
    defaultValue: { amount: inRupees(due), receivedOn: today, key: formKey },
    schema: CASH,
  });
  if (due === 0 || order.state === "pending") return null;
  const inOrder = [amount, receivedOn, reference];
  const focus = firstInvalid(inOrder);
  return (
    <SidePanel title={`Cash for order #${order.id}`} closeTo={`/admin/orders/${order.id}`}>
      <ZodForm
        form={form}
        fields={inOrder}
        errors={[...(form.errors ?? []), ...(key.errors ?? [])]}
        preventScrollReset
        className="grid gap-5"
      >
        <input type="hidden" name={key.name} value={key.initialValue ?? formKey} />
        {asked ? <input type="hidden" name="sure" value={asked} /> : null}
        <TextField
          label="Amount (₹)"
          hint={`${formatRupees(due)} is due at the door.`}
          {...fieldProps(amount, focus)}
          inputMode="decimal"
          maxLength={AMOUNT_MAX}
          autoComplete="off"
          required
        />
        <TextField label="Received on" type="date" {...fieldProps(receivedOn, focus)} max={today} required />
        <TextField
          label="Reference (optional)"
          hint="Such as the carrier’s, or the number of your receipt."
          {...fieldProps(reference, focus)}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
        />
        <FormButtons closeTo={`/admin/orders/${order.id}`}>
          <Button name="intent" value="cash">
            Record cash
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}

/** 'Record payment', of an order that is paid by transfer. */
function TransferPanel({
  order,
  today,
  asked,
  lastResult,
}: DialogProps & { today: string; asked: string | undefined }) {
  const open = order.totals.total - (order.money?.paid ?? 0);
  const [form, { amount, receivedOn, reference }] = useZodForm({
    id: "transfer",
    lastResult,
    defaultValue: { amount: open > 0 ? inRupees(open) : "", receivedOn: today },
    schema: TRANSFER,
  });
  if (order.paymentWay !== "transfer") return null;
  const inOrder = [amount, reference, receivedOn];
  const focus = firstInvalid(inOrder);
  return (
    <SidePanel title={`Transfer for order #${order.id}`} closeTo={`/admin/orders/${order.id}`}>
      <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
        {asked ? <input type="hidden" name="sure" value={asked} /> : null}
        <TextField
          label="Amount (₹)"
          hint={open > 0 ? `${formatRupees(open)} is open.` : "The order is paid already."}
          {...fieldProps(amount, focus)}
          inputMode="decimal"
          maxLength={AMOUNT_MAX}
          autoComplete="off"
          required
        />
        <TextField
          label="Reference"
          hint="The UTR or UPI number on your account’s statement."
          {...fieldProps(reference, focus)}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          required
        />
        <TextField label="Received on" type="date" {...fieldProps(receivedOn, focus)} max={today} required />
        <FormButtons closeTo={`/admin/orders/${order.id}`}>
          <Button name="intent" value="transfer">
            Record payment
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}

/** 'Was the parcel refused?'; shows nothing if it cannot be. */
function RefuseDialog({ order, lastResult }: DialogProps) {
  const [form, { note, payBack }] = useZodForm({ id: "refuse", lastResult, schema: refuseSchema });
  if (!canRefuse(order)) return null;
  const left = order.money?.left ?? 0;
  const closeTo = `/admin/orders/${order.id}`;
  const { isPickUp } = order.status;
  const title = isPickUp
    ? `Were the books of order #${order.id} never fetched?`
    : `Was the parcel of order #${order.id} refused?`;
  return (
    <ConfirmDialog title={title} closeTo={closeTo}>
      <ZodForm form={form} preventScrollReset className="grid gap-4">
        <p>
          Record it when {isPickUp ? "nobody comes any more" : "the parcel has come back"}: its books are for
          sale again, the order is cancelled, and the customer is told by email. This cannot be undone.
        </p>
        {left > 0 ? (
          <CheckboxField
            label={`Pay back the ${formatRupees(left)} that was paid before`}
            {...fieldProps(payBack, null)}
            value="on"
          />
        ) : null}
        <TextAreaField
          label="Note for the shop (optional)"
          {...fieldProps(note, firstInvalid([note]))}
          maxLength={NOTE_MAX}
          rows={2}
        />
        <FormButtons
          closeTo={closeTo}
          cancel={isPickUp ? "Wait" : "Not refused"}
          autoFocus={!note.errors?.length}
        >
          <Button name="intent" value="refuse" variant="danger">
            {isPickUp ? "Never fetched" : "Parcel refused"}
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}

/** 'Take back this record?', of cash that did not come for this order; shows nothing if there is none to take back. */
function TakeBackCash({ order, paymentId, lastResult }: DialogProps & { paymentId: string }) {
  const cash = cashToTakeBack(order, paymentId);
  const [form, { reason }] = useZodForm({ id: "take-back-cash", lastResult, schema: takeBackCashSchema });
  if (!cash) return null;
  const closeTo = `/admin/orders/${order.id}`;
  const money = formatRupees(cash.amount);
  return (
    <ConfirmDialog title={`Take back the record of ${money}?`} closeTo={closeTo}>
      <ZodForm form={form} fields={[reason]} preventScrollReset className="grid gap-4">
        <input type="hidden" name="payment" value={cash.id} />
        <p>
          Do this if the money did not come for order #{order.id}: {money} is then due at the door again. The
          history keeps both.
        </p>
        <TextAreaField
          label="Reason"
          {...fieldProps(reason, reason.name)}
          maxLength={NOTE_MAX}
          rows={2}
          required
        />
        <FormButtons closeTo={closeTo} cancel="Keep it">
          <Button name="intent" value="take-back-cash" variant="danger">
            Take back this record
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}

/** 'Was it paid back?', of a refund that staff make themselves. */
function PaidBackDialog({ order, refundId, lastResult }: DialogProps & { refundId: number }) {
  const refund = order.refunds.find(({ id, isByHand }) => id === refundId && isByHand);
  const [form, { how }] = useZodForm({ id: "paid-back", lastResult, schema: paidBackSchema });
  if (!refund || refund.status === "processed") return null;
  const closeTo = `/admin/orders/${order.id}`;
  const money = formatRupees(refund.amount);
  return (
    <ConfirmDialog title={`Have you paid back ${money}?`} closeTo={closeTo}>
      <ZodForm form={form} fields={[how]} preventScrollReset className="grid gap-4">
        <input type="hidden" name="refund" value={refund.id} />
        <p>
          This money did not come through the payment service: pay it back to <bdi>{order.customer.name}</bdi>{" "}
          yourself, then write down how.
        </p>
        <TextField
          label="How"
          hint="Such as the reference of your transfer."
          {...fieldProps(how, how.name)}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          required
        />
        <FormButtons closeTo={closeTo} cancel="Not yet">
          <Button name="intent" value="paid-back">
            Record as paid back
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}
