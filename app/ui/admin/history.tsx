import type { AuditEntry } from "~/domain/audit/audit";
import { AuditTrail } from "./audit-trail";

/** What staff changed about one thing, below its form in a side panel. */
export function PanelHistory({ entries }: { entries: AuditEntry[] }) {
  return (
    <section aria-labelledby="history" className="mt-10">
      <div className="part-head">
        <h3 id="history">History</h3>
      </div>
      <AuditTrail entries={entries} />
    </section>
  );
}

/** The same below a question in a dialog, where there is little room: nothing while nothing was changed. */
export function DialogHistory({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label="History" className="border-line mt-4 max-h-40 overflow-y-auto border-t pt-4 text-sm">
      <AuditTrail entries={entries} />
    </section>
  );
}
