import { formatDateTime } from "~/domain/kit/dates";
import { DELIVERY_WORDS, type DeliveryStatus } from "~/domain/shop/webhooks/webhooks";

const LOOKS: Record<DeliveryStatus, string> = { queued: "", delivered: "text-good", failed: "text-bad" };

/** Whether a delivery was accepted, or when it is tried next. */
export function DeliveryState({
  status,
  nextTryAt,
  isSending,
}: {
  status: DeliveryStatus;
  nextTryAt: string | null;
  isSending: boolean;
}) {
  const next = isSending ? "being sent" : nextTryAt && `next try ${formatDateTime(nextTryAt)}`;
  return (
    <>
      <span className={`font-semibold ${LOOKS[status]}`}>{DELIVERY_WORDS[status]}</span>
      {next ? <span className="text-muted block text-xs">{next}</span> : null}
    </>
  );
}
