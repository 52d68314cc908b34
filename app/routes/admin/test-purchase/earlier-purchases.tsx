import { Form } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import type { TestPurchase, TestState } from "~/domain/sales/payments/test-purchases";
import { Button } from "~/ui/kit/button";

const STATES: Record<TestState, string> = {
  open: "Not paid yet",
  expired: "Not paid",
  paid: "Paid, not refunded",
  refunding: "Being refunded",
  refund_failed: "The refund failed",
  refunded: "Refunded",
};

/** Test purchases before the current one. A late payment can still be refunded here. */
export function EarlierPurchases({ purchases }: { purchases: TestPurchase[] }) {
  return (
    <ul className="divide-line grid grid-cols-1 divide-y">
      {purchases.map(({ id, startedAt, startedBy, state }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          <span className="min-w-0 flex-1 basis-56">
            {formatDateTime(startedAt)}, <bdi>{startedBy}</bdi>: {STATES[state]}
          </span>
          {state === "paid" || state === "refund_failed" ? (
            <Form method="post" action="/admin/opening/test-purchase">
              <input type="hidden" name="purchase" value={id} />
              <Button name="intent" value="refund" variant="quiet" size="sm">
                Refund
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
