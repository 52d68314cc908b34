import type { AuditValue } from "~/domain/kit/audit/audit";
import { FRAME_CHANGED } from "~/domain/front/home/shown-frame";
import { ClashReport } from "./clash-report";

interface Clash {
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

/** Above a form of the frame that would overwrite somebody else's change. */
export const FrameClash = ({ clash, message = FRAME_CHANGED }: { clash: Clash; message?: string }) => (
  <ClashReport message={message} fields={clash.fields} />
);
