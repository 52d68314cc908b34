import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { CAUSE_LABELS, DOCUMENT_LABELS, type OrderDocument } from "~/domain/sales/orders/order-documents";

/**
 * All that was issued for an order, each with a link to its PDF, and what lowers what.
 * @param path of a document's PDF, by its id
 */
export function DocumentList({
  documents,
  path,
}: {
  documents: readonly OrderDocument[];
  path: (id: number) => string;
}) {
  return (
    <ul className="grid gap-3">
      {documents.map((one) => (
        <li key={one.id} className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-4">
            <a href={path(one.id)} className="link inline-block py-1 wrap-anywhere">
              {DOCUMENT_LABELS[one.kind]} {one.number}
            </a>
            <span className="text-muted">{formatDate(one.issuedAt)}</span>
            <span className={`tabular-nums ${one.cancelledAt ? "line-through" : ""}`}>
              {formatRupees(one.value)}
            </span>
          </p>
          <Relations one={one} documents={documents} />
        </li>
      ))}
    </ul>
  );
}

function Relations({ one, documents }: { one: OrderDocument; documents: readonly OrderDocument[] }) {
  const lowered = documents.find(({ id }) => id === one.of);
  const notes = documents.filter(({ of }) => of === one.id);
  const sentences = [
    one.cancelledAt && `Cancelled on ${formatDate(one.cancelledAt)}.`,
    one.cause && `${CAUSE_LABELS[one.cause]}.`,
    lowered && `It lowers ${lowered.number}.`,
    notes.length > 0 && `Lowered by ${notes.map(({ number }) => number).join(", ")}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? <p className="text-muted text-sm">{sentences.join(" ")}</p> : null;
}
