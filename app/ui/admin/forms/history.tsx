import type { AuditEntry } from "~/domain/kit/audit/audit";
import { AuditTrail } from "./audit-trail";

/** What staff changed in one record, below its form in a side panel. */
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

/** The same in a confirmation dialog. There is little room, so it shows nothing if there are no changes. */
export function DialogHistory({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label="History" className="border-line mt-4 max-h-40 overflow-y-auto border-t pt-4 text-sm">
      <AuditTrail entries={entries} />
    </section>
  );
}
