import { isFetched } from "~/domain/sales/delivery/pick-up";
import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import {
  copiesOf,
  despatchSchema,
  readySchema,
  WEIGHT_MAX,
} from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { stillDueAtDoor } from "~/domain/sales/orders/paying";
import { openLines } from "~/domain/sales/orders/parcels/parcels";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { CopiesField } from "./entry/book-lines";
import { ParcelFields } from "./parcel-fields";

export interface DespatchProps {
  order: StaffOrder;
  /** The carrier that is chosen at first; null: none. */
  carrierId: number | null;
  carriers: { id: number; name: string }[];
  /** Today's date in India, e.g. "2026-11-28". */
  today: string;
  lastResult?: SubmissionResult<string[]>;
  /** A tracking number that another parcel has too, after staff were asked whether it is right. */
  asked?: string;
}

/** The copies in the parcel, where it is not all of the order: folded, since most orders are one parcel. */
function PartsFields({ order, lastResult }: Pick<DespatchProps, "order" | "lastResult">) {
  const open = openLines(order);
  const isFirst = order.parcels.length === 0;
  const copies = open.reduce((sum, { qty }) => sum + qty, 0);
  const errorsOf = (name: string) => lastResult?.error?.[name] ?? undefined;
  const typed = (name: string) => {
    const value = lastResult?.initialValue?.[name];
    return typeof value === "string" ? value : "";
  };
  if (isFirst && (copies === 1 || stillDueAtDoor(order) > 0)) return null;
  const names = open.map(({ id }) => copiesOf(id));
  return (
    <details className="sm:col-span-2" open={!isFirst || names.some((name) => errorsOf(name) || typed(name))}>
      <summary className="link w-fit py-1">Only some of the books</summary>
      <input type="hidden" name="parts" value="yes" />
      <p className="text-muted mt-2 text-sm">
        Type the copies in this parcel: the rest stays packed. Left empty, all of them are sent.
      </p>
      <ul className="divide-line grid divide-y">
        {open.map(({ id, title, qty }) => (
          <CopiesField
            key={id}
            name={copiesOf(id)}
            title={title}
            note={`${qty} to be sent`}
            value={typed(copiesOf(id))}
            errors={errorsOf(copiesOf(id))}
          />
        ))}
      </ul>
    </details>
  );
}

const DESPATCH = despatchSchema(() => new Date());
const READY = readySchema(() => new Date());

/** The form that ships the order, or a part of it: after each parcel a new one (`key`), so that nothing of the last stays typed. */
export function DespatchForm({ order, carriers, carrierId, today, lastResult, asked }: DespatchProps) {
  const isSending = useIsSending("despatch");
  const isPickUp = isFetched(order.delivery?.pickUp);
  const [form, fields] = useZodForm({
    id: "despatch",
    lastResult,
    defaultValue: {
      providerId: carrierId ?? undefined,
      etaDate: order.etaDate && order.etaDate >= today ? order.etaDate : "",
    },
    schema: isPickUp ? READY : DESPATCH,
  });
  const { providerId, trackingNo, weight, etaDate } = fields;
  const inOrder = [providerId, trackingNo, weight, etaDate];
  const focus = firstInvalid(inOrder);
  if (carriers.length === 0 && !isPickUp) {
    return (
      <p>
        This order is packed. To ship it, first add a{" "}
        <Link to="/admin/logistics/providers?add=1" className="link">
          carrier
        </Link>
        .
      </p>
    );
  }
  return (
    <ZodForm
      form={form}
      fields={inOrder}
      action={`/admin/orders/${order.id}`}
      preventScrollReset
      aria-label={isPickUp ? "Ready to fetch" : "Ship"}
      className="border-line grid gap-4 border-t pt-4"
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {isPickUp ? (
          <p className="sm:col-span-2">
            The books are fetched at the shop. The customer is told by email that they are ready.
          </p>
        ) : (
          <>
            <ParcelFields
              providerId={providerId}
              trackingNo={trackingNo}
              carriers={carriers}
              focus={focus}
              asked={asked}
            />
            <TextField
              label="Weight (optional)"
              {...fieldProps(weight, focus)}
              maxLength={WEIGHT_MAX}
              placeholder="450 or 1.2 kg"
              autoComplete="off"
            />
          </>
        )}
        {order.state === "packed" && !isPickUp ? (
          <TextField
            label="Est. delivery (optional)"
            type="date"
            {...fieldProps(etaDate, focus)}
            min={today}
          />
        ) : null}
        <PartsFields order={order} lastResult={lastResult} />
        <Button
          name="intent"
          value="despatch"
          isBusy={isSending}
          className="self-end justify-self-end sm:col-start-2"
        >
          {isPickUp ? "Ready to fetch" : order.state === "packed" ? "Mark as shipped" : "Send again"}
        </Button>
      </div>
    </ZodForm>
  );
}
