import { Form } from "react-router";
import { formatDateTime } from "~/domain/dates";
import { staffDocumentPath } from "~/domain/documents/documents";
import { canRefund, canResendConfirmation, canStaffMove } from "~/domain/orders/fulfilment";
import { progressStep } from "~/domain/orders/orders";
import type { StaffOrder } from "~/domain/orders/staff-order";
import { Button, ButtonLink } from "~/ui/button";
import { DocumentLink } from "~/ui/account/document-link";
import { OrderStateLabel } from "~/ui/account/order-state";

/** The order's name and state, and what can be done with it at any time. */
export function OrderHead({ order }: { order: StaffOrder }) {
  const { id, state, standing, invoiceNo, placedAt, documentKind } = order;
  return (
    <header className="mb-6 grid gap-4">
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl md:text-4xl">Order #{id}</h1>
          <OrderStateLabel state={state} />
        </div>
        <p className="text-muted mt-1">
          Placed {formatDateTime(placedAt)}
          {invoiceNo ? (
            <>
              {" · "}
              <span className="whitespace-nowrap">Invoice No {invoiceNo}</span>
            </>
          ) : null}
          {documentKind ? (
            <>
              {" · "}
              <DocumentLink kind={documentKind} href={staffDocumentPath(id)} />
            </>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {progressStep(state) < 0 ? null : (
          <ButtonLink to={`/admin/orders/${id}/packing-slip`} variant="quiet" size="sm">
            Print packing slip
          </ButtonLink>
        )}
        {canResendConfirmation(state) ? (
          <Form method="post" action={`/admin/orders/${id}`} preventScrollReset>
            <Button name="intent" value="resend" variant="quiet" size="sm">
              Resend confirmation
            </Button>
          </Form>
        ) : null}
        {canRefund(standing) ? (
          <ButtonLink to="?confirm=refund" preventScrollReset variant="quiet" size="sm">
            Refund
          </ButtonLink>
        ) : null}
        {canStaffMove(standing, "cancelled") ? (
          <ButtonLink to="?confirm=cancel" preventScrollReset variant="danger" size="sm">
            Cancel order
          </ButtonLink>
        ) : null}
      </div>
    </header>
  );
}
