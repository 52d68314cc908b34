import type { ReactNode } from "react";
import { Form } from "react-router";
import { formatDateTime, formatTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { PaymentSource } from "~/domain/sales/payments/payments";
import { TEST_AMOUNT, type TestPayment, type TestPurchase } from "~/domain/sales/payments/test-purchases";
import { Button, ButtonLink } from "~/ui/kit/button";
import { useIsSending } from "~/ui/kit/use-is-sending";

const PAGE = "/admin/opening/test-purchase";

interface PurchaseStepsProps {
  /** The latest purchase; null: none was started. */
  current: TestPurchase | null;
  provider: string;
  webhookUrl: string;
}

/** The four steps of a test purchase, each with what has happened. */
export function PurchaseSteps({ current, provider, webhookUrl }: PurchaseStepsProps) {
  const taken =
    current?.payments.filter(({ status }) => status === "captured" || status === "refunded") ?? [];
  const [paid] = taken;
  const told = current?.toldBy ?? null;
  const webhookAt = current?.webhookAt ?? null;
  return (
    <ol className="grid grid-cols-1 gap-6">
      <Step number={1} title={`Pay ${formatRupees(TEST_AMOUNT)}`} isDone={paid !== undefined}>
        <PayStep current={current} paid={paid} provider={provider} />
      </Step>
      <Step number={2} title="The shop learns of the payment" isDone={told !== null && told !== "reconciler"}>
        <p>{told ? TOLD_BY[told] : "Your browser brings back a signed answer, which the shop checks."}</p>
      </Step>
      <Step number={3} title="The payment service calls the shop" isDone={webhookAt !== null}>
        <WebhookStep isPaid={paid !== undefined} at={webhookAt} webhookUrl={webhookUrl} />
      </Step>
      <Step number={4} title="Refund it" isDone={current?.state === "refunded"}>
        <RefundStep current={current} taken={taken} />
      </Step>
    </ol>
  );
}

function Step(props: { number: number; title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li className="border-line grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-b pb-6 last:border-b-0">
      <span aria-hidden="true" className="font-display text-2xl leading-none">
        {props.number}
      </span>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <h2 className="text-xl leading-tight">
          {props.title}
          {props.isDone ? <span className="text-good font-sans text-base font-semibold"> Done</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}

function PayStep({
  current,
  paid,
  provider,
}: {
  current: TestPurchase | null;
  paid?: TestPayment;
  provider: string;
}) {
  const isBusy = useIsSending("start");
  const failure = current?.payments.findLast(({ status }) => status === "failed")?.errorDescription;
  const start = (label: string, variant?: "quiet") => (
    <Form method="post" action={PAGE}>
      <Button name="intent" value="start" variant={variant} isBusy={isBusy}>
        {label}
      </Button>
    </Form>
  );
  if (current && paid) {
    return (
      <>
        <p>
          Paid on {formatDateTime(paid.paidAt)}
          {paid.method ? `, by ${paid.method}` : ""}. At {provider} it is{" "}
          <span className="wrap-anywhere">{paid.gatewayPaymentId}</span>.
        </p>
        {current.state === "refunded" ? start("Make another test purchase", "quiet") : null}
      </>
    );
  }
  if (current?.state === "open") {
    return (
      <>
        {failure ? <p className="text-bad font-semibold">{failure}</p> : null}
        <p>It can be paid until {formatTime(current.expiresAt)}.</p>
        {current.gatewayOrderId ? (
          <ButtonLink to={`${PAGE}/pay`} reloadDocument>
            Pay {formatRupees(current.amount)}
          </ButtonLink>
        ) : (
          start("Try again")
        )}
      </>
    );
  }
  return (
    <>
      {current ? <p>The last one, of {formatDateTime(current.startedAt)}, was not paid.</p> : null}
      <p>Use a card or UPI account of your own.</p>
      {start(`Start and pay ${formatRupees(TEST_AMOUNT)}`)}
    </>
  );
}

const TOLD_BY: Record<PaymentSource, string> = {
  window: "Your browser brought the signed answer of the payment window.",
  callback: "Your browser brought the signed answer of the payment service's page.",
  webhook: "The payment service's own message came before your browser's answer.",
  reconciler:
    "The shop had to ask the payment service: the answer of your browser was lost, e.g. because the page was closed.",
};

function WebhookStep({ isPaid, at, webhookUrl }: { isPaid: boolean; at: string | null; webhookUrl: string }) {
  if (at) return <p>Its signed message came on {formatDateTime(at)}.</p>;
  return (
    <>
      <p>
        {isPaid
          ? "Its message has not come yet. It may take a minute."
          : "It sends a signed message of each payment, even if the customer's phone has lost its connection."}
      </p>
      <p>
        Its dashboard needs this address and the secret that the shop was started with:{" "}
        <code className="wrap-anywhere">{webhookUrl}</code>
      </p>
    </>
  );
}

function RefundStep({ current, taken }: { current: TestPurchase | null; taken: TestPayment[] }) {
  const isBusy = useIsSending("refund");
  if (!current || taken.length === 0) return <p>The button appears here when the rupee is paid.</p>;
  const error = taken.find(({ refundError }) => refundError)?.refundError;
  if (current.state === "refunded") {
    const at = taken.find(({ refundedAt }) => refundedAt)?.refundedAt;
    return <p>{at ? `Refunded on ${formatDateTime(at)}.` : "Refunded at the payment service."}</p>;
  }
  if (current.state === "refunding") {
    return (
      <>
        <p role="status">The refund is on its way. The bank may take some days to show it.</p>
        {error ? <p className="text-muted wrap-anywhere">The last try: {error} It is tried again.</p> : null}
        <ButtonLink to={PAGE} variant="quiet" size="sm" reloadDocument>
          Look again
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      {current.state === "refund_failed" ? (
        <p className="text-bad font-semibold wrap-anywhere">The refund failed. {error}</p>
      ) : null}
      <Form method="post" action={PAGE}>
        <input type="hidden" name="purchase" value={current.id} />
        <Button name="intent" value="refund" isBusy={isBusy}>
          {current.state === "refund_failed"
            ? "Try the refund again"
            : `Refund ${formatRupees(current.amount)}`}
        </Button>
      </Form>
    </>
  );
}
