import { formatDateTime } from "~/domain/kit/dates";
import { type Endpoint, PAUSE_WORDS } from "~/domain/shop/webhooks/webhooks";

/** Whether an endpoint is active, and since when it fails. */
export function EndpointState({
  state,
  pausedBecause,
  failingSince,
}: Pick<Endpoint, "state" | "pausedBecause" | "failingSince">) {
  if (state === "paused")
    return (
      <span className={pausedBecause === "staff" ? "font-semibold" : "text-bad font-semibold"}>
        {PAUSE_WORDS[pausedBecause ?? "staff"]}
      </span>
    );
  if (failingSince === null) return <span className="text-good font-semibold">Active</span>;
  return (
    <>
      <span className="text-bad font-semibold">Failing</span>
      <span className="text-muted block text-xs">since {formatDateTime(failingSince)}</span>
    </>
  );
}
