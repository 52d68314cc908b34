import type { KeyboardEvent } from "react";
import { Form, Link, useNavigation } from "react-router";
import { TRACKING_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import type { OrderToShip } from "~/domain/sales/orders/fulfilment/ship-list/orders-to-ship.server";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import type { TypedAnswer } from "./ship-answer.server";

interface Carrier {
  id: number;
  name: string;
}

/** A row for each packed order, where its tracking number is typed or scanned. */
export function ShipRows({
  orders,
  carriers,
  carrierId,
  answer,
}: {
  orders: OrderToShip[];
  carriers: Carrier[];
  /** Of the last parcel. */
  carrierId: number | null;
  answer: TypedAnswer | undefined;
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" preventScrollReset noValidate onKeyDown={nextRow} className="grid grid-cols-1 gap-6">
      {/* Without scripts the Enter of a scanner sends nothing: the form's first button is the one it would press. */}
      <button type="submit" aria-label="Ship" disabled hidden />
      <p className="max-w-prose">
        {orders.every(({ isPickUp }) => isPickUp)
          ? "Tick the orders whose books wait at the shop."
          : "Type or scan each parcel’s tracking number. Orders without one are left as they are."}{" "}
        Each customer gets a mail.
      </p>
      <ul className="border-line divide-line grid divide-y border-y">
        {orders.map((order, at) => (
          <ShipRow
            key={order.id}
            order={order}
            isTicked={answer?.ready.includes(order.id) ?? true}
            carriers={carriers}
            carrierId={answer?.typed[order.id]?.carrierId ?? order.carrierId ?? carrierId}
            trackingNo={answer?.typed[order.id]?.trackingNo}
            error={answer?.errors[order.id] ?? (at === 0 ? answer?.errors[0] : undefined)}
            isAsked={answer?.asked.includes(order.id)}
            hasFocus={at === 0 && !answer}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="ship-typed" isBusy={isSending}>
          {orders.every(({ isPickUp }) => isPickUp)
            ? "Ready to fetch"
            : orders.length === 1
              ? "Ship the order"
              : "Ship these orders"}
        </Button>
        <ButtonLink to="/admin/orders/ship" variant="quiet">
          Paste a list instead
        </ButtonLink>
      </div>
    </Form>
  );
}

function ShipRow({
  order,
  isTicked,
  carriers,
  carrierId,
  trackingNo,
  error,
  isAsked = false,
  hasFocus,
}: {
  order: OrderToShip;
  /** Of books that are fetched at the shop: whether they are ready. */
  isTicked: boolean;
  carriers: Carrier[];
  carrierId: number | null;
  trackingNo: string | undefined;
  error: string | undefined;
  isAsked: boolean | undefined;
  hasFocus: boolean;
}) {
  const row =
    "grid grid-cols-1 items-start gap-x-6 gap-y-3 py-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_18rem]";
  const name = (
    <p className="sm:col-span-2 lg:col-span-1">
      <Link to={`/admin/orders/${order.id}`} className="row-link font-semibold">
        Order #{order.id}
      </Link>
      <span className="text-muted block wrap-anywhere" dir="auto">
        {order.to}
      </span>
    </p>
  );
  if (order.isPickUp)
    return (
      <li className={row}>
        {name}
        <div className="sm:col-span-2">
          <CheckboxField
            label="Ready to fetch"
            aria-label={`Order #${order.id} is ready to fetch`}
            hint="The books are fetched at the shop, so the order has no carrier."
            name="ready"
            value={order.id}
            defaultChecked={isTicked}
            errors={error ? [error] : undefined}
          />
        </div>
      </li>
    );
  return (
    <li className={row}>
      {name}
      <SelectField
        label="Carrier"
        aria-label={`Carrier of order #${order.id}`}
        name={`carrier-${order.id}`}
        defaultValue={carrierId ?? ""}
      >
        <option value="">Choose…</option>
        <Options of={carriers.map(({ id, name }) => [id, name])} />
      </SelectField>
      <div>
        {isAsked ? <input type="hidden" name="shared" value={order.id} /> : null}
        <TextField
          label="Tracking number"
          aria-label={`Tracking number of order #${order.id}`}
          name={`number-${order.id}`}
          defaultValue={trackingNo}
          errors={
            error ? [isAsked ? `${error}. If that is right, press the button again.` : error] : undefined
          }
          maxLength={TRACKING_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={hasFocus}
        />
      </div>
    </li>
  );
}

/** Enter, which scanners send after a number, moves to the next row; after the last one to the button. */
function nextRow(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[name^="number-"]')];
  const next = numbers[numbers.indexOf(event.target) + 1];
  if (next) next.focus();
  else form.querySelector<HTMLButtonElement>('button[name="intent"]')?.focus();
}
