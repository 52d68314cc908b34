import type { Gift } from "~/domain/sales/orders/buyer/gift";

/** What the slip of a gift says. */
export function GiftFacts({ gift: { from, message } }: { gift: Gift }) {
  return (
    <div className="grid grid-cols-1 gap-1 wrap-anywhere">
      {message ? (
        <p className="whitespace-pre-line" dir="auto">
          {message}
        </p>
      ) : null}
      {from ? (
        <p>
          <span className="text-muted">From </span>
          <bdi>{from}</bdi>
        </p>
      ) : null}
      {from || message ? null : <p>Without a name or a message</p>}
    </div>
  );
}
