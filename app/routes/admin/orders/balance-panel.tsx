import type { SubmissionResult } from "@conform-to/react";
import { formatRupees } from "~/domain/kit/money";
import { balanceSchema, REFERENCE_MAX } from "~/domain/sales/at-the-door/door.schema";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { stillToPay } from "~/domain/sales/orders/paying";
import { useMay } from "~/ui/admin/frame/rights";
import { Button, ButtonLink } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { SendLinks } from "./send-links";

/**
 * What is paid by a link, an order of staff or what a change has added: a text with the link, to be sent, and for a change the way
 * to record it. Nothing where nothing is open.
 */
export function BalancePanel({ order, payUrl }: { order: StaffOrder; payUrl: string | null }) {
  const may = useMay();
  if (payUrl === null) return null;
  const open = formatRupees(order.dueByLink);
  const text = `${open} is to be paid for your order ${order.id}: ${payUrl}`;
  return (
    <section className="bg-sunken grid gap-3 rounded-md p-4" aria-label="Still to be paid">
      <p>
        <strong>{open}</strong> is to be paid before the order is packed.{" "}
        {order.customer.email
          ? "The customer has the link by email. To send it again:"
          : "The customer has no email. Please send this text:"}
      </p>
      <p className="wrap-anywhere select-all">{text}</p>
      <SendLinks mobile={order.address.mobile} text={text} />
      {stillToPay(order) > 0 && may("refunds") ? (
        <div>
          <ButtonLink to="?confirm=balance" preventScrollReset variant="quiet" size="sm">
            Record a payment
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}

const BALANCE = balanceSchema(() => new Date());

/** The form that records it; shows nothing where nothing is open. */
export function BalanceDialog({
  order,
  today,
  lastResult,
}: {
  order: StaffOrder;
  today: string;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const open = stillToPay(order);
  const [form, { way, reference, receivedOn, amount }] = useZodForm({
    id: "balance",
    lastResult,
    defaultValue: { amount: (open / 100).toFixed(2), receivedOn: today, way: "transfer" },
    schema: BALANCE,
  });
  if (open === 0) return null;
  const inOrder = [way, reference, receivedOn];
  const focus = firstInvalid(inOrder);
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <SidePanel title={`Payment for order #${order.id}`} closeTo={closeTo}>
      <ZodForm
        form={form}
        fields={inOrder}
        errors={[...(form.errors ?? []), ...(amount.errors ?? [])]}
        preventScrollReset
        className="grid gap-5"
      >
        <input type="hidden" name={amount.name} value={amount.initialValue ?? ""} />
        <p>{formatRupees(open)} has come:</p>
        <SelectField label="How" {...fieldProps(way, focus)}>
          <option value="transfer">UPI or bank transfer</option>
          <option value="cash">Cash</option>
        </SelectField>
        <TextField
          label="Reference"
          hint="The UTR or UPI number on your account’s statement; not needed for cash."
          {...fieldProps(reference, focus)}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
        />
        <TextField label="Received on" type="date" {...fieldProps(receivedOn, focus)} max={today} required />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="balance">
            Record payment
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
