import type { ReactNode } from "react";
import { formatDateTime } from "~/domain/kit/dates";
import { eventActor, eventWords, type TimelineEvent } from "~/domain/sales/orders/desk/order-timeline";
import { Panel } from "./order-facts";

/** The order's events, the newest first: what happened, who did it and when. @param children above them */
export function OrderTimeline({
  events,
  isPickUp,
  children,
}: {
  events: TimelineEvent[];
  /** Whether the books are fetched at the shop. */
  isPickUp: boolean;
  children?: ReactNode;
}) {
  return (
    <Panel title="Timeline">
      {children}
      {events.length === 0 ? <p className="text-muted">Nothing yet</p> : null}
      <ol className="grid gap-3">
        {events.map((event) => {
          const { what, more } = eventWords(event, isPickUp);
          return (
            <li key={event.id} className="border-line grid gap-0.5 border-l-2 pl-4">
              <p className="font-semibold wrap-anywhere">{what}</p>
              {more.map((sentence) => (
                <p key={sentence} className="whitespace-pre-line wrap-anywhere" dir="auto">
                  {sentence}
                </p>
              ))}
              <p className="text-muted">
                {eventActor(event)} · <time dateTime={event.at}>{formatDateTime(event.at)}</time>
              </p>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
