import { useEffect, useRef } from "react";
import { FRAME_CHANGED } from "~/domain/home/shown-frame";
import type { AuditValue } from "~/domain/audit/audit";
import { ClashReport } from "./clash-report";

interface Clash {
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

/** Above a form of the frame that would overwrite somebody else's change; gets the focus. */
export function FrameClash({ clash, message = FRAME_CHANGED }: { clash: Clash; message?: string }) {
  const report = useRef<HTMLElement>(null);
  useEffect(() => {
    if (clash) report.current?.focus();
  }, [clash]);
  return (
    <ClashReport ref={report} message={message} fields={clash.fields}>
      <p className="text-sm">Saving again replaces what is stored with what is in the form.</p>
    </ClashReport>
  );
}
